import { AppError } from '#contract/errors.ts';
import type { ListedOffer, Offer } from '#contract/domains/offers.ts';
import { getOwnRow, joinAliases, type OwnAlias, readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { endLinks, issueLink, selectGoodLinks } from '#core/links/secret-links.ts';
import { checkMayTransfer } from '#core/offers/may-transfer.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { getMembership, type MemberOf } from '#core/own-domains/read-domains.ts';
import { isProvenNow } from '#core/own-domains/settle-checks.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** `token` is nowhere else. */
interface MadeOffer {
  readonly token: string;
  readonly offer: Offer;
}

/** What is offered: an alias or a domain. */
type Thing = { readonly aliasId: string } | { readonly domainId: string };

interface Offering {
  readonly userId: string;
  readonly thing: Thing;
  readonly withAliases?: boolean;
  /** For the owner's own eyes. */
  readonly name: string;
}

/** Puts an offer in the place of one that is there already, whose link ends. */
async function writeOffer(
  db: Db,
  context: OwnDomainContext,
  { userId, thing, withAliases = false, name }: Offering,
): Promise<MadeOffer> {
  await recordSecurityEvent(db, context, userId, { kind: 'offer_made', name });
  await endLinks(db, 'offer', thing);
  const { token, expiresAt } = await issueLink(db, context, 'offer', { userId, ...thing, withAliases });
  return { token, offer: { expiresAt: expiresAt.toISOString() } };
}

/**
 * Makes a link by which another account takes an alias of this one. Until then nothing changes. For whoever proved a moment ago
 * who they are. @throws AppError not_found, rate_limited, offer_stopped.
 */
export async function offerAlias(context: OwnDomainContext, own: OwnAlias): Promise<MadeOffer> {
  const { aliasId, userId } = own;
  await context.limiter.take('offersPerUser', { userId });
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const { address: name } = await getOwnRow(transaction, own, ['address'], 'update');
    await checkMayTransfer(transaction, [userId]);
    await countAliasChanges(transaction, context, { userId, proven: true }, [aliasId]);
    return writeOffer(transaction, context, { userId, thing: { aliasId }, name });
  });
}

/** A domain of this account, held until the caller's transaction ends. @throws AppError not_found. */
async function getOwned(db: Db, member: MemberOf) {
  const row = await getMembership(db, member);
  if (row.ownerId !== member.userId) throw new AppError('not_found');
  return row;
}

/**
 * The same for a domain; `withAliases`: the account's own aliases on it pass with it.
 * @throws AppError not_found, rate_limited, domain_unproven, offer_stopped.
 */
export async function offerDomain(
  context: OwnDomainContext,
  member: MemberOf,
  { withAliases = false }: { readonly withAliases?: boolean | undefined },
): Promise<MadeOffer> {
  const { domainId, userId } = member;
  await context.limiter.take('offersPerUser', { userId });
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const { name, ...standing } = await getOwned(transaction, member);
    if (!isProvenNow(standing)) throw new AppError('domain_unproven');
    await checkMayTransfer(transaction, [userId]);
    if (withAliases) {
      const ids = await readAliasIds(transaction, { userId, domainId });
      await countAliasChanges(transaction, context, { userId, proven: true }, ids);
    }
    return writeOffer(transaction, context, { userId, thing: { domainId }, withAliases, name });
  });
}

async function findOffer(db: Db, context: OwnDomainContext, userId: string, thing: Thing): Promise<Offer | null> {
  const row = await selectGoodLinks(db, context, 'offer')
    .select('expiresAt')
    .where(({ and }) => and({ userId, ...thing }))
    .executeTakeFirst();
  return row === undefined ? null : { expiresAt: row.expiresAt.toISOString() };
}

/** How an alias of this account is offered; null: it is not. @throws AppError not_found. */
export function readAliasOffer(context: OwnDomainContext, own: OwnAlias): Promise<Offer | null> {
  return context.database.db.transaction().execute(async (transaction) => {
    await getOwnRow(transaction, own, [], 'update');
    return findOffer(transaction, context, own.userId, { aliasId: own.aliasId });
  });
}

/** How a domain of this account is offered; null: it is not. @throws AppError not_found. */
export function readDomainOffer(context: OwnDomainContext, member: MemberOf): Promise<Offer | null> {
  return context.database.db.transaction().execute(async (transaction) => {
    await getOwned(transaction, member);
    return findOffer(transaction, context, member.userId, { domainId: member.domainId });
  });
}

/** All offers of an account, for its export. */
export async function listOffers({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<ListedOffer[]> {
  const { db } = database;
  const rows = await db
    .selectFrom('secretLinks as o')
    .leftJoin('domains', 'domains.id', 'o.domainId')
    .select(['o.aliasId', 'name as domain', 'o.withAliases', 'o.expiresAt', 'o.createdAt'])
    .where('o.kind', '=', 'offer')
    .where('o.userId', '=', userId)
    .orderBy('o.createdAt')
    .execute();
  const offered = await joinAliases(db, rows, {}, ['address']);
  const addresses = new Map(offered.map(({ alias }) => [alias.id, alias.address]));
  return rows.flatMap(({ aliasId, domain, withAliases, expiresAt, createdAt }) => {
    const name = aliasId === null ? domain : addresses.get(aliasId);
    if (name === null || name === undefined) return [];
    return [{ name, withAliases, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() }];
  });
}

/** Ends the link of an alias or a domain. @throws AppError not_found where there is none, or it was used meanwhile. */
export async function withdrawOffer(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  thing: Thing,
): Promise<void> {
  if ((await endLinks(database.db, 'offer', { userId, ...thing })) === 0) throw new AppError('not_found');
}
