import type { KeyRing } from '#core/keys/key-ring.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

export const returnPathName = 'X-Kauke-Return-Path';
const fieldKey = returnPathName.toLowerCase();
function sealContext(aliasId: string) {
  return { field: 'return_path', rowId: aliasId };
}

/** By which names a message and its recipient are known where a report goes (RFC 3461 §4.2, §4.4). */
export interface SenderNames {
  /** ENVID. */
  readonly envelopeId: string | null;
  /** ORCPT: `rfc822;bob@example.com`. */
  readonly original: string | null;
  /** RCPT, where it was not written as the alias is: in another case, with a tag. */
  readonly recipient: string | null;
}

/** Who hears of a bounce. */
export interface ReturnPath extends SenderNames {
  readonly reversePath: string;
}

/**
 * The reverse-path of a proven sender, sealed for the case of a bounce and cut into words that fold. It stands in the
 * forwarded message alone: nothing of it is kept by us.
 */
export function makeReturnPathField(
  keys: KeyRing,
  aliasId: string,
  { reversePath, envelopeId, original, recipient }: ReturnPath,
): HeaderField {
  const names = [envelopeId, original, recipient];
  const told = names.every((name) => name === null) ? [reversePath] : [reversePath, ...names.map((name) => name ?? '')];
  const sealed = keys.seal(sealContext(aliasId), told.join('\n')).toString('base64url');
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
    const [reversePath = '', envelopeId = '', original = '', recipient = ''] = keys
      .open(sealContext(aliasId), sealed)
      .toString()
      .split('\n');
    return { reversePath, envelopeId: envelopeId || null, original: original || null, recipient: recipient || null };
  } catch {
    return null;
  }
}
