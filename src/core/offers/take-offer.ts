import { sql } from 'kysely';
import type { AliasTarget } from '#contract/aliases.ts';
import type { Offered } from '#contract/domains/offers.ts';
import { AppError } from '#contract/errors.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { checkAliasName, readTargets } from '#core/aliases/alias-input.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { openLink, spendLink, type LinkOf } from '#core/links/secret-links.ts';
import { checkMayTransfer } from '#core/offers/may-transfer.ts';
import { passAliases } from '#core/offers/pass-aliases.ts';
import { passDomain } from '#core/offers/pass-domain.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { splitAddress } from '#platform/addresses.ts';

interface OpenOffer {
  readonly link: LinkOf<'offer'>;
  readonly name: string;
  /** The domain, or that of the alias: null for a shared one. */
  readonly ofDomain: string | null;
  /** Aliases that pass. */
  readonly aliases: number;
  readonly members: number;
}

type Thing = Omit<OpenOffer, 'link'>;

/** Undefined: it is gone, or its giver's no more. */
async function findAlias(db: Db, { aliasId, userId }: OpenOffer['link']): Promise<Thing | undefined> {
  const ids = aliasId === null ? [] : [aliasId];
  const [alias] = await readAliasRows(db, { ids, userId }, ['address', 'ofDomain']);
  return alias && { name: alias.address, ofDomain: alias.ofDomain, aliases: 1, members: 0 };
}

/** Undefined: it is gone, or its giver's no more. */
async function findDomain(db: Db, { domainId, userId, withAliases }: OpenOffer['link']): Promise<Thing | undefined> {
  const domain = await db
    .selectFrom('domains')
    .select(['id', 'name', 'kind'])
    .select(({ selectFrom }) =>
      selectFrom('domainMembers')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('domainId', '=', 'domains.id')
        .as('members'),
    )
    .where('id', '=', domainId)
    .where('ownerId', '=', userId)
    .executeTakeFirst();
  if (domain === undefined) return undefined;
  const { id, name, kind, members } = domain;
  const aliases = withAliases ? (await countAliases(db, { domainId: id, userId })).all : 0;
  return { name, ofDomain: kind === 'shared' ? null : id, aliases, members: members ?? 0 };
}

/** What a link offers now. @throws AppError link_unusable. */
async function openOffer(db: Db, context: OwnDomainContext, token: string): Promise<OpenOffer> {
  const link = await openLink(db, context, 'offer', token);
  const offer = await (link.domainId === null ? findAlias(db, link) : findDomain(db, link));
  if (offer === undefined) throw new AppError('link_unusable');
  return { link, ...offer };
}

/** What whoever holds a link is to take, before anything is taken. @throws AppError link_unusable. */
export async function readOffer(context: OwnDomainContext, userId: string, token: string): Promise<Offered> {
  const { link, name, aliases, members } = await openOffer(context.database.db, context, token);
  const { userId: giverId, domainId, expiresAt } = link;
  const kind = domainId === null ? 'alias' : 'domain';
  return { kind, name, aliases, members, expiresAt: expiresAt.toISOString(), own: giverId === userId };
}

interface Taking {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  readonly token: string;
  /** What they were shown; it may be called otherwise by now. */
  readonly name: string;
  /** Left out: to the default of the account. */
  readonly forwardTo?: string | undefined;
}

/** Both accounts, in one order for all, and the offer as it stands then; nobody else takes it any more. */
async function claimOffer(db: Db, context: OwnDomainContext, { userId, token, name }: Taking): Promise<OpenOffer> {
  const { userId: giverId } = (await openOffer(db, context, token)).link;
  if (giverId === userId) throw new AppError('offer_own');
  for (const id of [giverId, userId].toSorted()) await lockAccount(db, id);
  const offer = await openOffer(db, context, token);
  if (offer.name !== name) throw new AppError('offer_changed');
  await checkMayTransfer(db, [giverId, userId]);
  await spendLink(db, context, offer.link);
  return offer;
}

