import type { KeyRing } from '#core/keys/key-ring.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

export const returnPathName = 'X-Kauke-Return-Path';
const fieldKey = returnPathName.toLowerCase();
function sealContext(aliasId: string) {
  return { field: 'return_path', rowId: aliasId };
}

/**
 * The reverse-path of a proven sender, sealed for the case of a bounce and cut into words that fold. It stands in the
 * forwarded message alone: nothing of it is kept by us.
 */
export function makeReturnPathField(keys: KeyRing, aliasId: string, reversePath: string): HeaderField {
  const sealed = keys.seal(sealContext(aliasId), reversePath).toString('base64url');
  return makeField(returnPathName, sealed.replaceAll(/.{54}/g, '$& '));
}

/** The reverse-path that a returned message of this alias carries; null when it carries none of ours. Never throws. */
export function readReturnPathField(keys: KeyRing, aliasId: string, returned: readonly HeaderField[]): string | null {
  const field = returned.find(({ key }) => key === fieldKey);
  if (field === undefined) return null;
  try {
    const sealed = Buffer.from(fieldText(field).replaceAll(/\s/g, ''), 'base64url');
    return keys.open(sealContext(aliasId), sealed).toString();
  } catch {
    return null;
  }
}
