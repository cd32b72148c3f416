import type { KeyObject } from 'node:crypto';
import { canonicalizeSigned, indexFields } from '#protocol/dkim/canonicalize-header.ts';
import { chooseSignedFields } from '#protocol/dkim/choose-signed-fields.ts';
import { foldList, signField } from '#protocol/dkim/sign-field.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

export interface SignDkimInput {
  /** A header block as `joinHeader` gives it. */
  readonly header: Buffer;
  /** Of the whole body in relaxed form. */
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
export async function signDkim({ header, bodyHash, domain, selector, key, now }: SignDkimInput): Promise<Buffer> {
  const index = indexFields(parseMessage(header).fields);
  const signed = chooseSignedFields(index);
  const tags =
    `v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n d=${domain};\r\n` +
    ` s=${selector}; t=${Math.floor(now.getTime() / 1000)};\r\n` +
    ` h=${foldList(signed, ':')};\r\n bh=${bodyHash.toString('base64')};\r\n b=`;
  const covered = canonicalizeSigned(index, signed, 'relaxed');
  const { raw } = await signField({ name: 'DKIM-Signature', tags, covered }, key);
  return raw;
}
