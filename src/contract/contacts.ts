import { z } from 'zod';
import { accountFaults, findEmailFault } from '#contract/account-faults.ts';

const addressSchema = z
  .string({ error: accountFaults.email })
  .trim()
  .refine((text) => findEmailFault(text) === null, accountFaults.email);

export const contactInputSchema = z.strictObject({ address: addressSchema });
export const blockContactSchema = z.strictObject({ address: addressSchema, blocked: z.boolean() });

/** One correspondent of an alias. There is no list of them, for anyone. */
export const contactSchema = z.object({
  /** As it was asked for. */
  address: z.string(),
  /** Mail to it reaches the correspondent, from the alias. */
  reverseAddress: z.string(),
  /** Their mail to the alias is accepted and dropped. */
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactResponseSchema = z.object({ contact: contactSchema });

export const changeContactResponseSchema = z.object({ message: z.string(), contact: contactSchema });

export function contactBlockedMessage(blocked: boolean): string {
  return blocked ? 'Sender blocked' : 'Sender unblocked';
}
