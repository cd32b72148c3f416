import { z } from '@hono/zod-openapi';
import { pageOf, pageQuerySchema, pageSchema } from '#api/foreign/addy/lists.ts';
import { refuse } from '#api/foreign/addy/refuse.ts';
import { timeText } from '#api/foreign/addy/resources.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { spellDomain } from '#contract/email-address.ts';
import { senderRuleInputSchema, type SenderRule, type SenderRuleInput } from '#contract/held/sender-rules.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { AppError } from '#contract/errors.ts';
import { readAliases } from '#core/aliases/read-aliases.ts';
import { findAliasIds } from '#core/aliases/bulk/find-aliases.ts';
import { addSenderRule, listSenderRules, removeSenderRule, switchSenderRule } from '#core/sender-rules/sender-rules.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { senderRuleFaults } from '#messages/faults.ts';
import { clientTexts } from '#messages/server/clients.ts';
import { splitAddress } from '#platform/addresses.ts';

export const keyed = { ...foreign, access: 'key-only', scope: 'aliases' } as const;
export const blocking = { ...keyed, feature: 'held' } as const;
export const blockErrors = ['malformed_json', 'too_many_sender_rules'] as const;

/** @throws AppError invalid_input. */
export function readMatch(input: Pick<SenderRuleInput, 'scope' | 'match'>): SenderRuleInput {
  const { data, error } = senderRuleInputSchema.safeParse({ ...input, action: 'block' });
  if (data === undefined) {
    throw new AppError('invalid_input', { errors: { value: error.issues.map(({ message }) => message) } });
  }
  return data;
}

/** Senders that are blocked, for all aliases or for one; lists of mail are none in the words of addy.io. */
export async function listBlocks(core: AccountContext, userId: string): Promise<SenderRule[]> {
  const rules = await listSenderRules(core, userId);
  return rules.filter(({ action, match }) => action === 'block' && !match.startsWith('list:'));
}

const conditionSchema = z.object({ type: z.string(), match: z.string(), values: z.array(z.string()) });
const actionSchema = z.object({ type: z.string(), value: z.union([z.string(), z.boolean()]) });

const ruleSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  order: z.int(),
  conditions: z.array(conditionSchema),
  actions: z.array(actionSchema),
  operator: z.literal('AND'),
  forwards: z.literal(true),
  replies: z.literal(false),
  sends: z.literal(false),
  active: z.boolean(),
  applied: z.literal(0),
  last_applied: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
});

const ruleInputSchema = z.object({
  conditions: z.array(conditionSchema).max(10),
  actions: z.array(actionSchema).max(10),
});
type RuleInput = z.infer<typeof ruleInputSchema>;

const is = 'is exactly';
const endsWith = 'ends with';

async function rulesOf(core: AccountContext, userId: string): Promise<z.infer<typeof ruleSchema>[]> {
  const blocks = await listBlocks(core, userId);
  const ids = blocks.flatMap(({ scope }) => (scope === 'account' ? [] : [scope.aliasId]));
  const aliases = new Map(
    (ids.length === 0 ? [] : await readAliases(core, ids, userId)).map((alias) => [
      alias.id,
      `${alias.localPart}@${alias.domain}`,
    ]),
  );
  return blocks.map(({ id, match, scope, active, createdAt }, order) => {
    const since = timeText(new Date(createdAt));
    const alias = scope === 'account' ? undefined : aliases.get(scope.aliasId);
    const sender = { type: 'sender', match: match.startsWith('@') ? endsWith : is, values: [match] };
    return {
      id,
      user_id: userId,
      name: match,
      order,
      conditions: [sender, ...(alias === undefined ? [] : [{ type: 'alias', match: is, values: [alias] }])],
      actions: [{ type: 'block', value: true }],
      operator: 'AND' as const,
      forwards: true as const,
      replies: false as const,
      sends: false as const,
      active,
      applied: 0 as const,
      last_applied: null,
      created_at: since,
      updated_at: since,
    };
  });
}

async function showRule(core: AccountContext, userId: string, id: string) {
  const rule = (await rulesOf(core, userId)).find((one) => one.id === id);
  if (rule === undefined) throw new AppError('not_found');
  return { data: rule };
}

async function findOwnAlias(core: AccountContext, userId: string, address: string): Promise<string> {
  const { local: search, domain: host } = splitAddress(address.trim().toLowerCase());
  const domain = spellDomain(host);
  const ids = await findAliasIds(core.database.db, core, userId, { search: `${search}@${domain}`, domain });
  const found = (await readAliases(core, ids, userId)).find((alias) => alias.localPart === search);
  return found?.id ?? refuse(senderRuleFaults.scope);
}

interface SenderCondition {
  readonly sender: string;
  /** The alias that it is about; null: all. */
  readonly alias: string | null;
}

/** The one value of a condition; null where it has another number of them. */
function soleValue(condition: RuleInput['conditions'][number] | undefined): string | null {
  const [value, ...values] = condition?.values ?? [];
  return value === undefined || values.length > 0 ? null : value;
}

