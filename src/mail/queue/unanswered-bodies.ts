import type { MailLimits } from '#mail/queue/mail-limits.ts';

/** The bodies whose senders have their reply while a destination still owes its own: no other bound holds for them. */
export interface UnansweredBodies {
  /** Whether a body of so many octets may come to wait, too. Ordinary mail always may. */
  hasRoom(bytes: number): boolean;
  /** Counts one until its destination has answered. */
  hold(bytes: number, answer: Promise<unknown>): void;
}

export function createUnansweredBodies({ chunkBytes, unansweredMaxBytes }: MailLimits): UnansweredBodies {
  let heldBytes = 0;
  return {
    hasRoom: (bytes) => bytes <= chunkBytes || heldBytes + bytes <= unansweredMaxBytes,
    hold: (bytes, answer) => {
      heldBytes += bytes;
      void answer.finally(() => (heldBytes -= bytes));
    },
  };
}
