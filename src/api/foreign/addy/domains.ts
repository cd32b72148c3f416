import { z } from '@hono/zod-openapi';
import { addDomain, addUsername, changePattern, withoutCatchAll } from '#api/foreign/addy/domain-changes.ts';
import {
  domainSchema,
  domainViews,
  findDomain,
  isOn,
  listDomainsOf,
  usernameSchema,
  type DomainKind,
} from '#api/foreign/addy/domain-resources.ts';
import { pageOf, pageQuerySchema, pageSchema } from '#api/foreign/addy/lists.ts';
import { refuse } from '#api/foreign/addy/refuse.ts';
import { showRecipient } from '#api/foreign/addy/recipients.ts';
import { readFromName } from '#api/foreign/from-name.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { changeDomainSchema } from '#contract/account/domains.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { changeDomain, removeDomain } from '#core/own-domains/own-domains.ts';
import type { MemberOf } from '#core/own-domains/read-domains.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

const shared = { ...foreign, access: 'key-only', scope: 'aliases' } as const;

/** Domains and sub-domains: their place at addy.io, and how they are written there. */
const kinds = [
  {
    kind: 'own',
    path: '/api/v1/domains',
    active: '/api/v1/active-domains',
    all: '/api/v1/catch-all-domains',
    schema: domainSchema,
  },
  {
    kind: 'sub',
    path: '/api/v1/usernames',
    active: '/api/v1/active-usernames',
    all: '/api/v1/catch-all-usernames',
    schema: usernameSchema,
  },
] as const;

const changeSchema = z.object({
  description: changeDomainSchema.shape.description,
  from_name: z.string().nullish(),
  auto_create_regex: z.string().max(ruleLimits.patternMax).nullish(),
});

const claimErrors: readonly ErrorCode[] = [
  'malformed_json',
  'domain_exists',
  'domain_taken',
  'too_many_domains',
  'not_found',
];

function writer(kind: DomainKind) {
  const view = domainViews[kind] as (typeof domainViews)[DomainKind];
  return async (core: AccountContext, own: MemberOf) => ({
    data: await view(core, await findDomain(core, kind, own), own.userId),
  });
}

type Kind = (typeof kinds)[number];

/** Looked at, changed and removed. */
function itselfRoutes({ kind, path, schema }: Kind) {
  const show = writer(kind);
  const answer = z.object({ data: schema as z.ZodType });
  return [
    route(
      `GET ${path}`,
      {
        ...shared,
        query: pageQuerySchema,
        answer: pageSchema(schema as z.ZodType),
        description: 'Those of the account, oldest first',
      },
      async ({ core, user, query }) => {
        const domains = await listDomainsOf(core, kind, user.id);
        const shown = await Promise.all(domains.map((domain) => domainViews[kind](core, domain, user.id)));
        return pageOf<unknown>(shown, `${core.settings.publicUrl}${path}`, query);
      },
    ),
    route(`GET ${path}/{id}`, { ...shared, answer, description: 'One of them' }, ({ core, user, params }) =>
      show(core, { domainId: params.id, userId: user.id }),
    ),
    route(
      `PATCH ${path}/{id}`,
      {
        ...shared,
        input: changeSchema,
        errors: ['malformed_json', 'not_found', 'too_many_targets'],
        answer,
        description: 'With another description, name to send with, or pattern of names that mail makes',
      },
      async ({ core, user, ip, params, input }) => {
        const own = { domainId: params.id, userId: user.id };
        await findDomain(core, kind, own);
        const { description } = input;
        const fromName = readFromName(core, 'from_name', input.from_name);
        const change = {
          ...(description !== undefined && { description }),
          ...(fromName !== undefined && { fromName }),
        };
        if (Object.keys(change).length > 0) await changeDomain(core, { ...own, ip }, change);
        if (input.auto_create_regex !== undefined) await changePattern(core, { ...own, ip }, input.auto_create_regex);
        return show(core, own);
      },
    ),
    route(
      `DELETE ${path}/{id}`,
      { ...shared, errors: ['domain_in_use'], status: 204, description: 'Removed, with what lay in the bin' },
      async ({ core, user, params }) => {
        const own = { domainId: params.id, userId: user.id };
        await findDomain(core, kind, own);
        await removeDomain(core, own);
        return null;
      },
    ),
  ];
}

