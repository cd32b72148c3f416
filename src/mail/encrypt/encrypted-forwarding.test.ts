import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeHolding } from '#core/held/held-mail.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { fieldText, findField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { searchDatabase } from '#support/database-search.ts';
import { inboxesOf, makeInboxKey, openPgpMail, setInboxKey, type InboxKey } from '#support/key-world.ts';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;
let ann: InboxKey;
beforeAll(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'inbox.example': sink.port, 'sender.example': sink.port });
  mail = await createTestMail({ transport, settings: { unauthenticatedMail: 'refuse' } });
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
  ann = await makeInboxKey('ann@inbox.example');
});
afterAll(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

let made = 0;
/** An alias whose first inbox has Ann's key. */
async function addKeyed(more: readonly string[] = []): Promise<TestAlias & { readonly inboxes: readonly string[] }> {
  made += 1;
  const alias = await mail.addAlias({ local: `keyed${made}`, targets: ['ann@inbox.example', ...more] });
  const inboxes = await inboxesOf(mail, alias.userId);
  await setInboxKey(mail, inboxes[0] ?? '', ann.key);
  return { ...alias, inboxes };
}

/** What came for an inbox since the last look. */
async function arrived(count: number): Promise<{ readonly to: string; readonly raw: Buffer }[]> {
  const all = await sink.waitForMessages(seen + count);
  const fresh = all.slice(seen).map(({ rcptTo, raw }) => ({ to: rcptTo.join(), raw }));
  seen = all.length;
  return fresh.toSorted((a, b) => a.to.localeCompare(b.to));
}
let seen = 0;

async function spoolFirst({ aliasId }: TestAlias): Promise<void> {
  await mail.test.database.db.updateTable('aliases').set({ cutThrough: false }).where('id', '=', aliasId).execute();
}

describe('mail to an inbox with a key', () => {
  it('leaves encrypted with its header, its body octet by octet, and beside it plain for an inbox without', async () => {
    const alias = await addKeyed(['cy@inbox.example']);
    const body = 'Grüße\r\n.dots\r\n\r\n--b\r\n \r\n';
    const content = Buffer.from(exampleMessage('sealed').replace('\r\n\r\n', '\r\nKeywords: gold\r\n\r\n') + body);
    expect(await mail.send(alias.address, { content })).toEqual(smtpReplies.messageAccepted);
    const [forAnn, forCy] = await arrived(2);
    expect(forCy?.raw.toString()).toContain('Subject: Subject of sealed');
    const outer = parseMessage(forAnn?.raw ?? Buffer.alloc(0));
    expect(forAnn?.raw.toString()).not.toMatch(/Subject of|Body of|gold|Grüße/);
    expect(findField(outer.fields, 'subject')).toBe('[...]');
    expect(findField(outer.fields, 'content-type')).toMatch(
      /^multipart\/encrypted; protocol="application\/pgp-encrypted"/,
    );
    expect(outer.fields.filter(({ key }) => key === 'content-transfer-encoding')).toEqual([]);
    expect(findField(outer.fields, 'dkim-signature')).toContain('d=kauke.test');
    const inner = parseMessage(await openPgpMail(forAnn?.raw ?? Buffer.alloc(0), ann.privateKey));
    expect(findField(inner.fields, 'subject')).toBe('Subject of sealed');
    expect(findField(inner.fields, 'keywords')).toBe('gold');
    expect(findField(inner.fields, 'content-type')).toContain('hp="cipher"');
    expect(findField(inner.fields, 'from')).toBe(findField(outer.fields, 'from'));
    expect(findField(inner.fields, 'from')).toMatch(/^"Bob Builder \(bob at sender\.example\)" <reply=/);
    expect(inner.body.toString()).toBe(`Body of sealed\r\n${body}`);
  });

  it('leaves as it came where the owner of the alias wants it so, at once or later', async () => {
    const alias = await addKeyed();
    await mail.test.database.db.updateTable('aliases').set({ inClear: true }).where('id', '=', alias.aliasId).execute();
    await mail.send(alias.address, { content: exampleMessage('clear') });
    const [now] = await arrived(1);
    expect(now?.raw.toString()).toContain('Body of clear');
    await spoolFirst(alias);
    await mail.send(alias.address, { content: exampleMessage('later clear') });
    const worker = mail.worker();
    const [later] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    expect(later?.raw.toString()).toContain('Body of later clear');
  });

  it('waits as ciphertext alone, and reaches its inbox although the key was changed meanwhile', async () => {
    const alias = await addKeyed();
    await spoolFirst(alias);
    await mail.send(alias.address, { content: exampleMessage('waiting') });
    const secrets = ['Subject of waiting', 'Body of waiting'];
    expect(await searchDatabase(mail.test.database, secrets)).toEqual([]);
    await setInboxKey(mail, alias.inboxes[0] ?? '', (await makeInboxKey('ann@inbox.example')).key);
    const worker = mail.worker();
    const [one] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    expect((await openPgpMail(one?.raw ?? Buffer.alloc(0), ann.privateKey)).toString()).toContain('Body of waiting');
  });

  it('that waited in plain is encrypted when it leaves: its inbox has a key now', async () => {
    const alias = await mail.addAlias({ local: 'later', targets: ['ann@inbox.example'] });
    await spoolFirst(alias);
    await mail.send(alias.address, { content: exampleMessage('late') });
    await setInboxKey(mail, (await inboxesOf(mail, alias.userId))[0] ?? '', ann.key);
    const worker = mail.worker();
    const [one] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    expect(one?.raw.toString()).not.toContain('Body of late');
    const inner = await openPgpMail(one?.raw ?? Buffer.alloc(0), ann.privateKey);
    expect(inner.toString()).toMatch(/Subject: Subject of late\r\n[^]*\r\n\r\nBody of late\r\n$/);
  });

  it('that waited with its author in sight shows who wrote inside', async () => {
    const bob = createOutsideSender(mail.dns, 'seen.example', { policy: 'reject', addresses: ['192.0.2.7'] });
    const alias = await mail.addAlias({ local: 'open', targets: ['ann@inbox.example'] });
    await spoolFirst(alias);
    await mail.test.database.db
      .updateTable('aliases')
      .set({ transparent: true })
      .where('id', '=', alias.aliasId)
      .execute();
    const content = await bob.sign(exampleMessage('seen').replaceAll('sender.example', 'seen.example'));
    await mail.send(alias.address, { from: 'bob@seen.example', content });
    await setInboxKey(mail, (await inboxesOf(mail, alias.userId))[0] ?? '', ann.key);
    const worker = mail.worker();
    const [one] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    const raw = one?.raw ?? Buffer.alloc(0);
    const outer = parseMessage(raw).fields;
    expect(findField(outer, 'from')).toBe(alias.address);
    expect(findField(outer, 'dkim-signature')).toContain('d=kauke.test');
    const { fields } = parseMessage(await openPgpMail(raw, ann.privateKey));
    expect(findField(fields, 'from')).toBe('Bob Builder <bob@seen.example>');
    expect(fields.filter(({ key }) => key === 'hp-outer').map(fieldText)).toContain(`From: ${alias.address}`);
  });

  it('does not follow its alias elsewhere: it is erased, and its owner told', async () => {
    const alias = await addKeyed();
    await spoolFirst(alias);
    await mail.send(alias.address, { content: exampleMessage('moved') });
    const other = await mail.addAlias({ local: 'other', targets: ['new@inbox.example'], userId: alias.userId });
    const { db } = mail.test.database;
    await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).execute();
    await db.updateTable('aliasTargets').set({ aliasId: alias.aliasId }).where('aliasId', '=', other.aliasId).execute();
    const worker = mail.worker();
    const [notice] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    expect(notice?.raw.toString()).toContain('Subject: A message that waited could not follow your alias');
  });

  it('whose key has ended goes nowhere in plain: others are served, its owner is told once', async () => {
    const ended = await makeInboxKey('ann@inbox.example', true, 30);
    const alone = await addKeyed();
    await setInboxKey(mail, alone.inboxes[0] ?? '', ended.key);
    for (let time = 0; time < 2; time += 1)
      expect(await mail.send(alone.address, { content: exampleMessage('never') })).toEqual(smtpReplies.cannotEncrypt);
    await mail.tell();
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    const worker = mail.worker();
    const [notice] = await arrived(1);
    expect(notice?.raw.toString()).toContain('Subject: Mail to an inbox of yours cannot be encrypted');
    const both = await addKeyed(['cy@inbox.example']);
    await setInboxKey(mail, both.inboxes[0] ?? '', ended.key);
    expect(await mail.send(both.address, { content: exampleMessage('half') })).toEqual(smtpReplies.messageAccepted);
    const came = await arrived(2);
    await mail.drained();
    await worker.stop(0);
    expect(came.filter(({ raw }) => raw.includes('Body of half')).map(({ to }) => to)).toEqual(['cy@inbox.example']);
    expect(came.filter(({ raw }) => raw.includes('cannot be encrypted'))).toHaveLength(1);
  });

  it('that came encrypted passes as it is', async () => {
    const alias = await addKeyed();
    const pgp = ['MIME-Version: 1.0', 'Content-Type: multipart/encrypted; boundary=b', '', '--b'];
    const parts = [
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '--b',
      'Content-Type: application/octet-stream',
    ];
    const body = [...parts, '', '-----BEGIN PGP MESSAGE-----', '', 'abcd', '-----END PGP MESSAGE-----', '--b--', ''];
    const content = exampleMessage('own').replace(/\r\n\r\n[^]*/, `\r\n${[...pgp, ...body].join('\r\n')}`);
    await mail.send(alias.address, { content });
    const [one] = await arrived(1);
    expect(one?.raw.toString()).toContain('Subject: Subject of own');
    expect(one?.raw.toString().endsWith(`--b\r\n${body.join('\r\n')}`)).toBe(true);
  });

  it('is held as ciphertext, shown to its owner, and released to the inbox that it was encrypted for', async () => {
    const alias = await addKeyed();
    await changeHolding(mail.context, alias.userId, { holdDays: 7 });
    const content = exampleMessage('held').replace('bob@sender.example', 'eve@forged.example');
    const from = 'eve@forged.example';
    expect(await mail.send(alias.address, { from, content })).toEqual(smtpReplies.messageAccepted);
    const { held } = mail.context.engine;
    const [shown] = await held.list(alias.userId);
    expect(shown).toMatchObject({ subject: 'Subject of held', from: 'Bob Builder <eve@forged.example>' });
    expect(await searchDatabase(mail.test.database, ['Subject of held', 'Body of held'])).toEqual([]);
    await held.release({ userId: alias.userId, id: shown?.id ?? '' }, {});
    const worker = mail.worker();
    const [one] = await arrived(1);
    await mail.drained();
    await worker.stop(0);
    expect(one?.raw.toString()).toContain('X-Kauke-Held: unauthenticated');
    const received = parseMessage(one?.raw ?? Buffer.alloc(0)).fields.filter(({ key }) => key === 'received');
    expect(received.map(fieldText)).toEqual([
      expect.stringMatching(/^by mx\.kauke\.test \(held until its owner released it\) id /u),
      expect.stringMatching(/^from .* by mx\.kauke\.test with /u),
    ]);
    const inner = await openPgpMail(one?.raw ?? Buffer.alloc(0), ann.privateKey);
    expect(inner.toString()).toContain('Subject: Subject of held');
    expect(await held.list(alias.userId)).toEqual([]);
  });

  it('that is released does not reach an inbox whose key has ended: its owner is told, as of what comes', async () => {
    const ended = await makeInboxKey('ann@inbox.example', true, 30);
    const alias = await addKeyed(['cy@inbox.example']);
    await setInboxKey(mail, alias.inboxes[0] ?? '', ended.key);
    await changeHolding(mail.context, alias.userId, { holdDays: 7 });
    const content = exampleMessage('let go').replace('bob@sender.example', 'eve@forged.example');
    await mail.send(alias.address, { from: 'eve@forged.example', content });
    const { held } = mail.context.engine;
    const [shown] = await held.list(alias.userId);
    await held.release({ userId: alias.userId, id: shown?.id ?? '' }, {});
    await mail.tell();
    const worker = mail.worker();
    const came = await arrived(2);
    await mail.drained();
    await worker.stop(0);
    expect(came.filter(({ raw }) => raw.includes('Body of let go')).map(({ to }) => to)).toEqual(['cy@inbox.example']);
    expect(came.filter(({ raw }) => raw.includes('cannot be encrypted'))).toHaveLength(1);
  });

  it('that is held stays where its alias leads to another inbox meanwhile', async () => {
    const alias = await addKeyed();
    await changeHolding(mail.context, alias.userId, { holdDays: 7 });
    const content = exampleMessage('stays').replace('bob@sender.example', 'eve@forged.example');
    await mail.send(alias.address, { from: 'eve@forged.example', content });
    const other = await mail.addAlias({ local: 'goal', targets: ['new@inbox.example'], userId: alias.userId });
    const { db } = mail.test.database;
    await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).execute();
    await db.updateTable('aliasTargets').set({ aliasId: alias.aliasId }).where('aliasId', '=', other.aliasId).execute();
    const { held } = mail.context.engine;
    const [shown] = await held.list(alias.userId);
    const release = held.release({ userId: alias.userId, id: shown?.id ?? '' }, {});
    await expect(release).rejects.toMatchObject({ code: 'held_no_key' });
    expect(await held.list(alias.userId)).toHaveLength(1);
  });
});
