import { isIPv6 } from 'node:net';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { ForwardAlias } from '#mail/forward/contact-book.ts';
import { loopMarkName, makeLoopMark } from '#mail/judge/loop-mark.ts';
import { makeReturnPathField, returnPathName, type SenderNames } from '#mail/rewrite/return-path-field.ts';
import { claimsToBeOurs } from '#protocol/authentication/authentication-results.ts';
import { makeField, formatDate, joinHeader } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import type { ClientInfo } from '#protocol/smtp-server/session-policy.ts';

/** What the receiver of a webhook reads as our word, so that nobody else may have said it. */
const ours = new Set([
  'return-path',
  'delivered-to',
  'x-kauke-reverse-address',
  'x-spam-flag',
  'x-kauke-held',
  'x-kauke-copy',
]);

/**
 * The header for the webhooks of an alias: the fields as the sender wrote them, since a program cannot answer by mistake,
 * and on top of them what we know: envelope, authentication, the address to answer to. Not signed.
 */
export function makeWebhookHeader(message: RawMessage, input: ReceiptInput, authorReverse: string): Buffer {
  return joinHeader([
    makeField('Return-Path', `<${input.reversePath}>`),
    makeField('Delivered-To', input.alias.address),
    input.authenticationResults,
    makeField('X-Kauke-Reverse-Address', authorReverse),
    // Alone, also of what was held: a program reads when it came.
    makeReceipt(input),
    ...marks(input),
    ...message.fields.filter((field) => !ours.has(field.key) && !claimsToBeOurs(field, input.hostname)),
  ]);
}

/** True of earlier hops only, or ours to say. */
const replaced = new Set(['return-path', 'x-kauke-return-path', 'x-kauke-held', 'x-kauke-copy']);

/**
 * The header of a message whose author stays in sight: every field as it came, so that the author's signature holds, with
 * our trace on top and the alias named in X-Forwarded-To. The body is the received one.
 */
export function forwardTransparently(message: RawMessage, input: TraceInput): HeaderField[] {
  return [
    ...traceFields(input),
    makeField('X-Forwarded-To', input.alias.address),
    ...message.fields.filter((field) => !replaced.has(field.key) && !claimsToBeOurs(field, input.hostname)),
  ];
}

export interface TraceInput extends Omit<ReceivedInput, 'recipient'> {
  readonly alias: ForwardAlias;
  /** MAIL FROM as received; empty for `<>`. */
  readonly reversePath: string;
  /** Who it is was proven, and wants to hear of failures. */
  readonly senderProven: boolean;
  readonly wishes: SenderNames;
  /** What we found out about the sender, under our name. */
  readonly authenticationResults: HeaderField;
  readonly spam: boolean;
  /** Why it was held before its owner released it; null: it was not. */
  readonly heldFor: string | null;
  /** When it came, where that was long ago; null: it comes now. */
  readonly receipt: Receipt | null;
  readonly keys: KeyRing;
}

/** Trace fields that our signatures cover beside what everybody signs. */
export const signedTraceKeys: readonly string[] = [loopMarkName.toLowerCase(), returnPathName.toLowerCase()];

function marks({ spam, heldFor }: Pick<TraceInput, 'spam' | 'heldFor'>): HeaderField[] {
  return [
    ...(spam ? [makeField('X-Spam-Flag', 'YES')] : []),
    ...(heldFor === null ? [] : [makeField('X-Kauke-Held', heldFor)]),
  ];
}

/** What stands on top of everything that goes to the inboxes of an alias (RFC 8601 §4.1). */
export function traceFields(input: TraceInput): HeaderField[] {
  const { alias, authenticationResults, keys, reversePath, senderProven } = input;
  const trace = [
    authenticationResults,
    ...marks(input),
    ...receivedFields(input),
    makeField(loopMarkName, makeLoopMark(keys, alias.id)),
  ];
  // Nobody but a proven sender may hear of a bounce.
  if (!senderProven || reversePath === '') return trace;
  const { envelopeId, original, recipient } = input.wishes;
  return [...trace, makeReturnPathField(keys, alias.id, { reversePath, envelopeId, original, recipient })];
}

/** The receipt of a message that was held since. */
export interface Receipt {
  readonly at: Date;
  /** Under which it was held. */
  readonly id: string;
}

/** What we put on top when an owner releases what was held: mail waits nowhere without a word of it (RFC 5321 §4.4). */
export function makeReleased({ hostname, queueId, recipient, now }: Omit<ReceivedInput, 'client'>): HeaderField {
  const by = `by ${hostname} (held until its owner released it)`;
  return makeField('Received', `${by} id ${queueId} for <${recipient}>; ${formatDate(now)}`);
}

type ReceiptInput = Omit<TraceInput, 'keys' | 'senderProven' | 'wishes'>;

/** Where the message came from and when. */
function makeReceipt({ receipt, ...input }: ReceiptInput): HeaderField {
  const of = { ...input, recipient: input.alias.address };
  return makeReceived(receipt === null ? of : { ...of, queueId: receipt.id, now: receipt.at });
}

/** Above that its release, where it was held. */
function receivedFields(input: ReceiptInput): HeaderField[] {
  const released = input.receipt === null ? [] : [makeReleased({ ...input, recipient: input.alias.address })];
  return [...released, makeReceipt(input)];
}

/** What the client calls itself is whatever it sent: only what can stand in a domain or literal is repeated. */
function cleanHelo(helo: string): string {
  return helo.replaceAll(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown';
}

function addressLiteral(address: string): string {
  return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
}

interface ReceivedInput {
  readonly client: ClientInfo;
  readonly hostname: string;
  readonly queueId: string;
  /** The alias; no other recipient of the message is named (RFC 5321 §7.2). */
  readonly recipient: string;
  readonly now: Date;
}

/** Our trace field (RFC 5321 §4.4, protocol names of RFC 3848). Mail handed over in process has no `from` clause. */
export function makeReceived({ client, hostname, queueId, recipient, now }: ReceivedInput): HeaderField {
  const { remoteAddress, helo, protocol } = client;
  const from = remoteAddress === null ? '' : `from ${cleanHelo(helo)} (${addressLiteral(remoteAddress)}) `;
  return makeField(
    'Received',
    `${from}by ${hostname} with ${protocol} id ${queueId} for <${recipient}>; ${formatDate(now)}`,
  );
}
