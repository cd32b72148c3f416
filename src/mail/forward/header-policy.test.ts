import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { parseRecipient } from '#mail/recipient/address-forms.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { forward, forwardAlias, forwardedFields, forwardedValues } from '#support/forward.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

/** Fields that hold ids, traces or free text, which no client writes to. */
const notForAnswers = new Set(['message-id', 'in-reply-to', 'references', 'received', 'subject']);

function isHarmless(address: string): boolean {
  const { kind } = parseRecipient(address);
  return kind === 'reverse' || address.replace(/\+[^@]*/, '') === forwardAlias.address;
}

const dangerous = `Return-Path: <bob@leak.example>
Delivered-To: owner@leak.example
X-Original-To: owner@leak.example
X-Forwarded-To: owner@leak.example
X-Forwarded-For: bob@leak.example owner@leak.example
Envelope-To: owner@leak.example
Apparently-To: owner@leak.example
Received-SPF: pass (x) envelope-from=bob@leak.example
Authentication-Results: mx.kauke.test; spf=pass smtp.mailfrom=bob@leak.example
ARC-Seal: i=1; a=rsa-sha256; d=leak.example; b=x@leak.example
ARC-Message-Signature: i=1; h=from; b=x@leak.example
ARC-Authentication-Results: i=1; smtp.mailfrom=bob@leak.example
DKIM-Signature: v=1; d=leak.example; i=@leak.example; b=x
X-Google-DKIM-Signature: v=1; i=x@leak.example
DomainKey-Signature: q=dns; s=x@leak.example
Sender: bob@leak.example
Resent-From: bob@leak.example
Resent-To: bob@leak.example
Resent-Sender: <bob@leak.example>
Resent-Reply-To: bob@leak.example
Mail-Followup-To: bob@leak.example
Mail-Reply-To: bob@leak.example
Followup-To: bob@leak.example
Disposition-Notification-To: bob@leak.example
Return-Receipt-To: bob@leak.example
X-Confirm-Reading-To: bob@leak.example
Errors-To: <bob@leak.example>
Autocrypt: addr=bob@leak.example; keydata=AAAA
Autocrypt-Gossip: addr=bob@leak.example; keydata=AAAA
Bcc: owner@leak.example
List-Id: <list@leak.example>
List-Post: <mailto:list@leak.example>
List-Help: <mailto:list-request@leak.example?subject=help>
List-Owner: <mailto:owner@leak.example> (owner@leak.example)
List-Subscribe: mailto:join@leak.example
List-Unsubscribe: <mailto:leave@leak.example>, <https://leak.example/u/1>
X-Sender: bob@leak.example
X-Original-From: =?utf-8?B?Ym9iQGxlYWsuZXhhbXBsZQ==?=
X-Reply-To: =?utf-8?Q?bob=40leak.example?=
X-Complaints-To: abuse@leak.example
X-MS-Exchange-Organization-Sender: bob@leak.example
Thread-Topic: bob@leak.example
Reply-To: =?utf-8?Q?bob=40leak.example?= <bob@leak.example>, Odd <odd@leak.example>, broken <bob@leak.example
To: bob@leak.example, "x <evil@leak.example>" <my-alias@kauke.test>, (c@leak.example) d@leak.example
CC: Group: e@leak.example, "f@leak.example"@leak.example;, <@leak.example:g@leak.example>
Cc: "unclosed h@leak.example, i@leak.example
`;

const shapes: Record<string, string> = {
  Gmail: `From: "bob@leak.example" <bob@leak.example>\nMIME-Version: 1.0\nMessage-ID: <CA+1@mail.leak.example>\nSubject: mail bob@leak.example\nContent-Type: multipart/alternative; boundary="0000"\n`,
  Outlook: `From: =?iso-8859-1?Q?Bob=40leak.example?= <bob@leak.example>\nThread-Index: AQH\nAccept-Language: en-US\nX-MS-Has-Attach:\nx-ms-exchange-antispam-relay: 0\nMessage-ID: <DB7@x.prod.outlook.com>\nReferences: <1@leak.example>\n <2@leak.example>\nIn-Reply-To: <2@leak.example>\n`,
  'a list manager': `From: Bob via List <list@leak.example>\nPrecedence: list\nX-BeenThere: list@leak.example\nX-Mailman-Version: 3.3.8\nMessage-ID: <m@leak.example>\n`,
  'a raw 8-bit sender': `From: B\u00f6b \u0000 <b\u00f6b@leak.example> (bob@leak.example)\n`,
};

describe('a forwarded header', () => {
  it.each(Object.keys(shapes))('shaped by %s holds no address a client would answer to but ours', (shape) => {
    for (const text of [(shapes[shape] ?? '') + dangerous, dangerous + (shapes[shape] ?? '')]) {
      const forwarded = forward(keys, `${text.replaceAll('\n', '\r\n')}\r\nbody`);
      for (const field of forwardedFields(forwarded)) {
        if (notForAnswers.has(field.key)) continue;
        const found = decodeWords(fieldText(field)).match(/[^\s<>(),;:"]+@[^\s<>(),;:"?]+/g) ?? [];
        for (const address of found)
          expect([field.name, address, isHarmless(address)]).toEqual([field.name, address, true]);
        expect(field.raw.toString('latin1')).not.toMatch(/@leak/i);
      }
      expect(forwarded.header.toString('latin1')).not.toContain('owner');
      expect(forwardedValues(forwarded, 'list-unsubscribe')[0]).toMatch(/<https:\/\/leak\.example\/u\/1>$/);
    }
  });

  it.each([
    ['auto-notified; owner-email="ann@leak.example"', ['auto-notified']],
    ['auto-replied (of ann@leak.example)', ['auto-replied']],
    ['auto-generated; type=x', ['auto-generated; type=x']],
    ['ann@leak.example', []],
  ])('says that a program wrote it, and not for whom: Auto-Submitted: %s', (value, kept) => {
    const forwarded = forward(keys, `From: a@leak.example\r\nAuto-Submitted: ${value}\r\n\r\nx`);
    expect(forwardedValues(forwarded, 'auto-submitted')).toEqual(kept);
  });
});
