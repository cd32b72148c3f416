import type { KeyRing } from '#core/keys/key-ring.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

export const returnPathName = 'X-Kauke-Return-Path';
const fieldKey = returnPathName.toLowerCase();
function sealContext(aliasId: string) {
  return { field: 'return_path', rowId: aliasId };
}

/** Who hears of a bounce, and by which names the message is known there (RFC 3461 §4.2, §4.4). */
export interface ReturnPath {
  readonly reversePath: string;
  /** ENVID. */
  readonly envelopeId: string | null;
  /** ORCPT. */
  readonly original: string | null;
}

/**
 * The reverse-path of a proven sender, sealed for the case of a bounce and cut into words that fold. It stands in the
 * forwarded message alone: nothing of it is kept by us.
 */
export function makeReturnPathField(
  keys: KeyRing,
  aliasId: string,
  { reversePath, envelopeId, original }: ReturnPath,
): HeaderField {
  const isNamed = envelopeId !== null || original !== null;
  const told = isNamed ? [reversePath, envelopeId ?? '', original ?? ''].join('\n') : reversePath;
  const sealed = keys.seal(sealContext(aliasId), told).toString('base64url');
  return makeField(returnPathName, sealed.replaceAll(/.{54}/g, '$& '));
}

/** What a returned message of this alias carries; null when it carries nothing of ours. Never throws. */
export function readReturnPathField(
  keys: KeyRing,
  aliasId: string,
  returned: readonly HeaderField[],
): ReturnPath | null {
  const field = returned.find(({ key }) => key === fieldKey);
  if (field === undefined) return null;
  try {
    const sealed = Buffer.from(fieldText(field).replaceAll(/\s/g, ''), 'base64url');
    const [reversePath = '', envelopeId = '', original = ''] = keys
      .open(sealContext(aliasId), sealed)
      .toString()
      .split('\n');
    return { reversePath, envelopeId: envelopeId || null, original: original || null };
  } catch {
    return null;
  }
}
