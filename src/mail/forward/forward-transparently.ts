import { claimsToBeOurs } from '#protocol/authentication/authentication-results.ts';
import { joinHeader, makeField } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { traceFields, type TraceInput } from '#mail/forward/trace-fields.ts';

/** True of earlier hops only, or ours to say. */
const replaced = new Set(['return-path', 'x-kauke-return-path']);

/**
 * The header of a message whose author stays in sight: every field as it came, so that the author's signature holds, with
 * our trace on top and the alias named in X-Forwarded-To. The body is the received one.
 */
export function forwardTransparently(message: RawMessage, input: TraceInput): Buffer {
  return joinHeader([
    ...traceFields(input),
    makeField('X-Forwarded-To', input.alias.address),
    ...message.fields.filter((field) => !replaced.has(field.key) && !claimsToBeOurs(field, input.hostname)),
  ]);
}
