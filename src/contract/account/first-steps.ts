import { z } from 'zod';

const waitingInboxSchema = z.object({
  id: z.uuid(),
  value: z.string(),
  /**
   * What became of the mail that asks it: it is about to leave; its server put it off, and it is tried again; it was taken; it was
   * refused, or tried for days in vain; none is on its way.
   */
  mail: z.enum(['sending', 'delayed', 'taken', 'refused', 'none']),
});
export type WaitingInbox = z.infer<typeof waitingInboxSchema>;

/** What a new account is led through, as far as the server knows of it. */
const firstStepsSchema = z.object({
  /** The account is younger than a month. */
  isNew: z.boolean(),
  /** An inbox or webhook has agreed. */
  confirmed: z.boolean(),
  /** An alias has carried mail. */
  used: z.boolean(),
  /** It has an API key. */
  apiKey: z.boolean(),
  /** Inboxes that have not agreed yet. */
  waiting: z.array(waitingInboxSchema),
  /** What to search for in them. */
  look: z.object({ from: z.string(), subject: z.string() }),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

export const firstStepsResponseSchema = z.object({ firstSteps: firstStepsSchema });
