import { findCalendars } from '#mail/forward/calendar-parts.ts';
import { openContactBook } from '#mail/forward/contact-book.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { makePayload } from '#mail/webhook/make-payload.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { verifyDkim } from '#protocol/dkim/verify-dkim.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { forward, forwardAlias } from '#support/forward.ts';
import { hostileHeader, hostileUnits, readFields } from '#support/hostile-units.ts';

/** A message of a kind, of about so many octets. */
type Grow = (octets: number) => string;

function fill(unit: string, octets: number): string {
  return unit.repeat(Math.ceil(octets / unit.length));
}

function each(octets: number, make: (at: number) => string): string {
  let text = '';
  for (let at = 0; text.length < octets; at += 1) text += make(at);
  return text;
}

const mixed = `${hostileHeader}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const calendar = `${hostileHeader}Content-Type: text/calendar\r\n`;
const signature = (at: number): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=x; l=${at + 1}; bh=YQ==; b=YQ==; h=from\r\n`;

const kinds: ReadonlyMap<string, Grow> = new Map<string, Grow>([
  ['header fields', (octets) => `${hostileHeader}${fill('X-A: b\r\n', octets)}\r\n`],
  ['copies of one field', (octets) => `${hostileHeader}${fill('Reply-To: b@a.example\r\n', octets)}\r\n`],
  [
    'fields of MIME, each twice',
    (octets) => `${hostileHeader}${each(octets, (at) => `Content-X${at >> 1}: x\r\n`)}\r\n`,
  ],
  ['ids in many fields', (octets) => `${hostileHeader}${each(octets, (at) => `References: <${at}@x.test>\r\n`)}\r\n`],
  ['a field in folds', (octets) => `${hostileHeader}X-A: b\r\n${fill(' abc\r\n', octets)}\r\n`],
  ['recipients', (octets) => `${hostileHeader}${each(octets, (at) => `To: A${at} <a${at}@b.example>\r\n`)}\r\n`],
  [
    'recipients in one field',
    (octets) => `${hostileHeader}Cc: ${each(octets, (at) => `a${at}@b.example,`)}x@b\r\n\r\n`,
  ],
  ['signatures', (octets) => `${each(octets, signature)}${hostileHeader}\r\n`],
  [
    'loop marks',
    (octets) => `${hostileHeader}${each(octets, (at) => `X-Kauke-Loop: v${at + 1}.${'A'.repeat(22)}\r\n`)}\r\n`,
  ],
  ['parts', (octets) => `${mixed}${fill(`--b\r\nX-A: ${'a'.repeat(30)}\r\n\r\nx\r\n`, octets)}--b--\r\n`],
  ['parts with fields', (octets) => `${mixed}${fill(`--b\r\n${'X:\r\n'.repeat(50)}\r\n\r\n`, octets)}--b--\r\n`],
  [
    'dashes within multiparts that do not begin',
    (octets) =>
      `${mixed}${each(2000, (at) => `--b\r\nContent-Type: multipart/mixed; boundary=c${at}\r\n\r\n`)}${fill(`${'-'.repeat(76)}\r\n`, octets)}--b--\r\n`,
  ],
  ['people in a calendar', (octets) => `${calendar}\r\n${fill('ATTENDEE;CN=A:mailto:a@b.example\r\n', octets)}`],
  ['folds in a calendar', (octets) => `${calendar}\r\nATTENDEE\r\n :mailto:a@b.example${fill('\r\n a', octets)}\r\n`],
  [
    'padding in a calendar',
    (octets) => `${calendar}Content-Transfer-Encoding: base64\r\n\r\n${fill('=YQ', octets)}\r\n`,
  ],
  [
    'blanks behind ten signatures',
    (octets) => `${each(1100, signature)}${hostileHeader}\r\n${fill('a  b \r\n', octets)}`,
  ],
  ['line ends', (octets) => `${hostileHeader}\r\n${fill('\r\n', octets)}`],
  ['short lines', (octets) => `${hostileHeader}\r\n${fill('x\r\n', octets)}`],
  ...hostileUnits.map((unit): [string, Grow] => [
    `fields of ${JSON.stringify(unit)}`,
    (octets) =>
      `${hostileHeader}${readFields.map((name) => `${name}: x${fill(unit, octets / readFields.length)}x\r\n`).join('')}\r\n`,
  ]),
]);

/** Kinds of messages of hostile senders. */
export const growingKinds = [...kinds.keys()];

/** Keys of nobody. */
const keys = {
  mac: () => ({ version: 1, mac: Buffer.alloc(32) }),
  macAt: () => Buffer.alloc(32),
  blockCipher: () => ({ encrypt: (block: Buffer) => block, decrypt: (block: Buffer) => block }),
  seal: () => Buffer.alloc(60),
  lookupHash: () => Buffer.alloc(32),
} as unknown as KeyRing;

const nobody = {
  resolver: { txt: () => Promise.resolve({ kind: 'no-name' as const }) },
  clock: { now: () => Date.UTC(2026, 10, 21, 12) },
};

/** Everything that is done with the octets of a message before it is handed on, to inboxes and to webhooks. */
export async function readGrowing(kind: string, octets: number): Promise<void> {
  const content = Buffer.from(kinds.get(kind)?.(octets) ?? '', 'latin1');
  const message = parseMessage(content);
  const check = checkMessage(message, 'bob@sender.example');
  const hashes = createBodyHashes(message.body);
  await verifyDkim(nobody, { message, hashes, localKey: () => null });
  if (check.accepted && findCalendars(check.folded) !== 'unreadable') {
    const { author } = check;
    forward(keys, content, { author, book: openContactBook(keys, forwardAlias, author.address) });
  }
  makePayload({ id: 'msg_1', content: [content], now: new Date(nobody.clock.now()) });
}
