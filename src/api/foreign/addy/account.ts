import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { isOn } from '#api/foreign/addy/domain-resources.ts';
import { nameOfFormat } from '#api/foreign/addy/new-alias.ts';
import { refuse } from '#api/foreign/addy/refuse.ts';
import { timeText } from '#api/foreign/addy/resources.ts';
import { route } from '#api/route.ts';
import { AppError, errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { User } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { listProvenNames } from '#core/domains/usable-domain.ts';
import { leaveAccount } from '#core/accounts/leave-account.ts';
import { provePassword } from '#core/sign-in/confirm-identity.ts';
import { preferredDomain, readAccountChoices } from '#core/domains/account-choices.ts';
import { getAccount } from '#core/accounts/account.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { listSenderRules } from '#core/sender-rules/sender-rules.ts';
import { readAccountDays } from '#core/stats/alias-counts.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { clientTexts } from '#messages/server/clients.ts';

const time = z.string();
/** Kauke knows no such limit. */
const unlimited = z.null();
/** The same where its apps take no null. */
const unlimitedBytes = z.literal(0);
/** Kauke does not count it, or has no such thing. */
const none = z.literal(0);

/** An account, in the words of addy.io. Its apps take no null where this has none. */
const accountResourceSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  from_name: z.null(),
  email_subject: z.null(),
  banner_location: z.literal('off'),
  bandwidth: none,
  /** Its sub-domains. */
  username_count: z.int(),
  username_limit: z.int(),
  default_username_id: z.uuid(),
  /** Empty while the account has no target. */
  default_recipient_id: z.string(),
  default_alias_domain: z.string(),
  default_alias_format: z.string(),
  subscription: z.null(),
  subscription_ends_at: z.null(),
  bandwidth_limit: unlimitedBytes,
  recipient_count: z.int(),
  recipient_limit: unlimited,
  active_domain_count: z.int(),
  active_domain_limit: unlimited,
  active_shared_domain_alias_count: z.int(),
  active_shared_domain_alias_limit: unlimited,
  active_rule_count: z.int(),
  active_rule_limit: unlimited,
  total_emails_forwarded: z.int(),
  total_emails_blocked: z.int(),
  total_emails_replied: z.int(),
  total_emails_sent: z.int(),
  total_aliases: z.int(),
  total_active_aliases: z.int(),
  total_inactive_aliases: z.int(),
  total_deleted_aliases: z.int(),
  total_pinned_aliases: z.int(),
  created_at: time,
  updated_at: time,
});
type AccountResource = z.infer<typeof accountResourceSchema>;

/** @throws AppError not_signed_in when the account is gone. */
async function accountResourceOf(core: AccountContext, user: User): Promise<AccountResource> {
  const { createdAt, ...choices } = await getAccount(core, user);
  const counts = await countAliases(core.database.db, { userId: user.id });
  const inboxes = await listInboxes(core, user.id);
  const target = await findDefaultTarget(core, user.id);
  const { domains } = await listOwnDomains(core, user.id);
  const rules = (await listSenderRules(core, user.id)).filter(
    ({ action, active }) => action === 'block' && active,
  ).length;
  const counted = await readAccountDays(core, user.id);
  const sum = (kind: 'forwarded' | 'dropped' | 'replied'): number => counted.reduce((all, day) => all + day[kind], 0);
  const since = timeText(new Date(createdAt));
  return {
    id: user.id,
    username: user.email ?? user.walletAddress ?? user.id,
    from_name: null,
    email_subject: null,
    banner_location: 'off',
    bandwidth: 0,
    username_count: domains.filter(({ kind }) => kind === 'sub').length,
    username_limit: limits.domainsPerAccount,
    default_username_id: user.id,
    default_recipient_id: target?.id ?? '',
    default_alias_domain: preferredDomain(core, choices),
    default_alias_format: nameOfFormat(choices.aliasFormat),
    subscription: null,
    subscription_ends_at: null,
    bandwidth_limit: 0,
    recipient_count: inboxes.length,
    recipient_limit: null,
    active_domain_count: domains.filter((domain) => domain.kind === 'own' && isOn(domain) && domain.active).length,
    active_domain_limit: null,
    active_shared_domain_alias_count: counts.active,
    active_shared_domain_alias_limit: null,
    active_rule_count: rules,
    active_rule_limit: null,
    total_emails_forwarded: sum('forwarded'),
    total_emails_blocked: sum('dropped'),
    total_emails_replied: sum('replied'),
    total_emails_sent: 0,
    total_aliases: counts.all,
    total_active_aliases: counts.active,
    total_inactive_aliases: counts.all - counts.active,
    total_deleted_aliases: counts.binned,
    total_pinned_aliases: counts.pinned,
    created_at: since,
    updated_at: since,
  };
}

