import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { defaultFormat } from '#api/foreign/new-alias.ts';
import { timeText } from '#api/foreign/resources.ts';
import { route } from '#api/route.ts';
import type { User } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { listProvenNames } from '#core/domains/usable-domain.ts';
import { getAccount } from '#core/accounts/account.ts';
import { countAliases } from '#core/aliases/read-aliases.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { listInboxes } from '#core/targets/target-views.ts';

const time = z.string();
/** Kauke knows no such limit. */
const unlimited = z.null();
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
  username_count: z.literal(1),
  username_limit: z.literal(1),
  default_username_id: z.uuid(),
  /** Empty while the account has no target. */
  default_recipient_id: z.string(),
  default_alias_domain: z.string(),
  default_alias_format: z.string(),
  subscription: z.null(),
  subscription_ends_at: z.null(),
  bandwidth_limit: unlimited,
  recipient_count: z.int(),
  recipient_limit: unlimited,
  active_domain_count: none,
  active_domain_limit: unlimited,
  active_shared_domain_alias_count: z.int(),
  active_shared_domain_alias_limit: unlimited,
  active_rule_count: none,
  active_rule_limit: unlimited,
  total_emails_forwarded: none,
  total_emails_blocked: none,
  total_emails_replied: none,
  total_emails_sent: none,
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
  const { createdAt } = await getAccount(core, user);
  const counts = await countAliases(core, user.id);
  const inboxes = await listInboxes(core, user.id);
  const target = await findDefaultTarget(core, user.id);
  const since = timeText(new Date(createdAt));
  return {
    id: user.id,
    username: user.email ?? user.walletAddress ?? user.id,
    from_name: null,
    email_subject: null,
    banner_location: 'off',
    bandwidth: 0,
    username_count: 1,
    username_limit: 1,
    default_username_id: user.id,
    default_recipient_id: target?.id ?? '',
    default_alias_domain: core.domains.names()[0] ?? '',
    default_alias_format: defaultFormat,
    subscription: null,
    subscription_ends_at: null,
    bandwidth_limit: null,
    recipient_count: inboxes.length,
    recipient_limit: null,
    active_domain_count: 0,
    active_domain_limit: null,
    active_shared_domain_alias_count: counts.active,
    active_shared_domain_alias_limit: null,
    active_rule_count: 0,
    active_rule_limit: null,
    total_emails_forwarded: 0,
    total_emails_blocked: 0,
    total_emails_replied: 0,
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

const numbers = z.array(z.int());
const chartSchema = z.object({
  labels: z.array(z.string()),
  forwardsData: numbers,
  repliesData: numbers,
  sendsData: numbers,
  outboundMessageTotals: numbers,
});

/** The key, its account and this service, for clients of addy.io. */
export const accountRoutes = [
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
      const defaults = { defaultAliasDomain: names[0] ?? '', defaultAliasFormat: defaultFormat };
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
      description: 'Zeros: Kauke counts no mail',
    },
    ({ core }) => {
      const today = core.clock.now();
      const labels = Array.from({ length: days }, (_, index) =>
        new Date(today - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
      );
      const zeros = labels.map(() => 0);
      const chart = { labels, forwardsData: zeros, repliesData: zeros, sendsData: zeros };
      return { ...chart, outboundMessageTotals: [0, 0, 0] };
    },
  ),
];
