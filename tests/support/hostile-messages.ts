import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { hostileHeader, hostileUnits, readFields } from '#support/hostile-units.ts';

/** A message that a mail server must survive. */
export interface HostileMessage {
  readonly name: string;
  readonly content: Buffer;
  readonly reply: SmtpReply;
  /** Its body arrives octet by octet; false: it is refused, or holds a calendar. */
  readonly bodyArrives: boolean;
}

const kibibyte = 1024;
/** What takes quadratic time over one of them never ends over eight; as much as a message may hold is there besides. */
const mebibyte = 1024 * kibibyte;

const mixed = `${hostileHeader}Content-Type: multipart/mixed; boundary=b\r\n`;
const hello = '\r\nHello.\r\n';

function fill(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / unit.length));
}
function each(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

function forwarded(name: string, text: string): HostileMessage {
  return {
    name,
    content: Buffer.from(text, 'latin1'),
    reply: smtpReplies.messageAccepted,
    bodyArrives: true,
  };
}
function refused(name: string, text: string, reply: SmtpReply): HostileMessage {
  return {
    ...forwarded(name, text),
    reply,
    bodyArrives: false,
  };
}

const headerTooLarge = smtpReplies.headerTooLarge(mebibyte, 10_000);

const headers = (): readonly HostileMessage[] => [
  forwarded('9,990 header fields', `${hostileHeader}${'X-A: b\r\n'.repeat(9_990)}${hello}`),
  refused('10,001 header fields', `${hostileHeader}${'X-A: b\r\n'.repeat(9_996)}${hello}`, headerTooLarge),
  forwarded('a field of almost 1 MiB in folds', `${hostileHeader}X-A: b\r\n${fill(' abc\r\n', 1_000_000)}${hello}`),
  forwarded('a field of almost 1 MiB in one line', `${hostileHeader}X-A: ${fill('x', 1_000_000)}\r\n${hello}`),
  refused(
    'a field of more than 1 MiB',
    `${hostileHeader}X-A: b\r\n${fill(' abc\r\n', 1_100_000)}${hello}`,
    headerTooLarge,
  ),
  refused('25 MiB of header', `${hostileHeader}${fill('X: a\r\n', 24 * mebibyte)}`, headerTooLarge),
  forwarded(
    '9,990 recipients in fields of their own',
    `${hostileHeader}${each(9_990, (at) => `To: A${at} <a${at}@b.example>\r\n`)}${hello}`,
  ),
  forwarded(
    '60,000 recipients in one field',
    `${hostileHeader}Cc: ${each(60_000, (at) => `a${at}@b.example,`)}x@b.example\r\n${hello}`,
  ),
  forwarded(
    '9,990 signatures',
    `${'DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=x; bh=YQ==; b=YQ==; h=from\r\n'.repeat(9_990)}${hostileHeader}${hello}`,
  ),
  forwarded(
    '9,990 loop marks',
    `${hostileHeader}${each(9_990, (at) => `X-Kauke-Loop: v${at + 1}.${'A'.repeat(22)}\r\n`)}${hello}`,
  ),
  forwarded('a subject of 900 kB in raw UTF-8', `${hostileHeader}Subject: ${fill('\xc3\xa9', 900_000)}\r\n${hello}`),
  forwarded(
    'octets of no charset',
    `${hostileHeader}Subject: \xff\xfe\x80 \x01\x7f\r\nX-B: =?klingon?q?=FF?= =?utf-8?b?////?=\r\n${hello}`,
  ),
];

const patterns = (): readonly HostileMessage[] =>
  hostileUnits.map((unit) =>
    forwarded(
      `fields of nothing but ${JSON.stringify(unit)}`,
      `${hostileHeader}${readFields.map((name) => `${name}: x${fill(unit, 30_000)}x\r\n`).join('')}${hello}`,
    ),
  );

const parts = (): readonly HostileMessage[] => [
  forwarded('900 parts', `${mixed}\r\n${'--b\r\n\r\nx\r\n'.repeat(900)}--b--\r\n`),
  refused('10,000 parts', `${mixed}\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}--b--\r\n`, smtpReplies.unreadableParts),
  refused(
    '1,000 multiparts within each other',
    `${hostileHeader}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${each(1_000, (at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`)}x\r\n`,
    smtpReplies.unreadableParts,
  ),
  refused(
    '1,000 messages within each other',
    `${hostileHeader}Content-Type: message/rfc822\r\n\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)}x\r\n`,
    smtpReplies.unreadableParts,
  ),
  refused(
    '900 parts with 5,000 fields each',
    `${mixed}\r\n${`--b\r\n${'X:\r\n'.repeat(5_000)}\r\n\r\n`.repeat(900)}--b--\r\n`,
    smtpReplies.unreadableParts,
  ),
  forwarded(
    '900 multiparts that do not begin, and 20 MiB of dashes',
    `${mixed}\r\n${each(900, (at) => `--b\r\nContent-Type: multipart/mixed; boundary=c${at}\r\n\r\n`)}--b\r\n\r\n${fill(`${'-'.repeat(76)}\r\n`, 20 * mebibyte)}--b--\r\n`,
  ),
  forwarded(
    'parameters that make a pattern go back and forth',
    `${mixed}\r\n${`--b\r\nContent-Type: text/plain (${'\\"'.repeat(15_000)}\r\n\r\nx\r\n`.repeat(300)}--b--\r\n`,
  ),
  refused(
    'a boundary of 30 kB',
    `${hostileHeader}Content-Type: multipart/mixed; boundary="${'-'.repeat(30_000)}"\r\n\r\n${fill(`${'-'.repeat(900)}\r\n`, 20 * mebibyte)}`,
    smtpReplies.unreadableParts,
  ),
];

const calendar = `${hostileHeader}Content-Type: text/calendar\r\n\r\n`;
const calendarInBase64 = `${hostileHeader}Content-Type: text/calendar\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
const calendars = (): readonly HostileMessage[] => [
  forwarded('a calendar of 8 MiB of people', `${calendar}${fill('ATTENDEE:mailto:a@b.example\r\n', 8 * mebibyte)}`),
  ...['=', '= ', '=-', '=YQ', 'YQ==\r\n'].map((unit) =>
    forwarded(
      `a calendar of 500 KiB of ${JSON.stringify(unit)} in base64`,
      `${calendarInBase64}${fill(unit, 500 * kibibyte)}\r\n`,
    ),
  ),
  forwarded(
    'a file of 8 MiB of padding',
    `${calendarInBase64}${fill('=', 8 * mebibyte)}\r\n`.replace('text/calendar', 'image/png'),
  ),
  forwarded('a calendar of 8 MiB of empty lines', `${calendar}${fill('\r\n', 8 * mebibyte)}`),
  {
    ...forwarded(
      'a calendar of one line in 100,000 folds',
      `${calendar}ATTENDEE\r\n :mailto:a@b.example${'\r\n a'.repeat(100_000)}\r\n`,
    ),
    bodyArrives: false,
  },
  {
    ...forwarded(
      'a calendar of 17,000 people',
      `${calendar}${fill('ATTENDEE;CN=A:mailto:a@b.example\r\n', 500 * kibibyte)}`,
    ),
    bodyArrives: false,
  },
];

