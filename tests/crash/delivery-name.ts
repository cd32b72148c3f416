/** A message of the test for one inbox or webhook. */
export type DeliveryName = `${number} ${string}`;

/** A message of the test and where a copy of it is, or is to go. */
export interface Copy {
  readonly id: number;
  /** An address, or the URL of a webhook. */
  readonly recipient: string;
}

export function deliveryName({ id, recipient }: Copy): DeliveryName {
  return `${id} ${recipient}`;
}

/** The subject by which a message of the test is known again, whatever was rewritten. */
export function subjectOf(id: number): string {
  return `crash ${id}`;
}

/** The number in a subject; NaN for other mail of the program. */
export function idOfSubject(subject: string): number {
  return Number(/^crash (\d+)$/.exec(subject)?.[1]);
}

/** Each message from outside has a sender of its own, so that what is reported to them tells of which one it is. */
export function senderOf(id: number): string {
  return `bob.${id}@sender.example`;
}

/** The number of the message that somebody gets with this header; NaN for other mail of the program. */
export function idOf(recipient: string, header: Buffer): number {
  const reported = /^bob\.(\d+)@sender\.example$/.exec(recipient)?.[1];
  if (reported !== undefined) return Number(reported);
  return idOfSubject(/^Subject: (.*)\r$/m.exec(header.toString('latin1'))?.[1] ?? '');
}
