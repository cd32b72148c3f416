import { z } from '@hono/zod-openapi';
import { readFromName } from '#api/foreign/from-name.ts';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { withoutCatchAll } from '#api/foreign/addy/domain-changes.ts';
import { refuseUnless } from '#api/foreign/simplelogin/refuse-setting.ts';
import { mailboxOfAliasSchema, number, numberParams, dateText, seconds } from '#api/foreign/simplelogin/resources.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { countAliasesBy } from '#core/alias-rows/read-rows.ts';
import { findNumbered, numberAll } from '#core/aliases/clients/client-numbers.ts';
import { readAliasPage } from '#core/aliases/clients/read-alias-page.ts';
import { changeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain, listOwnDomains, type MemberOf } from '#core/own-domains/read-domains.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { clientTexts } from '#messages/server/clients.ts';

/** A domain of the account, in the words of SimpleLogin. */
const domainSchema = z.object({
  id: z.int(),
  domain_name: z.string(),
  is_verified: z.boolean(),
  nb_alias: z.int(),
  creation_date: z.string(),
  creation_timestamp: z.int(),
  catch_all: z.boolean(),
  /** The name that its aliases send with. */
  name: z.string().nullable(),
  /** Made-up endings are offered on it. */
  random_prefix_generation: z.boolean(),
  mailboxes: z.array(mailboxOfAliasSchema),
});
type CustomDomain = z.infer<typeof domainSchema>;

const trashSize = 500;

/** By their ids. */
async function readDomains(core: AccountContext, userId: string): Promise<ReadonlyMap<string, CustomDomain>> {
  const { domains } = await listOwnDomains(core, userId);
  const ids = domains.map(({ id }) => id);
  const numbers = await numberAll(core, { userId, kind: 'domain' }, ids);
  const counts = await countAliasesBy(core.database.db, 'domainId', { userId });
  const chosen = await findDefaultTarget(core, userId);
  const inboxes = await listInboxes(core, userId);
  const boxes = await numberAll(
    core,
    { userId, kind: 'target' },
    inboxes.map((inbox) => inbox.id),
  );
  /** In place of a webhook, which is no mailbox: these clients fail on a domain without any. */
  const spare = inboxes.find(({ state }) => state === 'confirmed') ?? inboxes[0];
  const general = inboxes.find(({ id }) => id === chosen?.id) ?? spare;
  /** Where new aliases on it go. */
  const mailboxesOf = ({ defaultForwardTo }: (typeof domains)[number]) => {
    const named = new Set(splitForwardTo(defaultForwardTo ?? ''));
    const own = inboxes.filter(({ value }) => named.has(value));
    const other = defaultForwardTo === null ? general : spare;
    return (own.length === 0 && other !== undefined ? [other] : own).flatMap((inbox) => {
      const id = boxes.get(inbox.id);
      return id === undefined ? [] : [{ id, email: inbox.value }];
    });
  };
  return new Map(
    domains.flatMap((domain) => {
      const id = numbers.get(domain.id);
      if (id === undefined) return [];
      const since = new Date(domain.createdAt);
      const shown = {
        id,
        domain_name: domain.name,
        is_verified: domain.state === 'verified' || domain.state === 'failing',
        nb_alias: counts.get(domain.id) ?? 0,
        creation_date: dateText(since),
        creation_timestamp: seconds(since),
        catch_all: domain.catchAll === 'all',
        name: domain.fromName,
        random_prefix_generation: domain.randomEndings,
        mailboxes: mailboxesOf(domain),
      };
      return [[domain.id, shown] as const];
    }),
  );
}

async function findDomain(core: AccountContext, userId: string, asked: number) {
  const [id = ''] = await findNumbered(core, { userId, kind: 'domain' }, [asked]);
  const shown = (await readDomains(core, userId)).get(id);
  if (shown === undefined) throw new AppError('not_found');
  return { id, shown };
}

/**
 * Where new aliases on a domain go with these mailboxes, by their numbers; its webhooks stay.
 * @throws AppError not_found, for a webhook too; invalid_input for one that has not agreed.
 */
