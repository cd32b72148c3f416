import type { KeyRing } from '#core/keys/key-ring.ts';
import { loopMarkName, makeLoopMark } from '#mail/judge/loop-mark.ts';
import { makeReturnPathField, returnPathName } from '#mail/rewrite/return-path-field.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { ForwardAlias } from '#mail/forward/contact-book.ts';
import { makeReceived, type ReceivedInput } from '#mail/forward/make-received.ts';

export interface TraceInput extends Omit<ReceivedInput, 'recipient'> {
  readonly alias: ForwardAlias;
  /** MAIL FROM as received; empty for `<>`. */
  readonly reversePath: string;
  readonly senderProven: boolean;
  /** What we found out about the sender, under our name. */
  readonly authenticationResults: HeaderField;
  readonly spam: boolean;
  readonly keys: KeyRing;
}

/** Of these fields those that our signatures cover beside what everybody signs. */
export const signedTraceKeys: readonly string[] = [loopMarkName.toLowerCase(), returnPathName.toLowerCase()];

/** What stands on top of everything that goes to the inboxes of an alias. */
export function traceFields(input: TraceInput): HeaderField[] {
  const { alias, authenticationResults, keys, reversePath, senderProven, spam } = input;
  const trace = [
    authenticationResults,
    ...(spam ? [makeField('X-Spam-Flag', 'YES')] : []),
    makeReceived({ ...input, recipient: alias.address }),
    makeField(loopMarkName, makeLoopMark(keys, alias.id)),
  ];
  // Nobody but a proven sender may hear of a bounce.
  return senderProven && reversePath !== '' ? [...trace, makeReturnPathField(keys, alias.id, reversePath)] : trace;
}
