import type { KeyRing } from '#core/keys/key-ring.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** The field that says, to us alone, which aliases a message has been through. */
export const loopMarkName = 'X-Kauke-Loop';

const loopMarkKey = loopMarkName.toLowerCase();
const macBytes = 16;
/** Marks looked at, the newest first: a message that had come further would have been refused for its Received fields. */
const maxMarks = 100;
const markForm = /^v([1-9][0-9]{0,4})\.[A-Za-z0-9_-]{22}$/;

function formatMark(version: number, mac: Buffer): string {
  return `v${version}.${mac.subarray(0, macBytes).toString('base64url')}`;
}

/** The mark of one alias: `v<key version>.<base64url of 16 octets of HMAC(alias id)>`. It tells nobody else anything. */
export function makeLoopMark(keys: KeyRing, aliasId: string): string {
  const { version, mac } = keys.mac('loop', [aliasId]);
  return formatMark(version, mac);
}

/** Whether the message has already been forwarded by this alias. Marks of other aliases do not count. */
export function hasLoopMark(keys: KeyRing, aliasId: string, message: RawMessage): boolean {
  const expected = new Map<number, string | null>();
  let marks = 0;
  for (const field of message.fields) {
    if (field.key !== loopMarkKey) continue;
    if ((marks += 1) > maxMarks) break;
    const mark = fieldText(field);
    const version = Number(markForm.exec(mark)?.[1] ?? 0);
    if (version === 0) continue;
    if (!expected.has(version)) {
      const mac = keys.macAt('loop', version, [aliasId]);
      expected.set(version, mac && formatMark(version, mac));
    }
    if (expected.get(version) === mark) return true;
  }
  return false;
}
