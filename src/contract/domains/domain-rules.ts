import { z } from 'zod';
import { ownDomainSchema } from '#contract/account/domains.ts';
import { findForwardToFault } from '#contract/alias-faults.ts';
import { labelNamesSchema } from '#contract/aliases/alias-fields.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { limits } from '#contract/limits.ts';
import { ruleFaultTexts } from '#messages/faults.ts';

const pattern = z
  .string({ error: ruleFaultTexts.patternMissing })
  .min(1, ruleFaultTexts.patternMissing)
  .max(ruleLimits.patternMax, ruleFaultTexts.patternTooLong(ruleLimits.patternMax));

/** `glob`: `*` is any run of characters, `?` any one. `regex`: RE2. Both are about the whole name, in any case. */
const ruleKindSchema = z.enum(['glob', 'regex']);
export type RuleKind = z.infer<typeof ruleKindSchema>;

/** What happens to a name that is no alias: the first rule that takes it decides. */
const domainRuleSchema = z
  .strictObject({
    pattern,
    kind: ruleKindSchema,
    action: z.enum(['make', 'refuse']),
    /** Where new aliases forward to; null or left out: where those of the domain do. */
    forwardTo: z
      .string()
      .max(limits.forwardToMax)
      .superRefine((text, context) => {
        const fault = findForwardToFault(text);
        if (fault !== null) context.addIssue(fault);
      })
      .nullable()
      .optional(),
    /** Of new aliases; made where the owner has none of the name. Left out: none. */
    labels: labelNamesSchema
      .refine(
        ({ length }) => length <= ruleLimits.labelsPerRule,
        ruleFaultTexts.tooManyLabels(ruleLimits.labelsPerRule),
      )
      .optional(),
  })
  .refine(({ action, forwardTo }) => action === 'make' || (forwardTo ?? null) === null, {
    error: ruleFaultTexts.refusesAndForwards,
  })
  .refine(({ action, labels = [] }) => action === 'make' || labels.length === 0, {
    error: ruleFaultTexts.refusesAndLabels,
  });
export type DomainRule = z.infer<typeof domainRuleSchema>;

/** In the order in which they are asked. */
const rulesSchema = z
  .array(domainRuleSchema)
  .max(ruleLimits.rulesPerDomain, ruleFaultTexts.tooManyRules(ruleLimits.rulesPerDomain));

export const replaceRulesSchema = z.strictObject({ rules: rulesSchema });

/** As its admins see it. */
const ruleViewSchema = z.object({
  ...domainRuleSchema.shape,
  /** Null: where new aliases of the domain forward to, or only its owner sees it. */
  forwardTo: z.string().nullable(),
  /** As they were written; only its owner sees them. */
  labels: z.array(z.string()),
});
export type RuleView = z.infer<typeof ruleViewSchema>;

export const rulesResponseSchema = z.object({ rules: z.array(ruleViewSchema) });
export const replaceRulesResponseSchema = rulesResponseSchema.extend({ message: z.string() });

export const testRulesSchema = z.strictObject({
  /** An address on the domain, or the name alone. */
  address: z
    .string({ error: ruleFaultTexts.addressMissing })
    .trim()
    .min(1, ruleFaultTexts.addressMissing)
    .max(limits.emailMaxOctets, ruleFaultTexts.notOnDomain),
  /** Asked instead of those of the domain, and not kept. */
  rules: rulesSchema.optional(),
  /** Instead of that of the domain, likewise. */
  catchAll: ownDomainSchema.shape.catchAll.optional(),
});

/**
 * What mail to an address would do now. `exists`: it is an alias. `gone`: it was one, and does not come back by itself.
 * `operator`: it is a role of whoever runs the service. `reverse`: it is the form of a reverse address, of which no alias is made. `make` and `refuse`: as the rule says, or catch-all where none takes it. `unknown`: no
 * rule takes it, and no catch-all.
 */
export const testRulesResponseSchema = z.object({
  outcome: z.enum(['exists', 'gone', 'operator', 'reverse', 'make', 'refuse', 'unknown']),
  /** The rule that takes the address; null where none does. `index`: its place, from 0. */
  rule: ruleViewSchema.extend({ index: z.int() }).nullable(),
  message: z.string(),
});
export type RuleTestAnswer = z.infer<typeof testRulesResponseSchema>;
