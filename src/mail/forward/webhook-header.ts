import { claimsToBeOurs } from '#protocol/authentication/authentication-results.ts';
import { joinHeader, makeField } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { makeReceived } from '#mail/forward/make-received.ts';
import type { TraceInput } from '#mail/forward/trace-fields.ts';

/** What the receiver of a webhook reads as our word, so that nobody else may have said it. */
const ours = new Set(['return-path', 'delivered-to', 'x-kauke-reverse-address', 'x-spam-flag']);

/**
 * The header for the webhooks of an alias: the fields as the sender wrote them, since a program cannot answer by mistake,
 * and on top of them what we know: envelope, authentication, the address to answer to. Not signed.
 */
export function makeWebhookHeader(
  message: RawMessage,
  input: Omit<TraceInput, 'keys' | 'senderProven'>,
  authorReverse: string,
): Buffer {
  return joinHeader([
    makeField('Return-Path', `<${input.reversePath}>`),
    makeField('Delivered-To', input.alias.address),
    input.authenticationResults,
    makeField('X-Kauke-Reverse-Address', authorReverse),
    makeReceived({ ...input, recipient: input.alias.address }),
    ...(input.spam ? [makeField('X-Spam-Flag', 'YES')] : []),
    ...message.fields.filter((field) => !ours.has(field.key) && !claimsToBeOurs(field, input.hostname)),
  ]);
}
