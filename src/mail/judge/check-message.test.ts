import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { isLooping, makeAnswerId, makeLoopMark } from '#mail/judge/loop-mark.ts';
import { sealThreadId } from '#mail/rewrite/thread-ids.ts';
import { systemRandom } from '#platform/random.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

function check(text: string, reversePath = 'a@b.com') {
  return checkMessage(parseMessage(Buffer.from(text)), reversePath);
}
function refusal(text: string, reversePath?: string) {
  const outcome = check(text, reversePath);
  return outcome.accepted ? null : outcome.reply;
}

describe('checkMessage', () => {
  it('gives the author of an ordinary message', () => {
    expect(check('From: =?utf-8?Q?B=C3=B6b?= <Bob@Example.com>\r\n\r\nhi')).toMatchObject({
      accepted: true,
      author: { name: 'Böb', address: 'Bob@example.com' },
    });
  });

  it('refuses two different fields where one may stand, and gives the message with one of those that are alike', () => {
    const from = 'From: a@b.com\r\nSubject: hi\r\n';
    expect(refusal(`${from}Subject: EVIL\r\n\r\n`)).toBe(smtpReplies.doubledField);
    const outcome = check(`${from}Subject: hi\r\nTo: c@d.com\r\nTo: e@f.com\r\n\r\n`);
    const folded = outcome.accepted ? outcome.folded.fields.map(({ raw }) => String(raw)) : [];
    expect(folded).toEqual(['From: a@b.com\r\n', 'Subject: hi\r\n', 'To: c@d.com, e@f.com\r\n']);
  });

  it.each([
    ['a comma in a name without quotes', 'Builder, Bob <bob@a.com>'],
    ['words behind the address', 'Bob <bob@a.com> (at work) by Mailer'],
    ['commas around', ', "bob" <bob@a.com>,'],
    ['an address for a name', 'boss@kauke.test <bob@a.com>'],
    ['an address with quotes in it', '"bob"@a.com'],
    ['an encoded word that holds one quote mark of a name', '=?utf-8?q?"B=C3=B6b?= Builder" <bob@a.com>'],
  ])('gives the author where there is %s', (_, from) => {
    expect(check(`From: ${from}\r\n\r\n`)).toMatchObject({ accepted: true, author: { address: 'bob@a.com' } });
  });

  it.each([
    ['no From', 'To: a@b.c\r\n\r\n'],
    ['two From fields', 'From: a@b.com\r\nFrom: a@b.com\r\n\r\n'],
    ['two addresses', 'From: a@b.com, c@d.com\r\n\r\n'],
    ['two addresses without a comma', 'From: <a@b.com> <c@d.com>\r\n\r\n'],
    ['no address', 'From: Bob\r\n\r\n'],
    ['an empty From', 'From:\r\n\r\n'],
    ['an empty group', 'From: nobody:;\r\n\r\n'],
    ['an address beside one that cannot be read', 'From: "CEO" <ceo@bank.example.>, x@evil.example\r\n\r\n'],
    ['a bare one that cannot be read', 'From: x@evil.example, boss@kauke.test.\r\n\r\n'],
    ['one that cannot be read and no comma', 'From: boss@kauke..test x@evil.example\r\n\r\n'],
    ['an address in quotes beside another', 'From: "boss@kauke.test", x@evil.example\r\n\r\n'],
    ['an empty bracket beside an address', 'From: <>, x@evil.example\r\n\r\n'],
    ['a group that is named like an address', 'From: ceo@bank.example.: x@evil.example;\r\n\r\n'],
    ['a group of one', 'From: Team: x@evil.example;\r\n\r\n'],
    ['one behind a quote mark that an encoded word opens', 'From: =?utf-8?q?"a?= <a@b.com>" <x@evil.example>\r\n\r\n'],
    ['no header at all', '\r\nbody'],
    ['a broken line before From', 'garbage\r\nFrom: a@b.com\r\n\r\n'],
    ['nothing', ''],
  ])('refuses a message with %s', (_, text) => {
    expect(refusal(text)).toBe(smtpReplies.badFrom);
  });

  it.each([
    ['MAILER-DAEMON', 'MAILER-DAEMON'],
    ['Mail Delivery System <MAILER-DAEMON>', 'Mail Delivery System <MAILER-DAEMON>'],
    ['<>', '<>'],
    ['=?utf-8?q?Zustellung?= <>', 'Zustellung <>'],
    ['Mail System:;', 'Mail System:;'],
  ])('takes %j of the null reverse-path for a report by nobody who can be answered', (from, name) => {
    const text = `From: ${from}\r\n\r\n`;
    expect(check(text, '')).toMatchObject({ author: { name, address: 'MAILER-DAEMON@unknown.invalid' } });
    expect(refusal(text)).toBe(smtpReplies.badFrom);
  });

  it.each(['', 'MAILER-DAEMON@', '@b.com', 'a@b.com, <MAILER-DAEMON>', 'a@b.com\r\nFrom: MAILER-DAEMON'])(
    'takes %j for malformed, also from the null reverse-path',
    (from) => {
      expect(refusal(`From: ${from}\r\n\r\n`, '')).toBe(smtpReplies.badFrom);
    },
  );

  it('refuses more than 50 Received fields', () => {
    const received = 'Received: from a by b; x\r\n';
    expect(refusal(`${received.repeat(51)}From: a@b.com\r\n\r\n`)).toBe(smtpReplies.looping);
    expect(refusal(`${received.repeat(50)}From: a@b.com\r\n\r\n`)).toBeNull();
  });

  it('refuses a header beyond its limits and takes one within them', () => {
    expect(refusal(`From: a@b.com\r\n${'X: y\r\n'.repeat(10_000)}\r\n`)).toEqual(
      smtpReplies.headerTooLarge(1024 * 1024, 10_000),
    );
    expect(refusal(`From: a@b.com\r\nX: ${'y'.repeat(1024 * 1024)}\r\n\r\n`)).toEqual(
      smtpReplies.headerTooLarge(1024 * 1024, 10_000),
    );
    expect(refusal(`From: a@b.com\r\n${'X: y\r\n'.repeat(9999)}\r\n`)).toBeNull();
  });
});

