import { route } from '#api/route.ts';
import {
  replaceRulesResponseSchema,
  replaceRulesSchema,
  rulesResponseSchema,
  testRulesResponseSchema,
  testRulesSchema,
} from '#contract/domains/domain-rules.ts';
import { readRules, replaceRules } from '#core/rules/domain-rules.ts';
import { testRules } from '#core/rules/test-rules.ts';
import { answers } from '#messages/server/answers.ts';

/** What happens to names on a domain that are no alias. */
export const domainRuleRoutes = [
  route(
    'GET /api/account/domains/{id}/rules',
    {
      access: 'session',
      feature: 'domainRules',
      errors: ['not_found'],
      answer: rulesResponseSchema,
      description: 'The rules of a domain, in the order in which they are asked',
    },
    async ({ core, user, params }) => ({ rules: await readRules(core, params.id, user.id) }),
  ),

  route(
    'PUT /api/account/domains/{id}/rules',
    {
      access: 'session',
      feature: 'domainRules',
      input: replaceRulesSchema,
      errors: ['not_found', 'rate_limited', 'too_many_targets'],
      answer: replaceRulesResponseSchema,
      description: 'The rules as they are from now on, all of them',
    },
    async ({ core, user, ip, params, input }) => {
      const rules = await replaceRules(core, { domainId: params.id, userId: user.id, ip, rules: input.rules });
      return { message: answers.rulesSaved, rules };
    },
  ),

  route(
    'POST /api/account/domains/{id}/rules/test',
    {
      access: 'session',
      feature: 'domainRules',
      input: testRulesSchema,
      errors: ['not_found', 'rate_limited'],
      answer: testRulesResponseSchema,
      description: 'The rule that takes an address, and what mail to it would do. Changes nothing',
    },
    ({ core, user, params, input }) => testRules(core, { domainId: params.id, userId: user.id, ...input }),
  ),
];