const longSignatures = each(
  10,
  (at) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/${at % 2 === 0 ? 'simple' : 'relaxed'}; d=a.example; s=x; l=${6_000_000 + at}; bh=YQ==; b=YQ==; h=from\r\n`,
);
const bodies = (): readonly HostileMessage[] => [
  forwarded(
    'a body of 8-bit garbage',
    `${hostileHeader}\r\n${each(40, () => `${String.fromCharCode(...Array.from({ length: 244 }, (_, at) => at + 11 + Number(at > 1)))}\r\n`)}`,
  ),
  forwarded('almost 25 MiB', `${hostileHeader}\r\n${fill(`${'x'.repeat(76)}\r\n`, 25 * mebibyte - 1_000)}`),
  forwarded('8 MiB of empty lines', `${hostileHeader}\r\n${fill('\r\n', 8 * mebibyte)}`),
  forwarded('8 MiB of blanks', `${hostileHeader}\r\n${fill(' \t', 8 * mebibyte)}\r\n`),
  forwarded(
    '8 MiB of blanks at line ends, and ten signatures with lengths',
    `${longSignatures}${hostileHeader}\r\n${fill('a  b \r\n', 8 * mebibyte)}`,
  ),
  forwarded('lines of 990 to 1,001 octets', `${hostileHeader}\r\n${each(12, (at) => `${'x'.repeat(990 + at)}\r\n`)}`),
  forwarded('a line of 2 MiB', `${hostileHeader}\r\n${fill('x', 2 * mebibyte)}\r\n`),
  forwarded('dots at every line start', `${hostileHeader}\r\n${fill('.\r\n..\r\n', 300_000)}`),
  forwarded(
    'wrong charsets and encodings',
    `${mixed}\r\n${['klingon', 'utf-7', 'utf-16', '"', ''].map((charset) => `--b\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: x-unknown\r\n\r\n\xff\xfe=FF\r\n`).join('')}--b--\r\n`,
  ),
];

/** Every kind of message that may make a server slow or wrong, each valid on the wire. Made when asked for: they are a quarter of a gigabyte. */
export function makeHostileMessages(): HostileMessage[] {
  return [...headers(), ...patterns(), ...parts(), ...calendars(), ...bodies()];
}

/** Whatever is done for each alias takes its time with this one. `fields`: more than this in its header. */
export function makeWideMessage(fields: number): Buffer {
  return Buffer.from(
    [
      hostileHeader,
      each(fields / 2, (at) => `To: A${at} <a${at}@b.example>\r\n`),
      each(fields / 2, (at) => `X-Kauke-Loop: v${at + 1}.${'A'.repeat(22)}\r\n`),
      'Content-Type: text/calendar\r\n\r\n',
      fill('ATTENDEE;CN=A:mailto:a@b.example\r\n', 20 * kibibyte),
    ].join(''),
    'latin1',
  );
}

/** Its calendar is small, and yet the body is another one for each alias. */
export function makeLargeInvitation(): Buffer {
  return Buffer.from(
    `${mixed}\r\n--b\r\nContent-Type: text/calendar\r\n\r\nATTENDEE:mailto:a@b.example\r\n--b\r\n\r\n${fill('x\r\n', 2 * mebibyte)}--b--\r\n`,
    'latin1',
  );
}

/** An invitation of so many octets, one guest a line. */
export function makeCrowdedInvitation(bytes: number): Buffer {
  return Buffer.from(
    `${mixed}\r\n--b\r\nContent-Type: text/calendar\r\n\r\n${fill('ATTENDEE:mailto:a@b.example\r\n', bytes)}--b--\r\n`,
    'latin1',
  );
}
