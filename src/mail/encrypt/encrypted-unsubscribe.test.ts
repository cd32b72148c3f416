import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUnsubscribeToken } from '#core/unsubscribe/unsubscribe-token.ts';
import { systemClock } from '#platform/clock.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import { readCertificate } from '#protocol/smime/read-certificate.ts';
import { inboxesOf, makeInboxKey, openPgpMail, setInboxKey } from '#support/key-world.ts';
import { makeMailCertificate } from '#support/mail-certificate.ts';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { openCms } from '#support/open-cms.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import type { TargetKey } from '#core/targets/target-key.ts';

let sink: SmtpSink;
let mail: TestMail;
beforeAll(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'inbox.example': sink.port });
  mail = await createTestMail({ transport, settings: { publicUrl: 'https://kauke.example' } });
});
afterAll(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

const address = 'ann@inbox.example';

/** A key of the inbox, and what opens mail to it. */
interface Reader {
  readonly key: TargetKey;
  open(raw: Buffer): Promise<Buffer>;
}

async function makeOpenPgp(): Promise<Reader> {
  const { key, privateKey } = await makeInboxKey(address);
  return { key, open: (raw) => openPgpMail(raw, privateKey) };
}

async function makeSmime(): Promise<Reader> {
  const now = systemClock.now();
  const { certificate, key: pem } = await makeMailCertificate(address, now);
  const read = readCertificate(Buffer.from(certificate), address, new Date(now));
  if (read.kind === 'fault') throw new Error(read.fault);
  const { fingerprint, algorithm, octets } = read.key;
  return {
    key: { kind: 'smime', fingerprint, algorithm, octets, expiresAt: null, hideSubject: true },
    open: async (raw) => openCms(Buffer.from(parseMessage(raw).body.toString(), 'base64'), pem).content,
  };
}

const authors = [
  'List-Unsubscribe: <https://sender.example/leave>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
];

function newsletter(id: string): string {
  return [...authors, exampleMessage(id)].join('\r\n');
}

let made = 0;
async function addAlias(unsubscribe: 'author' | 'pause' | 'block', more: object = {}): Promise<TestAlias> {
  made += 1;
  const alias = await mail.addAlias({ local: `letters${made}`, targets: [address] });
  const { db } = mail.test.database;
  await db
    .updateTable('aliases')
    .set({ unsubscribe, ...more })
    .where('id', '=', alias.aliasId)
    .execute();
  return alias;
}

async function giveKey({ userId }: TestAlias, key: TargetKey): Promise<void> {
  await setInboxKey(mail, (await inboxesOf(mail, userId))[0] ?? '', key);
}

let seen = 0;
async function openNext({ open }: Reader): Promise<{ readonly outer: RawMessage; readonly inner: RawMessage }> {
  const all = await sink.waitForMessages(seen + 1);
  const raw = all[seen]?.raw ?? Buffer.alloc(0);
  seen = all.length;
  return { outer: parseMessage(raw), inner: parseMessage(await open(raw)) };
}

function valuesOf({ fields }: RawMessage, ...keys: readonly string[]): string[] {
  return fields.filter(({ key }) => keys.includes(key)).map(fieldText);
}

/** Which of the two are noted inside as standing outside (RFC 9788). */
function notedOutside(inner: RawMessage): string[] {
  return valuesOf(inner, 'hp-outer')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /^list-unsubscribe/i.test(text));
}

function expectOwn({ outer, inner }: { readonly outer: RawMessage; readonly inner: RawMessage }, act: string): void {
  const [link = '', ...others] = valuesOf(outer, 'list-unsubscribe');
  expect(others).toEqual([]);
  const token = /^<https:\/\/kauke\.example\/unsubscribe\/([\w-]+)>$/.exec(link)?.[1] ?? '';
  expect(openUnsubscribeToken(mail.context.keys, token, systemClock.now())).toMatchObject({ act });
  // The same inside, where a reader of RFC 9788 looks, with a note that it stands outside as well.
  expect(valuesOf(inner, 'list-unsubscribe')).toEqual([link]);
  for (const part of [outer, inner])
    expect(valuesOf(part, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  expect(notedOutside(inner)).toEqual([
    `List-Unsubscribe: ${link}`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  const signed = / h=([^;]+);/
    .exec(valuesOf(outer, 'dkim-signature')[0] ?? '')?.[1]
    ?.replaceAll(/\s/g, '')
    .split(':');
  expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  // What the author wrote is inside alone, under a name that makes no button.
  expect(valuesOf(outer, 'x-kauke-list-unsubscribe')).toEqual([]);
  expect(valuesOf(inner, 'x-kauke-list-unsubscribe')).toEqual(['<https://sender.example/leave>']);
}

describe.each([
  ['OpenPGP', makeOpenPgp],
  ['S/MIME', makeSmime],
])('the unsubscribe button of mail encrypted by %s', (_name, make) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await make();
  });

  it.each(['pause', 'block'] as const)('stands outside and inside where its owner wants: %s', async (wish) => {
    const alias = await addAlias(wish);
    await giveKey(alias, reader.key);
    await mail.send(alias.address, { content: newsletter(`own-${made}`) });
    expectOwn(await openNext(reader), wish);
  });

  it('is inside alone where it is the author’s: it says who wrote', async () => {
    const alias = await addAlias('author');
    await giveKey(alias, reader.key);
    await mail.send(alias.address, { content: newsletter(`author-${made}`) });
    const { outer, inner } = await openNext(reader);
    const keys = ['list-unsubscribe', 'list-unsubscribe-post', 'x-kauke-list-unsubscribe'];
    expect(valuesOf(outer, ...keys)).toEqual([]);
    expect(valuesOf(inner, ...keys)).toEqual(['<https://sender.example/leave>', 'List-Unsubscribe=One-Click']);
    expect(notedOutside(inner)).toEqual([]);
  });

  it('stands outside also where mail waited in plain and is encrypted when it leaves', async () => {
    const alias = await addAlias('pause', { cutThrough: false });
    await mail.send(alias.address, { content: newsletter(`late-${made}`) });
    await giveKey(alias, reader.key);
    const worker = mail.worker();
    const opened = await openNext(reader);
    await mail.drained();
    await worker.stop(0);
    expectOwn(opened, 'pause');
  });
});