/** The API that is spoken here, as a version of addy.io; its apps refuse servers that are too old for them. */
const spoken = { major: 1, minor: 99, patch: 0 };

const days = 7;
const dayMs = 24 * 60 * 60 * 1000;

const versionSchema = z.object({ version: z.string(), major: z.int(), minor: z.int(), patch: z.int() });

const keySchema = z.object({ name: z.string(), created_at: z.string(), expires_at: z.string().nullable() });

const domainsSchema = z.object({
  data: z.array(z.string()),
  sharedDomains: z.array(z.string()),
  defaultAliasDomain: z.string(),
  defaultAliasFormat: z.string(),
});

const numbersSchema = z.array(z.int());
const chartSchema = z.object({
  labels: z.array(z.string()),
  forwardsData: numbersSchema,
  repliesData: numbersSchema,
  sendsData: numbersSchema,
  outboundMessageTotals: numbersSchema,
});

/** For 401 these clients forget their key: a wrong password is a fault of the form. @throws AppError invalid_input, rate_limited. */
async function proveOwner(core: AccountContext, userId: string, password: string): Promise<void> {
  await provePassword(core, { userId, password }).catch((error: unknown) => {
    if (!(error instanceof AppError) || errorTable[error.code].status !== 401) throw error;
    refuse(error.code === 'wrong_credentials' ? error.message : clientTexts.accountEnd);
  });
}

/** The end of an account takes its owner, not a key: the password, and on the website whatever else it asks for. */
const endRoute = route(
  'POST /api/auth/delete-account',
  {
    ...foreign,
    access: 'key-only',
    scope: 'aliases',
    input: z.object({ password: z.string().max(1024) }),
    errors: ['malformed_json', 'rate_limited', 'account_locked', 'unavailable'],
    status: 204,
    description:
      'Erased with everything in it after seven days, unless its owner comes back; by the password, where it has no second factor',
  },
  async ({ core, user, input: { password } }) => {
    await proveOwner(core, user.id, password);
    await leaveAccount(core, user.id);
    return null;
  },
);

/** The key, its account and this service, for clients of addy.io. */
export const accountRoutes = [
  endRoute,

  route(
    'GET /api/v1/app-version',
    {
      ...foreign,
      access: 'key-only',
      scope: 'create',
      answer: versionSchema,
      description: 'The version of addy.io whose API this is',
    },
    () => ({ version: `${spoken.major}.${spoken.minor}.${spoken.patch}`, ...spoken }),
  ),

  route(
    'GET /api/v1/api-token-details',
    { ...foreign, access: 'key-only', scope: 'create', answer: keySchema, description: 'The key that asks' },
    ({ apiKey: { name, createdAt, expiresAt } }) => ({
      name,
      created_at: timeText(createdAt),
      expires_at: expiresAt === null ? null : timeText(expiresAt),
    }),
  ),

  route(
    'GET /api/v1/account-details',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      answer: z.object({ data: accountResourceSchema }),
      description: 'The account of the key',
    },
    async ({ core, user }) => ({ data: await accountResourceOf(core, user) }),
  ),

  route(
    'GET /api/v1/domain-options',
    { ...foreign, access: 'key-only', scope: 'create', answer: domainsSchema, description: 'Domains for new aliases' },
    async ({ core, user }) => {
      const names = [...core.domains.names(), ...(await listProvenNames(core.database.db, user.id))];
      const choices = await readAccountChoices(core, user.id);
      const defaults = {
        defaultAliasDomain: preferredDomain(core, choices),
        defaultAliasFormat: nameOfFormat(choices.aliasFormat),
      };
      // A shared domain is one that takes no names of one's own; none of ours is.
      return { data: names, sharedDomains: [], ...defaults };
    },
  ),

  route(
    'GET /api/v1/chart-data',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      answer: chartSchema,
      description: 'The last seven days; zeros where the account has no mail counted',
    },
    async ({ core, user }) => {
      const today = core.clock.now();
      const labels = Array.from({ length: days }, (_, index) =>
        new Date(today - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
      );
      const counted = new Map((await readAccountDays(core, user.id)).map((day) => [day.day, day]));
      const forwardsData = labels.map((day) => counted.get(day)?.forwarded ?? 0);
      const repliesData = labels.map((day) => counted.get(day)?.replied ?? 0);
      const total = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
      const outboundMessageTotals = [total(forwardsData), total(repliesData), 0];
      return { labels, forwardsData, repliesData, sendsData: labels.map(() => 0), outboundMessageTotals };
    },
  ),
];