function isBlock({ actions: [action, ...more] }: RuleInput): boolean {
  return action?.type === 'block' && action.value !== false && more.length === 0;
}

function fitsSender({ match, values: [value = ''] }: RuleInput['conditions'][number]): boolean {
  return match === is || (match === endsWith && value.startsWith('@'));
}

/** Whose mail a rule blocks; null: it is about something else. */
function findBlocked(rule: RuleInput): SenderCondition | null {
  const [sender, ...senders] = rule.conditions.filter(({ type }) => type === 'sender');
  const [alias, ...others] = rule.conditions.filter(({ type }) => type !== 'sender');
  if (!isBlock(rule) || sender === undefined || senders.length > 0 || others.length > 0) return null;
  const [from, to] = [soleValue(sender), soleValue(alias)];
  if (from === null || !fitsSender(sender)) return null;
  if (alias === undefined) return { sender: from, alias: null };
  return to !== null && alias.type === 'alias' && alias.match === is ? { sender: from, alias: to } : null;
}

/** A rule of addy.io that Kauke can keep. @throws AppError invalid_input for all others. */
async function readRule(core: AccountContext, userId: string, input: RuleInput): Promise<SenderRuleInput> {
  const blocked = findBlocked(input) ?? refuse(clientTexts.ruleForm);
  const { sender: match, alias } = blocked;
  return readMatch({
    scope: alias === null ? 'account' : { aliasId: await findOwnAlias(core, userId, alias) },
    match,
  });
}

/** The same senders as rules, which can be about one alias. */
export const ruleRoutes = [
  route(
    'GET /api/v1/rules',
    { ...keyed, query: pageQuerySchema, answer: pageSchema(ruleSchema), description: 'Rules that block a sender' },
    async ({ core, user, query }) =>
      pageOf(await rulesOf(core, user.id), `${core.settings.publicUrl}/api/v1/rules`, query),
  ),

  route(
    'GET /api/v1/rules/{id}',
    { ...keyed, answer: z.object({ data: ruleSchema }), description: 'One rule' },
    ({ core, user, params }) => showRule(core, user.id, params.id),
  ),

  route(
    'POST /api/v1/rules',
    {
      ...blocking,
      input: ruleInputSchema,
      errors: blockErrors,
      status: 201,
      answer: z.object({ data: ruleSchema }),
      description: 'The new rule: one sender is blocked, for all aliases or for one',
    },
    async ({ core, user, input }) => {
      const { id } = await addSenderRule(core, user.id, await readRule(core, user.id, input));
      return showRule(core, user.id, id);
    },
  ),

  route(
    'PATCH /api/v1/rules/{id}',
    {
      ...blocking,
      input: ruleInputSchema,
      errors: blockErrors,
      answer: z.object({ data: ruleSchema }),
      description: 'The rule in its place',
    },
    async ({ core, user, params, input }) => {
      const { active } = (await showRule(core, user.id, params.id)).data;
      const rule = { ...(await readRule(core, user.id, input)), active };
      const { id } = await addSenderRule(core, user.id, rule);
      if (id !== params.id) await removeSenderRule(core, user.id, params.id);
      return showRule(core, user.id, id);
    },
  ),

  route(
    'DELETE /api/v1/rules/{id}',
    { ...blocking, status: 204, description: 'Deleted' },
    async ({ core, user, params }) => {
      await removeSenderRule(core, user.id, params.id);
      return null;
    },
  ),

  route(
    'POST /api/v1/reorder-rules',
    {
      ...keyed,
      input: z.object({ ids: z.array(z.uuid()).max(heldLimits.senderRulesMax) }),
      errors: ['malformed_json', 'not_found'],
      answer: z.object({ data: z.array(ruleSchema) }),
      description: 'The rules as they are: the one about an alias comes first anyway',
    },
    async ({ core, user, input }) => {
      const rules = await rulesOf(core, user.id);
      const own = new Set(rules.map(({ id }) => id));
      if (!input.ids.every((id) => own.has(id))) throw new AppError('not_found');
      return { data: rules };
    },
  ),

  route(
    'POST /api/v1/active-rules',
    {
      ...keyed,
      input: z.object({ id: z.uuid() }),
      errors: ['malformed_json', 'not_found'],
      answer: z.object({ data: ruleSchema }),
      description: 'The rule, on',
    },
    async ({ core, user, input: { id } }) => {
      await showRule(core, user.id, id);
      await switchSenderRule(core, user.id, { id, active: true });
      return showRule(core, user.id, id);
    },
  ),

  route(
    'DELETE /api/v1/active-rules/{id}',
    { ...keyed, status: 204, description: 'The rule is kept, and does nothing' },
    async ({ core, user, params }) => {
      await showRule(core, user.id, params.id);
      await switchSenderRule(core, user.id, { id: params.id, active: false });
      return null;
    },
  ),
];
