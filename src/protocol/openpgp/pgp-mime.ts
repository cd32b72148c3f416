import type { HeaderField } from '#protocol/message/parse-message.ts';
import { makeField } from '#protocol/message/header-fields.ts';

/** What takes the place of a message's Content-* fields and body once it is encrypted. */
export interface SealedContent {
  /** With MIME-Version. */
  readonly fields: readonly HeaderField[];
  readonly body: Buffer;
}

/** PGP/MIME (RFC 3156 §4) around an armoured message. `boundary`: must not occur in it. */
export function composePgpMime(armoured: Buffer, boundary: string): SealedContent {
  const before = [
    `--${boundary}`,
    'Content-Type: application/pgp-encrypted',
    'Content-Description: PGP/MIME version identification',
    '',
    'Version: 1',
    '',
    `--${boundary}`,
    'Content-Type: application/octet-stream; name="encrypted.asc"',
    'Content-Description: OpenPGP encrypted message',
    'Content-Disposition: inline; filename="encrypted.asc"',
    '',
    '',
  ].join('\r\n');
  const type = `multipart/encrypted; protocol="application/pgp-encrypted"; boundary="${boundary}"`;
  return {
    fields: [makeField('MIME-Version', '1.0'), makeField('Content-Type', type)],
    body: Buffer.concat([Buffer.from(before), armoured, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
