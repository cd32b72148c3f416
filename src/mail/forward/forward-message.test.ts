import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dkimRecord } from '#core/domains/domain-records.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { openContactBook } from '#mail/forward/contact-book.ts';
import { isLooping } from '#mail/judge/loop-mark.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParameters } from '#protocol/message/parameters.ts';
import type { ForwardedMessage } from '#mail/forward/forward-message.ts';
import { sealThreadId } from '#mail/rewrite/thread-ids.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { forward, forwardAlias, forwardedAt, forwardedFields, forwardedValues } from '#support/forward.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { rsaKey } from '#support/rsa-keys.ts';
import { anyText } from '#support/any-text.ts';

let test: TestDatabase;
let keys: KeyRing;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

function reverseOf(correspondent: string): string {
  return reverseAddress(
    reverseToken(keys, { userId: forwardAlias.userId, aliasAddress: forwardAlias.address, correspondent }),
    forwardAlias.domain,
  );
}

const simple =
  'From: Bob <bob@example.com>\r\nTo: my-alias@kauke.test\r\nSubject: Hi\r\nDate: x\r\nMessage-ID: <1@e.com>\r\n';

describe('forwardMessage', () => {
  it('shows the author and is answered through the reverse address', () => {
    const forwarded = forward(keys, `${simple}\r\nhello`);
    expect(forwardedValues(forwarded, 'from')).toEqual([
      `"[unverified] Bob (bob at example.com)" <${reverseOf('bob@example.com')}>`,
    ]);
    expect(forwardedValues(forward(keys, `${simple}\r\n`, { unverified: false }), 'from')).toEqual([
      `"Bob (bob at example.com)" <${reverseOf('bob@example.com')}>`,
    ]);
    expect(forwarded.contacts).toEqual([
      { token: reverseOf('bob@example.com').slice(6, 32), correspondent: 'bob@example.com' },
    ]);
  });

  it('shows the author as its owner chose, and still as unverified', () => {
    const shown = (['none', 'name', 'bracket'] as const).map(
      (senderFormat) => forwardedValues(forward(keys, `${simple}\r\n`, { senderFormat, unverified: true }), 'from')[0],
    );
    const address = `<${reverseOf('bob@example.com')}>`;
    expect(shown).toEqual([
      `"[unverified]" ${address}`,
      `"[unverified] Bob" ${address}`,
      `"[unverified] Bob - bob(a)example.com" ${address}`,
    ]);
  });

  it('shows only who vouched where it is not the author, and lets nobody else be answered by Reply-To', () => {
    const from = 'CEO <ceo@bank.test>';
    const content =
      `From: ${from}\r\nReply-To: "CEO" <talk@news.example>, ${from}, x@evilnews.example\r\n` +
      'Sender: x@news.example\r\nTo: talk@news.example\r\nList-Post: <mailto:talk@news.example>\r\n\r\n';
    const answers = 'talk@news.example';
    const book = openContactBook(keys, forwardAlias, 'ceo@bank.test', answers);
    const forwarded = forward(keys, content, { vouchedBy: 'news.example', book });
    expect(forwardedValues(forwarded, 'from')).toEqual([`"via news.example" <${reverseOf(answers)}>`]);
    expect(forwardedValues(forwarded, 'reply-to')).toEqual([`"talk at news.example" <${reverseOf(answers)}>`]);
    expect(String(forwarded.header)).not.toMatch(/\bceo\b|\bbank\b/i);
  });

  it('turns Reply-To, To and Cc into reverse addresses and leaves the alias', () => {
    const forwarded = forward(
      keys,
      'From: bob@example.com\r\nReply-To: "Help" <help@example.com>\r\n' +
        'To: "Me" <My-Alias+shop@kauke.test>, Carol <carol@x.com>, bob@Example.com\r\nCc: Team: dave@y.org, =?utf-8?Q?Z=C3=AB?= <z@y.org>;\r\n\r\n',
    );
    expect(forwardedValues(forwarded, 'reply-to')).toEqual([
      `"Help (help at example.com)" <${reverseOf('help@example.com')}>`,
    ]);
    expect(forwardedValues(forwarded, 'to')).toEqual([
      `"Me" <My-Alias+shop@kauke.test>, "Carol (carol at x.com)" <${reverseOf('carol@x.com')}>, ` +
        `"bob at example.com" <${reverseOf('bob@example.com')}>`,
    ]);
    expect(forwardedValues(forwarded, 'cc').map(decodeWords)).toEqual([
      `"dave at y.org" <${reverseOf('dave@y.org')}>, Zë (z at y.org) <${reverseOf('z@y.org')}>`,
    ]);
    expect(forwarded.contacts.map(({ correspondent }) => correspondent)).toEqual([
      'bob@example.com',
      'help@example.com',
      'carol@x.com',
      'dave@y.org',
      'z@y.org',
    ]);
  });

  it('gives ten correspondents a reverse address and names the others in a field that nothing answers to', () => {
    const people = Array.from({ length: 12 }, (_, index) => `P${index} <p${index}@x.com>`).join(', ');
    const head = 'Reply-To: r@x.com\r\nFrom: bob@example.com\r\nX-Kauke-Also-To: forged\r\n';
    const forwarded = forward(
      keys,
      `To: ${people}\r\n${head}Cc: "Dan, EU; Eve" <dan@y.example>, =?utf-8?Q?=C5=BD?= <z@y.example>\r\n\r\n`,
    );
    expect(forwarded.contacts).toHaveLength(10);
    expect(forwarded.contacts[1]?.correspondent).toBe('r@x.com');
    expect(parseMailboxes(forwardedValues(forwarded, 'to')[0] ?? '').map(({ name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, index) => `P${index} (p${index} at x.com)`),
    );
    expect(forwardedValues(forwarded, 'cc')).toEqual([]);
    expect(forwardedValues(forwarded, 'x-kauke-also-to').map(decodeWords)).toEqual([
      '"P8 (p8 at x.com)", "P9 (p9 at x.com)", "P10 (p10 at x.com)", "P11 (p11 at x.com)", ' +
        '"Dan, EU; Eve (dan at y.example)", Ž (z at y.example)',
    ]);
    expect(forwarded.header.toString()).not.toMatch(/:;|forged/);
    const all = Array.from({ length: 10 }, (_, index) => `r${index}@x.com`).join(', ');
    const beyond = forward(keys, `From: bob@example.com\r\nReply-To: ${all}\r\nTo: Dan <dan@y.example>\r\n\r\n`);
    expect(forwardedValues(beyond, 'to')).toEqual([forwardAlias.address]);
    expect(forwardedValues(beyond, 'x-kauke-also-to')).toEqual(['"Dan (dan at y.example)"']);
    const replyTos = Array.from({ length: 12 }, (_, index) => `r${index}@x.com`).join(', ');
    expect(
      forwardedValues(forward(keys, `From: bob@example.com\r\nReply-To: ${replyTos}\r\n\r\n`), 'reply-to')[0],
    ).not.toContain(':;');
  });

  it('changes no octet of the body and of the ASCII fields it passes', () => {
    const header =
      'Received: from a\r\n by b for <my-alias@kauke.test>; x\r\nSUBJECT : e =?utf-8?Q?x?=\r\n\tfolded@\r\n' +
      'MIME-Version: 1.0\r\nContent-Type: text/plain;\r\n\tcharset=x\r\nX-Thing:  spaced \r\n';
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
        const content = Buffer.concat([Buffer.from(`From: a@b.com\r\n${header}\r\n`, 'latin1'), octets]);
        const forwarded = forward(keys, content);
        expect(forwarded.body.equals(octets)).toBe(true);
        expect(forwarded.header.includes(Buffer.from(header, 'latin1'))).toBe(true);
      }),
    );
  });

  it('encodes raw UTF-8 and Latin-1 so that no target needs SMTPUTF8', () => {
    const text =
      `${simple.replace('Hi', 'Žinia — =?utf-8?Q?=E2=82=AC?= ok')}Content-Type: application/pdf; name="sąskaita.pdf"\r\n` +
      'List-Id: "Žinios" <news.l.org>\r\nList-Help: <https://l.org/ž?a=1>\r\nX-Note: ą\r\nReceived: from ž by b; x\r\n\r\nž';
    const forwarded = forward(keys, Buffer.from(text));
    expect(isAscii(forwarded.header)).toBe(true);
    expect(forwarded.body.toString()).toBe('ž');
    expect(forwardedValues(forwarded, 'subject').map(decodeWords)).toEqual(['Žinia — € ok']);
    expect(forwardedValues(forwarded, 'x-note').map(decodeWords)).toEqual(['ą']);
    expect(parseParameters(forwardedValues(forwarded, 'content-type')[0] ?? '').parameters.get('name')).toBe(
      'sąskaita.pdf',
    );
    expect(forwardedValues(forwarded, 'list-id').map(decodeWords)).toEqual(['Žinios <news.l.org>']);
    expect(forwardedValues(forwarded, 'list-help')).toEqual(['<https://l.org/%C5%BE?a=1>']);
    expect(forwardedValues(forwarded, 'received')[1]).toBe('from ? by b; x');
    const latin = forward(keys, Buffer.from(`${simple.replace('Hi', 'caf\u00e9')}\r\n`, 'latin1'));
    expect(forwardedValues(latin, 'subject').map(decodeWords)).toEqual(['café']);
  });

  it('shows ids of messages as the owner knows them', () => {
    const sealed = sealThreadId(keys, forwardAlias, 'own-1@client.example');
    const forwarded = forward(
      keys,
      `${simple}In-Reply-To: <${sealed}>\r\nReferences: <root@e.com>\r\n\t<${sealed}> junk\r\n\r\n`,
    );
    const turned = (id: string): string => `<${sealThreadId(keys, forwardAlias, id)}>`;
    expect(forwardedValues(forwarded, 'message-id')).toEqual([turned('1@e.com')]);
    expect(forwardedValues(forwarded, 'in-reply-to')).toEqual(['<own-1@client.example>']);
    expect(forwardedValues(forwarded, 'references')).toEqual([`${turned('root@e.com')} <own-1@client.example>`]);
  });

  it('adds one Received on top, a loop mark and the sealed reverse-path', () => {
    const forwarded = forward(
      keys,
      `X-Kauke-Loop: v1.${'A'.repeat(22)}\r\nX-Kauke-Return-Path: foreign\r\n${simple}\r\n`,
    );
    const [results, first] = forwardedFields(forwarded);
    expect(results?.name).toBe('Authentication-Results');
    expect(first && fieldText(first)).toBe(
      'from mail.sender.example ([192.0.2.1]) by mx.kauke.test with ESMTPS id queue1 for <my-alias@kauke.test>; ' +
        'Sat, 21 Nov 2026 12:00:00 +0000',
    );
    expect(forwardedValues(forwarded, 'x-kauke-loop')).toHaveLength(2);
    expect(isLooping(keys, forwardAlias, parseMessage(forwarded.header), 'bob@sender.example')).toBe(true);
    const [sealed = '', other] = forwardedValues(forwarded, 'x-kauke-return-path');
    expect(other).toBeUndefined();
    const opened = keys.open(
      { field: 'return_path', rowId: forwardAlias.id },
      Buffer.from(sealed.replaceAll(' ', ''), 'base64url'),
    );
    expect(opened.toString()).toBe('bounces@sender.example');
    expect(forwardedValues(forward(keys, `${simple}\r\n`, { reversePath: '' }), 'x-kauke-return-path')).toEqual([]);
  });

  it('writes a harmless Received for odd clients', () => {
    const client = { remoteAddress: '2001:db8::1', helo: 'x) by evil <a@b>;\r\nFrom: e', protocol: 'ESMTP' };
    expect(forwardedValues(forward(keys, `${simple}\r\n`, { client }), 'received')[0]).toMatch(
      /^from xbyevilabFrom:e \(\[IPv6:2001:db8::1\]\) by mx/,
    );
    const inProcess = { remoteAddress: null, helo: '', protocol: 'ESMTP' };
    expect(forwardedValues(forward(keys, `${simple}\r\n`, { client: inProcess }), 'received')[0]).toMatch(
      /^by mx\.kauke\.test with/,
    );
  });

  it('adds Date and Message-ID only where they are missing', () => {
    const forwarded = forward(keys, 'From: a@b.com\r\n\r\n');
    expect(forwardedValues(forwarded, 'date')).toEqual(['Sat, 21 Nov 2026 12:00:00 +0000']);
    expect(forwardedValues(forwarded, 'message-id')[0]).toMatch(/^<[\w-]+@kauke\.test>$/);
    expect(forwardedValues(forward(keys, `${simple}\r\n`), 'date')).toEqual(['x']);
    expect(forwardedValues(forward(keys, `${simple}\r\n`), 'message-id')).toEqual([
      `<${sealThreadId(keys, forwardAlias, '1@e.com')}>`,
    ]);
  });

  it('keeps web links of lists and turns their mail addresses', () => {
    const list = (text: string): ForwardedMessage => forward(keys, `${text}${simple}\r\n`);
    const reverse = reverseOf('u@l.org');
    const mixed = list(
      'List-Unsubscribe: <mailto:u@l.org?subject=un%20sub@x&cc=c@l.org&body=please>, <https://l.org/u?\r\n a=1>\r\n' +
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    );
    expect(forwardedValues(mixed, 'list-unsubscribe')).toEqual([
      `<mailto:${reverse}?subject=un%20sub%40x&body=please>, <https://l.org/u?a=1>`,
    ]);
    expect(forwardedValues(mixed, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(mixed.contacts.map(({ correspondent }) => correspondent)).toEqual(['bob@example.com', 'u@l.org']);
    const mailOnly = list(
      'List-Unsubscribe: <MAILTO:%75@L.org>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    );
    expect(forwardedValues(mailOnly, 'list-unsubscribe')).toEqual([`<mailto:${reverse}>`]);
    expect(forwardedValues(mailOnly, 'list-unsubscribe-post')).toEqual([]);
    expect(forwardedValues(list('List-Post: NO\r\nList-Id: News <news.l.org>\r\n'), 'list-post')).toEqual(['NO']);
    expect(forwardedValues(list('List-Post: NO\r\nList-Id: News <news.l.org>\r\n'), 'list-id')).toEqual([
      'News <news.l.org>',
    ]);
    expect(forwardedValues(list('List-Post: list@l.org\r\n'), 'list-post')).toEqual([]);
    expect(forwardedValues(list(`List-Help: <https://x/${'a'.repeat(2000)}@>\r\n`), 'list-help')).toEqual([]);
    expect(forwardedValues(list('List-Owner: <mailto:not an address>\r\n'), 'list-owner')).toEqual([]);
  });

  it('folds what it writes and never exceeds 998 octets a line', () => {
    const long = `${'é'.repeat(60)}@${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const forwarded = forward(
      keys,
      Buffer.from(`From: ${'ž'.repeat(300)} <${long}>\r\nTo: ${'x '.repeat(2000)}<${long}>\r\n\r\n`),
    );
    for (const line of forwarded.header.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('gives a message that parses, with the signature of the alias domain', async () => {
    const key = rsaKey(14);
    const { header, body } = forward(keys, `${simple}Content-Type: text/plain\r\n\r\nhello  \r\n\r\n`);
    const signature = await signDkim({
      fields: parseMessage(header).fields,
      bodyHash: createBodyHashes(body).sha256('relaxed'),
      domain: forwardAlias.domain,
      selector: 's',
      key,
      now: forwardedAt,
    });
    const message = Buffer.concat([signature, header, Buffer.from('\r\n'), body]);
    const record = dkimRecord({ name: forwardAlias.domain, selector: 's', key });
    const { results } = await dkimVerify(message, {
      resolver: () => Promise.resolve([[record.value]]),
      curTime: forwardedAt,
    });
    expect(results[0]?.status).toMatchObject({ result: 'pass', aligned: forwardAlias.domain });
    const parsed = await PostalMime.parse(message);
    expect(parsed.from).toEqual({
      name: '[unverified] Bob (bob at example.com)',
      address: reverseOf('bob@example.com'),
    });
    expect(parsed.text?.trim()).toBe('hello');
  });

  it('takes 10,000 fields, a megabyte of recipients and any garbage', () => {
    forward(keys, `From: a@b.com\r\n${'X-A: b@c.d\r\n'.repeat(9_990)}\r\n`);
    forward(keys, `From: a@b.com\r\nTo: ${'a@b.cd,'.repeat(140_000)}\r\n\r\n`);
    fc.assert(
      fc.property(fc.array(anyText({ maxLength: 30 }), { maxLength: 8 }), (texts) => {
        const names = ['To', 'Cc', 'Reply-To', 'List-Post', 'X-A', 'Subject', 'Sender', 'List-Unsubscribe'];
        const lines = texts.map((text, index) => `${names[index]}: ${text.replaceAll(/[\r\n]/g, '')}\r\n`);
        const { header } = forward(keys, Buffer.from(`From: a@b.com\r\n${lines.join('')}\r\nbody`));
        expect(parseMessage(Buffer.concat([header, Buffer.from('\r\nbody')])).body.toString()).toBe('body');
      }),
    );
  });
});
