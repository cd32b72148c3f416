import { sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalizeSigned } from '#mail/authenticity/canonicalize-header.ts';
import { parseMessage } from '#mail/message/parse-message.ts';

const signAsync = promisify(sign);

/**
 * Signed once more than they occur, so that nobody can add one (RFC 6376 §5.4, §8.15): what a person reads and what
 * decides how the body is read.
 */
const oversigned = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'sender',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
];

/** Signed as often as they occur (RFC 6376 §5.4.1, RFC 8058 §4). */
const signedIfPresent = [
  'content-id',
  'content-description',
  'content-language',
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'auto-submitted',
  'importance',
  'x-kauke-loop',
  'x-kauke-return-path',
];

const lineLength = 72;

/** Pieces joined by `separator` and folded after it. */
const fold = (pieces: readonly string[], separator: string): string => {
  let line = '';
  const lines: string[] = [];
  for (const piece of pieces) {
    if (line.length + piece.length > lineLength) {
      lines.push(line);
      line = '';
    }
    line += piece + separator;
  }
  lines.push(line.slice(0, line.length - separator.length));
  return lines.join('\r\n ');
};

export interface SignDkimInput {
  /** A header block as `joinHeader` gives it. */
  readonly header: Buffer;
  /** From `hashBody` in relaxed form. */
  readonly bodyHash: Buffer;
  /** A-label; the signature is aligned when it equals the domain of From. */
  readonly domain: string;
  readonly selector: string;
  /** RSA private key. */
  readonly key: KeyObject;
  readonly now: Date;
}

/**
 * A DKIM signature (RFC 6376, rsa-sha256, relaxed/relaxed, whole body) as a complete `DKIM-Signature` field with its
 * CRLF, to be put in front of the header. The RSA computation runs on the thread pool.
 * @throws Error when the key cannot sign.
 */
export const signDkim = async (input: SignDkimInput): Promise<Buffer> => {
  const { fields } = parseMessage(input.header);
  const counts = new Map<string, number>();
  for (const { key } of fields) counts.set(key, (counts.get(key) ?? 0) + 1);
  const names = [...oversigned.map((name) => [name, 1] as const), ...signedIfPresent.map((name) => [name, 0] as const)];
  const signed = names.flatMap(([name, extra]) => Array<string>((counts.get(name) ?? 0) + extra).fill(name));
  const seconds = Math.floor(input.now.getTime() / 1000);
  const field =
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n d=${input.domain};\r\n s=${input.selector}; t=${seconds};\r\n` +
    ` h=${fold(signed, ':')};\r\n bh=${input.bodyHash.toString('base64')};\r\n b=`;
  const unsigned = { name: 'DKIM-Signature', key: 'dkim-signature', raw: Buffer.from(`${field}\r\n`) };
  const text =
    canonicalizeSigned(fields, signed, 'relaxed') +
    canonicalizeSigned([unsigned], ['dkim-signature'], 'relaxed').slice(0, -2);
  const signature = await signAsync('sha256', Buffer.from(text, 'latin1'), input.key);
  const chunks = signature.toString('base64').match(/.{1,72}/g) ?? [];
  return Buffer.from(`${field}${chunks.join('\r\n ')}\r\n`);
};
