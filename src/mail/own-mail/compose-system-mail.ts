import type { SystemMail } from '#core/system-mail.ts';
import type { Random } from '#platform/random.ts';
import { encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { joinHeader, makeField, formatDate } from '#protocol/message/header-fields.ts';

export interface SystemMailSettings {
  /** A-label; the mail comes from its postmaster. */
  readonly domain: string;
  readonly now: Date;
  readonly random: Random;
}

/** A message before signing: header block without its closing empty line, body with CRLF line ends. */
export interface ComposedMail {
  readonly header: Buffer;
  readonly body: Buffer;
}

/** RFC 2045 §6.8: lines of at most 76 characters. Base64 carries any text unharmed, whatever relays do to line ends. */
function base64Lines(text: string): string {
  return Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'))
    .toString('base64')
    .replaceAll(/.{76}(?!$)/g, '$&\r\n');
}

function part(boundary: string, type: string, text: string): string {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(text),
    '',
  ].join('\r\n');
}

/**
 * A mail of ours as multipart/alternative, plain text first (RFC 2046 §5.1.4), marked as written by a program
 * (RFC 3834 §5).
 */
export function composeSystemMail(
  { recipient, subject, text, html }: SystemMail,
  { domain, now, random }: SystemMailSettings,
): ComposedMail {
  const boundary = `=_${random.bytes(18).toString('base64url')}`;
  const header = joinHeader([
    makeField('From', `Kauke <postmaster@${domain}>`),
    makeField('To', `<${recipient}>`),
    makeField('Subject', printableAscii.test(subject) ? subject : encodeWords(subject)),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<${random.uuid()}@${domain}>`),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', `multipart/alternative; boundary="${boundary}"`),
    makeField('Auto-Submitted', 'auto-generated'),
  ]);
  const parts = [part(boundary, 'text/plain', text), part(boundary, 'text/html', html), `--${boundary}--`, ''];
  return { header, body: Buffer.from(parts.join('\r\n')) };
}