describe('loop marks', () => {
  let test: TestDatabase;
  let keys: KeyRing;
  beforeAll(async () => {
    test = await createTestDatabase();
    keys = await createTestKeyRing(test.database);
  });
  afterAll(() => test.drop());

  const bob = 'bob@b.example';
  const aliasOf = (id: string) => ({ id, domain: 'kauke.test' });

  it('are known again by the alias that set them and by no other', () => {
    const mark = makeLoopMark(keys, 'alias-1');
    const message = parseMessage(
      Buffer.from(`X-Kauke-Loop: v9.x\r\nX-KAUKE-LOOP:\r\n ${mark}\r\nFrom: a@b.com\r\n\r\n`),
    );
    expect(mark).toMatch(/^v\d+\.[A-Za-z0-9_-]{22}$/);
    expect(isLooping(keys, aliasOf('alias-1'), message, bob)).toBe(true);
    expect(isLooping(keys, aliasOf('alias-2'), message, bob)).toBe(false);
  });

  it('cannot be made up', () => {
    const forged = ['v1.AAAAAAAAAAAAAAAAAAAAAA', 'v0.x', 'v99999.AAAAAAAAAAAAAAAAAAAAAA', '', 'v1', 'x'];
    const message = parseMessage(Buffer.from(forged.map((mark) => `X-Kauke-Loop: ${mark}\r\n`).join('')));
    expect(isLooping(keys, aliasOf('alias-1'), message, bob)).toBe(false);
  });

  it('are the ids of automatic answers, to what a program answers', () => {
    const own = aliasOf('alias-1');
    const id = makeAnswerId(keys, own, systemRandom);
    const loops = (fields: string, reversePath = bob, alias = own): boolean =>
      isLooping(keys, alias, parseMessage(Buffer.from(`${fields}\r\nFrom: ${bob}\r\n\r\n`)), reversePath);
    const auto = 'Auto-Submitted: auto-replied\r\n';
    expect(loops(`${auto}In-Reply-To: <${id}>`)).toBe(true);
    expect(loops(`In-Reply-To: Your note <x@y.example>\r\n <${id}>`, '')).toBe(true);
    expect(loops(`In-Reply-To: ${id}`, '')).toBe(true);
    expect(loops(`In-Reply-To: <${id}>`)).toBe(false);
    expect(loops(`${auto}References: <${id}>`)).toBe(false);
    expect(loops(`${auto}In-Reply-To: <${id}>`, bob, aliasOf('alias-2'))).toBe(false);
    expect(loops(`${auto}In-Reply-To: <${sealThreadId(keys, own, 'auto.1@office.example')}>`)).toBe(false);
    expect(loops(`${auto}In-Reply-To: ${`<${id.replace(/^./, 'x')}>`.repeat(3)} <auto.1>`)).toBe(false);
  });
});
