import type { KeyRing } from '#core/keys/key-ring.ts';
import { openThreadId, sealThreadId, type ThreadAlias } from '#mail/rewrite/thread-ids.ts';
import type { Random } from '#platform/random.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { isAutomatic } from '#protocol/message/is-automatic.ts';
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

/** Without an at sign, so that it is nobody's real id. */
const answerForm = /^auto\.[0-9a-f-]{36}$/;

/**
 * The Message-ID, without brackets, of an automatic answer as an alias. It is the loop mark of the reply path: programs that
 * answer drop all unknown fields of what they answer, and repeat its id. Sealed as every id of the alias is, it looks like
 * one, and nobody else can read or make it.
 */
export function makeAnswerId(keys: KeyRing, alias: ThreadAlias, random: Random): string {
  return sealThreadId(keys, alias, `auto.${random.uuid()}`);
}

/** Ids of In-Reply-To that are looked at. RFC 3834 §3.1.6 lets automatic answers name one. */
const maxAnswered = 5;

function answersAnswer(keys: KeyRing, alias: ThreadAlias, { fields }: RawMessage): boolean {
  const field = fields.find(({ key }) => key === 'in-reply-to');
  if (field === undefined) return false;
  const ids = fieldText(field).split(/[<>\s]+/, 2 * maxAnswered);
  return ids.some((id) => answerForm.test(openThreadId(keys, alias, id) ?? ''));
}

/**
 * Whether a message would go round: this alias has forwarded it already, or it is a program's answer to an automatic answer
 * of this alias (RFC 3834 §2). Marks of other aliases do not count. `reversePath` as received.
 */
export function isLooping(keys: KeyRing, alias: ThreadAlias, message: RawMessage, reversePath: string): boolean {
  return (
    hasLoopMark(keys, alias.id, message) || (answersAnswer(keys, alias, message) && isAutomatic(message, reversePath))
  );
}

function hasLoopMark(keys: KeyRing, aliasId: string, message: RawMessage): boolean {
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