/** Where its new aliases go, and which names mail makes. */
function mailRoutes({ kind, path, all, schema }: Kind) {
  const show = writer(kind);
  const answer = z.object({ data: schema as z.ZodType });
  return [
    route(
      `PATCH ${path}/{id}/default-recipient`,
      {
        ...shared,
        input: z.object({ default_recipient: z.string().nullish() }),
        errors: ['malformed_json', 'not_found', 'too_many_targets'],
        answer,
        description: 'New aliases on it go to that inbox, or to the default one of the account',
      },
      async ({ core, user, ip, params, input: { default_recipient: inboxId } }) => {
        const own = { domainId: params.id, userId: user.id };
        await findDomain(core, kind, own);
        const id = inboxId?.trim() ? z.uuid().safeParse(inboxId).data : null;
        if (id === undefined) throw new AppError('not_found');
        const defaultForwardTo = id === null ? null : (await showRecipient(core, id, user.id)).data.email;
        await changeDomain(core, { ...own, ip }, { defaultForwardTo });
        return show(core, own);
      },
    ),
    route(
      `POST ${all}`,
      {
        ...shared,
        input: z.object({ id: z.uuid() }),
        errors: ['malformed_json', 'not_found'],
        answer,
        description: 'Mail makes an alias of every name',
      },
      async ({ core, user, ip, input }) => {
        const own = { domainId: input.id, userId: user.id };
        await findDomain(core, kind, own);
        await changeDomain(core, { ...own, ip }, { catchAll: 'all' });
        return show(core, own);
      },
    ),
    route(
      `DELETE ${all}/{id}`,
      { ...shared, status: 204, description: 'No longer' },
      async ({ core, user, ip, params }) => {
        const own = { domainId: params.id, userId: user.id };
        await findDomain(core, kind, own);
        await changeDomain(core, { ...own, ip }, { catchAll: await withoutCatchAll(core, own) });
        return null;
      },
    ),
  ];
}

/** Whether it is on: off, all of its aliases are paused. */
function activeRoutes({ kind, active, schema }: Kind) {
  const show = writer(kind);
  const answer = z.object({ data: schema as z.ZodType });
  return [
    route(
      `POST ${active}`,
      {
        ...shared,
        input: z.object({ id: z.uuid() }),
        errors: ['malformed_json', 'not_found'],
        answer,
        description: 'On, where it is verified',
      },
      async ({ core, user, ip, input }) => {
        const own = { domainId: input.id, userId: user.id };
        const domain = await findDomain(core, kind, own);
        if (!isOn(domain)) refuse(clientTexts.domainUnverified(domain.name));
        await changeDomain(core, { ...own, ip }, { active: true });
        return show(core, own);
      },
    ),
    route(
      `DELETE ${active}/{id}`,
      { ...shared, status: 204, description: 'Off: all of its aliases are paused' },
      async ({ core, user, ip, params }) => {
        const own = { domainId: params.id, userId: user.id };
        await findDomain(core, kind, own);
        await changeDomain(core, { ...own, ip }, { active: false });
        return null;
      },
    ),
  ];
}

/** Own domains, and sub-domains in the place of usernames, for clients of addy.io. */
export const domainRoutes = [
  ...kinds.flatMap((kind) => [...itselfRoutes(kind), ...mailRoutes(kind), ...activeRoutes(kind)]),

  route(
    'POST /api/v1/domains',
    {
      ...shared,
      feature: 'ownDomains',
      input: z.object({ domain: z.string().max(253) }),
      errors: claimErrors,
      status: 201,
      answer: z.object({ data: domainSchema }),
      description: 'The domain, once its DNS proves it; status 404 tells which record to publish',
    },
    async ({ core, user, input }) => ({
      data: await domainViews.own(core, await addDomain(core, user.id, input.domain), user.id),
    }),
  ),

  route(
    'POST /api/v1/usernames',
    {
      ...shared,
      feature: 'ownDomains',
      input: z.object({ username: z.string().max(253) }),
      errors: claimErrors,
      status: 201,
      answer: z.object({ data: usernameSchema }),
      description: 'The new sub-domain',
    },
    async ({ core, user, input }) => ({
      data: await domainViews.sub(core, await addUsername(core, user.id, input.username.trim()), user.id),
    }),
  ),

  route(
    'POST /api/v1/loginable-usernames',
    {
      ...shared,
      input: z.object({ id: z.uuid() }),
      errors: ['malformed_json', 'not_found'],
      answer: z.object({ data: usernameSchema }),
      description: 'Never: one signs in by email',
    },
    async ({ core, user, input }) => {
      await findDomain(core, 'sub', { domainId: input.id, userId: user.id });
      return refuse(clientTexts.noUsernameSignIn);
    },
  ),

  route(
    'DELETE /api/v1/loginable-usernames/{id}',
    { ...shared, status: 204, description: 'As it is' },
    async ({ core, user, params }) => {
      await findDomain(core, 'sub', { domainId: params.id, userId: user.id });
      return null;
    },
  ),
];
