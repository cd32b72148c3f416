import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromNameColumn } from '#core/aliases/standing/from-name.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { headerOf } from '#support/submission.ts';
import { makeDocx } from '#support/make-documents.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** What owners choose about what is sent as an alias, in replies that really come and go. */

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
let alias: TestAlias;
let reverse: string;

const inbox = 'ann.private@office.example';
const bob = 'bob@sender.example';

beforeAll(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'office.example': sink.port, 'sender.example': sink.port });
  mail = await createTestMail({ transport });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let round = 0;
beforeEach(async () => {
  round += 1;
  alias = await mail.addAlias({ local: `alias-${round}`, targets: [inbox] });
  const { aliasId, userId, address: aliasAddress } = alias;
  const token = reverseToken(mail.context.keys, { userId, aliasAddress, correspondent: bob });
  await mail.context.contacts.store(aliasId, [{ token, correspondent: bob }]);
  reverse = reverseAddress(token, 'kauke.test');
});

function letter(fields: readonly string[] = [], body = 'words\r\n'): string {
  const head = [`From: Ann Private <${inbox}>`, `To: ${reverse}`, 'Subject: Plan', 'Message-ID: <1@office.example>'];
  return [...head, ...fields, '', body].join('\r\n');
}

/** What a reply makes arrive, at the correspondent or, explained, at its owner. */
async function answer(content: string): Promise<SinkMessage[]> {
  const before = sink.messages.length;
  const reply = await mail.send(reverse, { from: inbox, content: await office.sign(content) });
  expect(reply).toBe(smtpReplies.messageAccepted);
  await mail.drained();
  return sink.messages.slice(before);
}

async function authorOf(content: string): Promise<string | null> {
  const [sent] = await answer(content);
  expect(sent?.rcptTo).toEqual([bob]);
  expect(String(sent?.raw)).not.toMatch(/Private/);
  const author = parseSoleMailbox((sent && headerOf(sent).get('from')) ?? '');
  expect(author?.address).toBe(alias.address);
  return author?.name ?? null;
}

function nameAlias(name: string | null): Promise<unknown> {
  return mail.context.database.db
    .updateTable('aliases')
    .set(fromNameColumn(mail.context.keys, 'aliases', alias.aliasId, name))
    .where('id', '=', alias.aliasId)
    .execute();
}

async function nameDomain(name: string | null, ownerId: string | null): Promise<void> {
  const { db } = mail.context.database;
  const { id } = await db.selectFrom('domains').select('id').where('name', '=', 'kauke.test').executeTakeFirstOrThrow();
  const named = { ownerId, ...fromNameColumn(mail.context.keys, 'domains', id, name) };
  await db.updateTable('domains').set(named).where('id', '=', id).execute();
}

function change(values: { maySend?: boolean; dropKeys?: boolean; dropSignatures?: boolean }): Promise<unknown> {
  return mail.context.database.db.updateTable('targets').set(values).where('userId', '=', alias.userId).execute();
}

describe('a name to send with', () => {
  it('stands in From in the place of the real one, whatever letters it has', async () => {
    expect(await authorOf(letter())).toBeNull();
    for (const name of [
      'Shoe Fan',
      'Ąžuolas "Žalias" Müller, Ltd.',
      'Ann (boss) 靴',
      'a'.repeat(64),
      '鞋'.repeat(64),
    ]) {
      await nameAlias(name);
      expect(await authorOf(letter())).toBe(name);
    }
    await nameAlias(null);
    expect(await authorOf(letter())).toBeNull();
  });

  it('is hidden in what is quoted, too', async () => {
    await nameAlias('Shoe Fan');
    const body = `On Monday Ann Private <${inbox}> wrote:\r\n> words\r\n`;
    expect(await authorOf(letter(['Content-Type: text/plain'], body))).toBe('Shoe Fan');
  });

  it('is that of the domain where an alias of its owner has none', async () => {
    await nameDomain('Ann of the domain', alias.userId);
    expect(await authorOf(letter())).toBe('Ann of the domain');
    await nameAlias('Shoe Fan');
    expect(await authorOf(letter())).toBe('Shoe Fan');
    await nameAlias(null);
    const { userId } = await mail.addAlias({ local: `other-${round}`, targets: [] });
    await nameDomain('Somebody else', userId);
    expect(await authorOf(letter())).toBeNull();
    await nameDomain(null, null);
  });
});

const key = ['Content-Type: application/pgp-keys; name="key.asc"', '', '-----BEGIN PGP PUBLIC KEY BLOCK-----'];
const signature = ['Content-Type: application/pgp-signature', '', '-----BEGIN PGP SIGNATURE-----'];
const words = ['Content-Type: text/plain', '', 'words'];

