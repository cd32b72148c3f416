import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBounceAddress, reverseAddress, reverseToken, type BounceOf } from '#mail/recipient/address-forms.ts';
import { noteComplaint } from '#mail/reports/note-complaint.ts';
import { systemClock } from '#platform/clock.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;
let ann: TestAlias;
let ben: TestAlias;

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
});
let last = 0;
beforeEach(async () => {
  last += 1;
  ann = await mail.addAlias({ local: `ann-${last}`, targets: ['ann@inbox.example'] });
  ben = await mail.addAlias({ local: `ben-${last}`, targets: ['ben@inbox.example'] });
});
afterAll(() => mail.close());

async function bounceAddressOf(alias: TestAlias, of: BounceOf, ageDays = 0): Promise<string> {
  const { database, keys, clock } = mail.context;
  const { number, linkId } = await database.db
    .selectFrom('aliases')
    .innerJoin('aliasTargets', 'aliasTargets.aliasId', 'aliases.id')
    .select(['number', 'aliasTargets.id as linkId'])
    .where('aliases.id', '=', alias.aliasId)
    .executeTakeFirstOrThrow();
  const now = new Date(clock.now() - ageDays * 24 * 60 * 60 * 1000);
  return makeBounceAddress(keys, { id: of === 'sent' ? number : linkId, alias: alias.address, now, of });
}

async function complain(lines: readonly string[], address = 'fbl@provider.example', proven = true): Promise<void> {
  await noteComplaint(mail.context, parseMessage(Buffer.from(lines.join('\r\n'))), { address, proven });
}

/** A feedback report about a message with this header. */
function about(mailFrom: string, header: readonly string[], text = 'A complaint.'): string[] {
  return [
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    '',
    text,
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    ...(mailFrom === '' ? [] : [`Original-Mail-From: <${mailFrom}>`]),
    '--b',
    'Content-Type: message/rfc822',
    '',
    ...header,
    '',
    'A body.',
    '--b--',
    '',
  ];
}

/** Who was reported how, in order. */
async function reported(): Promise<string[]> {
  const rows = await mail.context.database.db.selectFrom('abuseReports').select(['userId', 'kind']).execute();
  const names = new Map([
    [ann.userId, 'ann'],
    [ben.userId, 'ben'],
  ]);
  return rows.flatMap(({ userId, kind }) => (names.has(userId) ? [`${names.get(userId)} ${kind}`] : [])).toSorted();
}

describe('a complaint', () => {
  it('proves that an account sent a message by the bounce address of what it sent, wherever that stands', async () => {
    const sent = await bounceAddressOf(ann, 'sent');
    await complain(about(sent, ['Subject: Buy']));
    await complain(about('', [`Return-Path: <${sent}>`, `From: ${ann.address}`, 'To: bob@provider.example']));
    await complain(['From: bob@provider.example', '', `Return-Path: <${sent}>`, `From: Ann <${ann.address}>.`]);
    expect(await reported()).toEqual(['ann sent', 'ann sent', 'ann sent']);
  });

  it('leads to an account that put the alias into the bin meanwhile', async () => {
    const sent = await bounceAddressOf(ann, 'sent');
    const now = new Date(systemClock.now());
    const bin = { binnedAt: now, binEndsAt: now };
    await mail.context.database.db.updateTable('aliases').set(bin).where('id', '=', ann.aliasId).execute();
    await complain(about(sent, ['Subject: Buy']));
    expect(await reported()).toEqual(['ann sent']);
  });

  it('about mail that was forwarded blames nobody of having sent it', async () => {
    await complain(about(await bounceAddressOf(ann, 'forward'), [`To: ${ann.address}`]));
    const { contacts, keys } = mail.context;
    const who = { userId: ben.userId, aliasAddress: ben.address, correspondent: 'spammer@sender.example' };
    const token = reverseToken(keys, who);
    await contacts.store(ben.aliasId, [{ token, correspondent: who.correspondent }]);
    await complain(about('', [`From: "Spam" <${reverseAddress(token, 'kauke.test')}>`, `To: ${ann.address}`]));
    expect(await reported()).toEqual(['ann forwarded', 'ben forwarded']);
  });

  it('that anybody could write merely names an account', async () => {
    await complain(about('', [`From: ${ann.address}`, 'To: bob@provider.example']));
    await complain(['', `I got spam from ${ben.address.toUpperCase()}, please stop it.`]);
    expect(await reported()).toEqual(['ann named', 'ben named']);
  });

  it('counts by the strongest evidence alone, and who is named beside it is left alone', async () => {
    const sent = await bounceAddressOf(ann, 'sent');
    await complain(about('', [`Return-Path: <${sent}>`, `From: ${ben.address}`, `Reply-To: ${ben.address}`]));
    await complain(['', `${ben.address} ${sent} ${ben.address}`]);
    expect(await reported()).toEqual(['ann sent', 'ann sent']);
  });

  it('that leads to several accounts alike, to nobody, or to whoever complains, counts for none', async () => {
    await complain(['', `${ann.address} and ${ben.address}`]);
    await complain(about('', [`From: ${ann.address}`, `Sender: ${ben.address}`]));
    await complain(about('', ['From: nobody@kauke.test', 'To: bob@provider.example'], `It was ${'x'.repeat(99_999)}`));
    await complain(['', `I am ${ann.address}.`], ann.address);
    await complain(['', 'abuse@kauke.test b=aaaa@kauke.test reply=x@kauke.test @kauke.test']);
    expect(await reported()).toEqual([]);
  });

  it('is fooled by no forged bounce address, nor by one of long ago', async () => {
    const sent = await bounceAddressOf(ann, 'sent');
    const forged = sent.replace(/^b=(.)/u, (_, first: string) => `b=${first === 'a' ? 'b' : 'a'}`);
    await complain(about(forged, ['Subject: Buy']));
    await complain(about(sent.replace('kauke.test', 'mask.test'), ['Subject: Buy']));
    await complain(about(await bounceAddressOf(ann, 'sent', 30), ['Subject: Buy']));
    expect(await reported()).toEqual([]);
  });

  it('reads so much of one and no more', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `nobody-${index}@kauke.test`);
    await complain(['', many.join(' '), ann.address]);
    await complain(['', 'x'.repeat(300_000), ann.address]);
    await complain(about('', [...Array.from({ length: 100 }, () => 'From: x@y.example'), `From: ${ann.address}`]));
    expect(await reported()).toEqual([]);
  });

  it('counts 25 times a day for whoever complains, and as often for all that nobody vouches for', async () => {
    const text = ['', ann.address];
    for (let turn = 0; turn < 30; turn += 1) {
      await complain(text, `bob-${turn}@provider.example`);
      await complain(text, `bob@forged-${turn}.example`, false);
    }
    await complain(text, 'carol@other.example');
    expect(await reported()).toHaveLength(51);
  });
});