/** Where the aliases forward to from now on. @throws AppError no_target, too_many_targets, invalid_input. */
async function chooseTargets(
  db: Db,
  context: OwnDomainContext,
  userId: string,
  wanted: readonly ForwardTarget[] | null,
): Promise<readonly AliasTarget[]> {
  if (wanted !== null) return ensureTargets(db, context, userId, wanted);
  const target = await findDefaultTarget({ ...context, database: { ...context.database, db } }, userId);
  if (target === null) throw new AppError('no_target');
  return ensureTargets(db, context, userId, readTargets(context, target.value));
}

/**
 * An alias on a domain of accounts goes to its members alone: else who may use it would not be its admins' word. One by whose name others ask
 * whose the domain is goes to those who manage it. @throws AppError offer_members_only, alias_reserved.
 */
async function checkMember(
  db: Db,
  { domainId, userId, address }: { readonly domainId: string; readonly userId: string; readonly address: string },
): Promise<void> {
  const member = await db
    .selectFrom('domainMembers')
    .select('role')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (member === undefined) throw new AppError('offer_members_only');
  checkAliasName(splitAddress(address).local, { shared: false, managed: member.role === 'admin' });
}

interface Passed {
  readonly offer: OpenOffer;
  readonly targets: readonly AliasTarget[];
  /** Of an alias: what it is to its new owner. */
  readonly aliasId: string | null;
}

async function take(
  db: Db,
  context: OwnDomainContext,
  taking: Taking,
  wanted: readonly ForwardTarget[] | null,
): Promise<Passed> {
  const { userId: takerId } = taking;
  const offer = await claimOffer(db, context, taking);
  const { ofDomain, name } = offer;
  const { userId: giverId, aliasId, domainId, withAliases } = offer.link;
  if (aliasId !== null && ofDomain !== null) {
    await checkMember(db, { domainId: ofDomain, userId: takerId, address: name });
  }
  // Before what it does to inboxes.
  await recordSecurityEvent(db, context, giverId, { kind: 'passed_on', name });
  await recordSecurityEvent(db, context, takerId, { kind: 'taken_over', name });
  const targets = offer.aliases === 0 ? [] : await chooseTargets(db, context, takerId, wanted);
  const passing = { giverId, takerId, targetIds: targets.map(({ id }) => id) };
  if (domainId !== null) {
    await passDomain(db, context, { ...passing, domainId, withAliases });
    return { offer, targets, aliasId: null };
  }
  const [id = null] = await passAliases(db, context, passing, aliasId === null ? [] : [aliasId]);
  return { offer, targets, aliasId: id };
}

/**
 * Takes what a link offers, once: in one transaction behind both accounts, with nothing of its former owner's but the name.
 * New inboxes are asked to confirm themselves.
 * @throws AppError rate_limited, link_unusable, offer_changed, offer_own, offer_stopped, offer_members_only, alias_reserved, no_target, invalid_input,
 * too_many_targets, too_many_aliases, too_many_domains, domain_unproven, domain_exists, domain_taken.
 */
export async function takeOffer(context: OwnDomainContext, taking: Taking): Promise<Pick<Offered, 'kind' | 'name'>> {
  const { database, limiter, provider } = context;
  const { userId, ip, forwardTo } = taking;
  await limiter.take('offersTakenPerUser', { userId });
  const wanted = forwardTo === undefined ? null : readTargets(context, forwardTo);
  const { offer, targets, aliasId } = await database.db
    .transaction()
    .execute((transaction) => take(transaction, context, taking, wanted));
  if (aliasId !== null) await provider.pushAlias(await getAlias(database.db, context, aliasId, userId));
  for (const target of targets) await requestConfirmation(context, { userId, target, ip });
  return { kind: offer.link.domainId === null ? 'alias' : 'domain', name: offer.name };
}
