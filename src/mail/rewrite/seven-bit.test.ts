import { isAscii } from 'node:buffer';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { toSevenBit } from '#mail/rewrite/seven-bit.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { findField, joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';
import { countTurns } from '#support/count-turns.ts';
import { keyRecordOf } from '#support/key-record.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const key = rsaKey(14);
const domain = { id: '1', name: 'kauke.test', selector: 'k1', key, ed25519: null, spare: null, retired: false };
const now = new Date('2026-11-22T12:00:00Z');
const domains: DomainDirectory = {
  find: (name) => (name === domain.name ? domain : null),
  findProven: async () => null,
  recallProven: () => null,
  signer: (name) => (name === domain.name ? domain : null),
  all: () => [domain],
  names: () => [domain.name],
  reload: async () => {},
  close: () => {},
};
const context = { domains, clock: { now: () => now.getTime() } };

function crlf(...lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** A message as it leaves us: signed on top of the header, the header's empty line at its end. */
async function signed(octets: Buffer): Promise<Buffer[]> {
  const { fields, body } = parseMessage(octets);
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const header = await signMail(domain, { fields, bodyHash, now, ownFields: ['x-own'] });
  return [Buffer.concat([header, Buffer.from('\r\n')]), body];
}

async function converted(octets: Buffer): Promise<Buffer | null> {
  const pieces = await toSevenBit(context, await signed(octets));
  return pieces && Buffer.concat(pieces);
}

async function dkimOf(octets: Buffer): Promise<(string | undefined)[]> {
  const record = keyRecordOf({ ...domain, key });
  const resolver = async (name: string) => (name === record.name ? [[record.value]] : []);
  const { results } = await dkimVerify(octets, { resolver, curTime: now });
  return results.map(({ status }) => status.result);
}

/** Each part that is no composite: its type and octets. */
function leavesOf(octets: Buffer) {
  return Array.from(walkParts(parseParts(parseMessage(octets)).root))
    .filter(({ children }) => children.length === 0)
    .map(({ type, content, encoding }) => `${type} ${decodeTransfer(content, encoding).toString('latin1')}`);
}

const head = ['From: a@kauke.test', 'To: b@c.example', 'X-Own: 1', 'MIME-Version: 1.0'] as const;
const mixed = 'Content-Type: multipart/mixed; boundary="b 1"';
const text = [
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Grüße, =20 \t',
] as const;
const html = ['Content-Type: text/html; charset=iso-8859-2', 'Content-Transfer-Encoding: 8bit', '', '<p>Žž'] as const;
const binary = ['Content-Type: image/png', 'Content-Transfer-Encoding: binary', '', 'ÿ\0þ\nÿÿÿÿ\rüüüü'] as const;
const signedParts = [
  'Content-Type: multipart/signed; boundary=s',
  '',
  '--s',
  '',
  'fixed',
  '--s',
  'Content-Type: application/pgp-signature',
  '',
  'x',
  '--s--',
] as const;
const inner = ['Content-Type: message/rfc822', '', 'From: x@y.example', 'Subject: Äh', '', 'öö'] as const;

const cases: readonly (readonly [string, Buffer])[] = [
  ['text', crlf(...head, ...text)],
  [
    'text with a body as 7bit',
    crlf(...head, 'Content-Type: text/plain; charset=utf-8', '', '--ü', '.', 'ü '.repeat(99)),
  ],
  ['a long text', crlf(...head, ...text, 'ü'.repeat(300_000))],
  ['parts', crlf(...head, mixed, '', '--b 1', ...text, '--b 1', ...html, '--b 1', ...binary, '--b 1--')],
  ['an enclosed message', crlf(...head, mixed, '', '--b 1', ...inner, '--b 1', 'X: ü', '', 'plain', '--b 1--')],
  ['a signature beside it', crlf(...head, mixed, '', '--b 1', ...signedParts, '--b 1', ...text, '--b 1--')],
  ['quoted-printable with raw octets', crlf(...head, 'Content-Transfer-Encoding: quoted-printable', '', '=C3=BC ü')],
];

describe('a message for a server that takes ASCII only', () => {
  it.each(cases)('keeps what its parts say, and is signed after that: %s', async (_, octets) => {
    const recoded = await converted(octets);
    if (recoded === null) throw new Error('not converted');
    expect(isAscii(recoded)).toBe(true);
    expect(leavesOf(recoded)).toEqual(leavesOf(octets));
    expect(await dkimOf(recoded)).toEqual(['pass']);
    expect(String(parseMessage(recoded).fields[0]?.raw).replaceAll(/\s/g, '')).toMatch(/:x-own;bh=/);
    expect(recoded.includes('8bit')).toBe(false);
    const { fields, body } = parseMessage(recoded);
    for (const line of Buffer.concat([joinHeader(fields), body])
      .toString('latin1')
      .split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(998);
    }
  });

  it.each([
    ['utf-8', 'Grüße', Buffer.from('Grüße')],
    ['unknown-8bit', 'Grüße', Buffer.from('Grüße', 'latin1')],
  ])('says of text that never said what it is: %s', async (charset, expected, body) => {
    const recoded = await converted(Buffer.concat([crlf('From: a@kauke.test', ''), body]));
    const message = parseMessage(recoded ?? Buffer.alloc(0));
    expect(findField(message.fields, 'content-type')).toBe(`text/plain; charset=${charset}`);
    expect(findField(message.fields, 'mime-version')).toBe('1.0');
    expect(decodeText(parseParts(message).root)).toBe(expected);
  });

  it('loses the words around its parts where they are not ASCII', async () => {
    const recoded = await converted(crlf(...head, mixed, '', 'vorüber', '--b 1', '', 'text', '--b 1--', 'ü'));
    expect(leavesOf(recoded ?? Buffer.alloc(0))).toEqual(['text/plain text']);
    expect(isAscii(recoded ?? Buffer.from('ü'))).toBe(true);
  });

  it.each([
    ['signed', ['Content-Type: multipart/signed; boundary=b', '', '--b', '', 'ü', '--b', '', 'x', '--b--']],
    [
      'signed within a message',
      ['Content-Type: message/rfc822', '', 'Content-Type: multipart/signed; boundary=b', '', '--b', '', 'ü', '--b--'],
    ],
    ['a multipart without parts', [mixed, '', 'ü']],
    ['a piece of a message', ['Content-Type: message/partial', '', 'ü']],
    [
      'more levels than are read',
      Array.from({ length: 25 }, () => ['Content-Type: message/rfc822', ''])
        .flat()
        .concat('ü'),
    ],
  ])('is not to be had where a part must stand as it is: %s', async (_, lines) => {
    expect(await converted(crlf(...head, ...lines))).toBeNull();
  });

  it('goes unsigned where it never was, and fails where its domain is gone', async () => {
    const block = crlf('From: a@elsewhere.example', '');
    const [header] = (await toSevenBit(context, [block, Buffer.from('ü')])) ?? [];
    expect(String(header)).not.toContain('DKIM');
    const gone = { ...context, domains: { ...domains, signer: () => null } };
    await expect(toSevenBit(gone, await signed(crlf(...head, ...text)))).rejects.toThrow('a domain was removed');
  });

  it.each<[string, number, string]>([
    ['one large part', 2, [...text, 'ü'.repeat(12_000_000)].join('\r\n')],
    [
      'parts of a few marks',
      300,
      [
        mixed,
        ...Array(900)
          .fill(['', '--b 1', ...text, 'üxxxxxxx'.repeat(2500)])
          .flat(),
      ].join('\r\n'),
    ],
    ['words around parts', 1, [mixed, '', '--ü\r\n'.repeat(290_000), '--b 1', '', 'x', '--b 1--'].join('\r\n')],
  ])('gives way to others before it is signed: %s', async (_, least, lines) => {
    const pieces = await signed(crlf(...head, lines));
    const before: number[] = [];
    const { result } = await countTurns((soFar) => {
      const signer: DomainDirectory['signer'] = (name) => (before.push(soFar()), domains.signer(name));
      return toSevenBit({ ...context, domains: { ...domains, signer } }, pieces);
    });
    expect(result).not.toBeNull();
    expect(before).toHaveLength(1);
    expect(before[0]).toBeGreaterThanOrEqual(least);
  });
});