function parts(type: string, ...inside: readonly (readonly string[])[]): string {
  const body = [...inside.flatMap((part) => ['--edge', ...part]), '--edge--', ''].join('\r\n');
  return letter(['MIME-Version: 1.0', `Content-Type: ${type}; boundary="edge"`], body);
}

describe('what an inbox sends', () => {
  it('does not go out from one that only reads, whose owner is told', async () => {
    await change({ maySend: false });
    const told = await answer(letter());
    expect(told.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    expect(String(told[0]?.raw)).toContain('only reads');
    await change({ maySend: true });
    expect((await answer(letter())).map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
  });

  it.each([
    { what: 'keys', choice: { dropKeys: true }, content: () => parts('multipart/mixed', words, key) },
    {
      what: 'signatures',
      choice: { dropSignatures: true },
      content: () => parts('multipart/signed; protocol="application/pgp-signature"', words, signature),
    },
  ])('is refused for its $what, or goes out without them', async ({ choice, content }) => {
    const refused = await answer(content());
    expect(refused.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    await change(choice);
    const [sent] = await answer(content());
    expect(sent?.rcptTo).toEqual([bob]);
    expect(String(sent?.raw)).toContain('words');
    expect(String(sent?.raw)).not.toMatch(/BEGIN PGP|pgp-|multipart\/signed/);
  });

  it('keeps what is left of a message, and says so where only the other is to go', async () => {
    await change({ dropSignatures: true });
    expect((await answer(parts('multipart/mixed', words, key))).map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    await change({ dropKeys: true });
    const nested = parts(
      'multipart/signed',
      ['Content-Type: multipart/mixed; boundary="in"', '', '--in', ...words, '--in', ...key, '--in--'],
      signature,
    );
    const [sent] = await answer(nested);
    expect(sent?.rcptTo).toEqual([bob]);
    expect(String(sent?.raw)).toContain('words');
    expect(String(sent?.raw)).not.toMatch(/BEGIN PGP|pgp-/);
  });

  it('is paused with its domain', async () => {
    const { db } = mail.context.database;
    await db.updateTable('domains').set({ enabled: false }).where('name', '=', 'kauke.test').execute();
    const told = await answer(letter());
    expect(told.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    expect(String(told[0]?.raw)).toContain('paused');
    await db.updateTable('domains').set({ enabled: true }).where('name', '=', 'kauke.test').execute();
  });
});

it('automatic answers count once they left alone, three a day to each correspondent', async () => {
  const lets = { autoReplies: true, cutThrough: false };
  await mail.context.database.db.updateTable('aliases').set(lets).where('id', '=', alias.aliasId).execute();
  const content = await office.sign(letter(['Auto-Submitted: auto-replied']));
  const context = await mail.another({ room: { bytes: 0, take: () => {} } });
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await mail.send(reverse, { from: '', content, context })).toMatchObject({ code: 452 });
  }
  const before = sink.messages.length;
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await mail.send(reverse, { from: '', content })).toBe(smtpReplies.messageAccepted);
  }
  await mail.drained();
  expect(sink.messages.slice(before).map(({ rcptTo }) => rcptTo)).toEqual([[bob], [bob], [bob]]);
});

describe('a file in which a reader would find the owner is not sent', () => {
  const split = '</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:t>';
  it.each<[string, Buffer]>([
    ['a document of Word that has the address in parts', makeDocx('x', `ann.private${split}@office.${split}example`)],
    ['a document with the address in words', makeDocx('x', 'ann.private (at) office.example')],
    ['a page that is called no page', Buffer.from('<p>ann.private<b>@</b>office.example')],
    ['a drawing', Buffer.from('<svg><text>ann.private&#64;<tspan>office.example</tspan></text></svg>')],
    ['a text in UTF-16', Buffer.from('\ufeffann.private (at) office.example', 'utf16le')],
    ['one of the other order', Buffer.from('\ufeffann.private (at) office.example', 'utf16le').swap16()],
    ['a packed page', gzipSync('<p>ann.private<b>@</b>office.example')],
    ['a note of Markdown', Buffer.from('ann.private\\@office.example, caf\xe9', 'latin1')],
  ])('%s', async (_, octets) => {
    const head = ['Content-Type: multipart/mixed; boundary=b'];
    const file = ['--b', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64', ''];
    const body = ['--b', '', 'hello', ...file, octets.toString('base64').replaceAll(/.{76}/g, '$&\r\n'), '--b--', ''];
    const sent = await answer(letter(head, body.join('\r\n')));
    expect(sent.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
  });
});
