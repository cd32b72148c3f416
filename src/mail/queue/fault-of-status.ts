/** Whom a final status speaks about. */
export type Fault = 'target' | 'full' | 'our_sender' | 'our_policy' | 'content';

/**
 * RFC 3463 §3.2, §3.3, §3.7, §3.8: the mailbox is not there or switched off; our own address or our standing is refused;
 * the content is. 5.1.10 is a null MX (RFC 7505 §6), by which Exchange also means an unknown recipient. 5.6.3 is no fault
 * of the content: the server lacks 8BITMIME. 5.2.2 is a mailbox that is there and full.
 */
const faults: readonly (readonly [Fault, RegExp])[] = [
  ['target', /^5\.(?:1\.(?:[1-6]|10)|2\.1)$/],
  ['full', /^5\.2\.2$/],
  ['our_sender', /^5\.1\.[78]$/],
  ['our_policy', /^5\.7\./],
  ['content', /^5\.(?:6\.(?!3$)\d+|3\.4|2\.3)$/],
];

/** Its size, its content, and rules that it does not meet. */
const ofTheMessage = /^5\.(?:2\.3|3\.4|6\.\d+|7\.\d+)$/;

/** Whether it is about the message, or about rules that it does not meet. */
export function isOfTheMessage(status: string): boolean {
  return ofTheMessage.test(status);
}

/** What a sender who is proven may hear of the message; never which inbox said so, nor more than all of them do. */
type MessageFault = 'too_large' | 'content';

/** What the message is at fault for, if every one of some final statuses says the same; else null. */
export function commonFault(statuses: readonly string[]): MessageFault | null {
  const [first, ...others] = new Set(statuses.map(messageFault));
  return first === undefined || others.length > 0 ? null : first;
}

/** RFC 3463 §3.4, §3.7. */
function messageFault(status: string): MessageFault | null {
  if (/^5\.(?:2\.3|3\.4)$/.test(status)) return 'too_large';
  return /^5\.6\.\d+$/.test(status) ? 'content' : null;
}

/** Null where it may speak about anything. */
export function faultOfStatus(status: string): Fault | null {
  return faults.find(([, form]) => form.test(status))?.[0] ?? null;
}
