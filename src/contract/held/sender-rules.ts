import { z } from 'zod';
import { parseCorrespondent, parseEmailAddress } from '#contract/email-address.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { senderRuleFaults } from '#messages/faults.ts';

/** Whom a sender rule is about, in the one spelling that it is stored and looked up by; null: it names nobody. */
export function normaliseMatch(text: string): string | null {
  const trimmed = text.trim();
  const [, prefix = '', rest = ''] = /^(list:|@)?(.*)$/su.exec(trimmed) ?? [];
  if (prefix === '') return parseCorrespondent(rest)?.normalised ?? null;
  const domain = parseEmailAddress(`postmaster@${rest.trim()}`)?.domain;
  return domain === undefined ? null : `${prefix}${domain}`;
}

const matchSchema = z
  .string({ error: senderRuleFaults.match })
  .max(heldLimits.senderMatchMax, senderRuleFaults.match)
  .transform((text, { issues }) => {
    const match = normaliseMatch(text);
    if (match === null) issues.push({ code: 'custom', message: senderRuleFaults.match, input: text });
    return match ?? '';
  });

/** All aliases of the account, or one. */
const scopeSchema = z.union([z.literal('account'), z.strictObject({ aliasId: z.uuid() })], {
  error: senderRuleFaults.scope,
});

export const senderActionSchema = z.enum(['block', 'allow', 'hold'], { error: senderRuleFaults.action });
export type SenderAction = z.infer<typeof senderActionSchema>;

export const senderRuleInputSchema = z
  .strictObject({
    scope: scopeSchema,
    /** `bob@example.com`, `@example.com` or `list:news.example.com`. */
    match: matchSchema,
    action: senderActionSchema,
    /** With `allow`: also where the sender's own domain wants the message refused. */
    evenIfRejected: z.boolean().optional(),
    /** Off: it is kept, and does nothing. Left out: a new one is on, one that is there stays as it is. */
    active: z.boolean().optional(),
  })
  .refine(({ action, evenIfRejected = false }) => action === 'allow' || !evenIfRejected, {
    path: ['evenIfRejected'],
    error: senderRuleFaults.evenIfRejected,
  });
export type SenderRuleInput = z.infer<typeof senderRuleInputSchema>;

export const senderRuleSchema = z.object({
  id: z.uuid(),
  scope: scopeSchema,
  match: z.string(),
  action: senderActionSchema,
  evenIfRejected: z.boolean(),
  /** Off: it is kept, and does nothing. */
  active: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type SenderRule = z.infer<typeof senderRuleSchema>;

export const senderRulesResponseSchema = z.object({ senderRules: z.array(senderRuleSchema) });
export const senderRuleResponseSchema = z.object({ message: z.string(), senderRule: senderRuleSchema });