async function readChoice(core: AccountContext, own: MemberOf, boxes: readonly number[]): Promise<string> {
  const { userId } = own;
  const ids = await findNumbered(core, { userId, kind: 'target' }, [...new Set(boxes)]);
  const inboxes = new Map((await listInboxes(core, userId)).map((inbox) => [inbox.id, inbox]));
  const found = ids.flatMap((id) => inboxes.get(id) ?? []);
  if (found.length < ids.length || found.length === 0) throw new AppError('not_found');
  refuseUnless(
    found.every(({ state }) => state === 'confirmed'),
    clientTexts.unconfirmedDefault,
  );
  const { defaultForwardTo } = await getOwnDomain(core, own);
  const webhooks = splitForwardTo(defaultForwardTo ?? '').filter((target) => /^https?:/iu.test(target));
  return [...found.map(({ value }) => value), ...webhooks].join(', ');
}

const ofAccount = { ...simpleLogin, access: 'key-only', scope: 'aliases' } as const;

/** Domains of accounts, for clients of SimpleLogin. */
export const customDomainRoutes = [
  route(
    'GET /api/custom_domains',
    {
      ...ofAccount,
      answer: z.object({ custom_domains: z.array(domainSchema) }),
      description: 'The domains of the account, oldest first',
    },
    async ({ core, user }) => ({ custom_domains: [...(await readDomains(core, user.id)).values()] }),
  ),

  route(
    'PATCH /api/custom_domains/{id}',
    {
      ...ofAccount,
      params: numberParams,
      input: z.object({
        catch_all: z.boolean().nullish(),
        random_prefix_generation: z.boolean().nullish(),
        name: z.string().nullish(),
        mailbox_ids: z.array(number).max(limits.targetsPerAlias).nullish(),
      }),
      errors: ['malformed_json', 'too_many_targets'],
      answer: z.object({ custom_domain: domainSchema }),
      description:
        'Changed: the name to send with, whether mail makes an alias of every name, where new ones go, and whether endings are made up',
    },
    async ({ core, user, ip, params, input }) => {
      const { id, shown } = await findDomain(core, user.id, params.id);
      const fromName = readFromName(core, 'name', input.name);
      const own = { domainId: id, userId: user.id };
      const { catch_all: all, mailbox_ids: boxes, random_prefix_generation: randomEndings } = input;
      const change = {
        ...(fromName !== undefined && { fromName }),
        ...(typeof randomEndings === 'boolean' &&
          randomEndings !== shown.random_prefix_generation && { randomEndings }),
        // As SimpleLogin has it, none leaves them as they are.
        ...(boxes && boxes.length > 0 && { defaultForwardTo: await readChoice(core, own, boxes) }),
        ...(typeof all === 'boolean' &&
          all !== shown.catch_all && { catchAll: all ? ('all' as const) : await withoutCatchAll(core, own) }),
      };
      if (Object.keys(change).length > 0) await changeDomain(core, { ...own, ip }, change);
      return { custom_domain: (await findDomain(core, user.id, params.id)).shown };
    },
  ),

  route(
    'GET /api/custom_domains/{id}/trash',
    {
      ...ofAccount,
      params: numberParams,
      answer: z.object({ aliases: z.array(z.object({ alias: z.string(), deletion_timestamp: z.int() })) }),
      description: 'Aliases on a domain that lie in the bin, the last ones first',
    },
    async ({ core, user, params }) => {
      const { id: domainId } = await findDomain(core, user.id, params.id);
      const { aliases } = await readAliasPage(core, user.id, {
        whereabouts: 'binned',
        active: null,
        pinned: null,
        search: null,
        targetId: null,
        domainId,
        sort: 'binnedAt',
        descending: true,
        page: 1,
        size: trashSize,
      });
      return {
        aliases: aliases.map(({ localPart, domain, binnedAt, createdAt }) => ({
          alias: `${localPart}@${domain}`,
          deletion_timestamp: seconds(binnedAt ?? createdAt),
        })),
      };
    },
  ),
];
