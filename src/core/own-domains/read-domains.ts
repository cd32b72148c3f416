import { sql } from 'kysely';
import type { OwnDomain, OwnDomainsResponse } from '#contract/account/domains.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { openFromName } from '#core/aliases/standing/from-name.ts';
import { countGivable } from '#core/aliases/standing/others-role.ts';
import { openDescription } from '#core/own-domains/description.ts';
import { describeChecks, openChecks, proofOf } from '#core/own-domains/check-dns.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { lostAfterMs } from '#core/own-domains/settle-checks.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

/** A domain of an account, as one of its members names it. */
export interface MemberOf {
  readonly domainId: string;
  readonly userId: string;
}

/** Domains that an account is a member of. */
function selectMemberships(db: Db, userId: string) {
  return db
    .selectFrom('domains')
    .innerJoin('domainMembers', 'domainMembers.domainId', 'domains.id')
    .selectAll('domains')
    .select('domainMembers.role')
    .where('domainMembers.userId', '=', userId);
}

type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMemberships>['execute']>>[number];

/**
 * A domain that the account is a member of, held until the caller's transaction ends. @throws AppError not_found, for a foreign
 * one as for an unknown one.
 */
export async function getMembership(db: Db, { domainId, userId }: MemberOf): Promise<MembershipRow> {
  return selectMemberships(db, userId)
    .where('domains.id', '=', domainId)
    .forUpdate('domains')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** The same for one that the account manages. @throws AppError not_found. */
export async function getManaged(db: Db, member: MemberOf): Promise<MembershipRow> {
  const row = await getMembership(db, member);
  if (row.role !== 'admin') throw new AppError('not_found');
  return row;
}

/** Sub-domains that an account gave up count, too: each is a name less for all others. @throws AppError too_many_domains. */
export async function checkDomainRoom(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from (
      select id from domains where owner_id = ${userId}
      union select domain_id from domain_members where user_id = ${userId}) as theirs`.execute(db);
  if ((rows[0]?.count ?? 0) >= limits.domainsPerAccount) throw new AppError('too_many_domains');
}

/** Where its new aliases go; null: as all of the account. */
export async function readForwardTo(db: Db, keys: KeyRing, domainId: string): Promise<string | null> {
  const rows = await selectTargets(db)
    .innerJoin('domainTargets', 'domainTargets.targetId', 'targets.id')
    .where('domainTargets.domainId', '=', domainId)
    .orderBy('domainTargets.position')
    .execute();
  return rows.length === 0 ? null : rows.map((row) => openTarget(keys, row).value).join(', ');
}

/** What DNS should say of it and last said, for its admins. */
function shownChecks(context: OwnDomainContext, { id, name, kind, role, ownerId, checksSealed }: MembershipRow) {
  if (kind !== 'own' || role !== 'admin' || ownerId === null) return [];
  const checks = openChecks(context.keys, id, checksSealed);
  return describeChecks(context, { name, proof: proofOf(context.keys, ownerId, name), checks });
}

/** When a failing one is lost at the earliest. */
function lossOf({ state, contradictedSince }: MembershipRow): string | null {
  if (state !== 'failing' || contradictedSince === null) return null;
  return new Date(contradictedSince.getTime() + lostAfterMs).toISOString();
}

/**
 * Makers see the name and how it stands. What an admin publishes proves the account of whom the domain is, who alone sees where its
 * mail goes.
 */
async function domainView(context: OwnDomainContext, row: MembershipRow, userId: string): Promise<OwnDomain> {
  const { id, name, kind, state, role, ownerId, catchAll, checkedAt, proofDueAt, enabled: active, createdAt } = row;
  const owned = ownerId === userId;
  return {
    id,
    name,
    kind: kind === 'sub' ? kind : 'own',
    state,
    role,
    owned,
    checks: shownChecks(context, row),
    checkedAt: checkedAt?.toISOString() ?? null,
    proofDueAt: role === 'admin' ? (proofDueAt?.toISOString() ?? null) : null,
    lostAt: role === 'admin' ? lossOf(row) : null,
    catchAll,
    randomEndings: row.randomEndings,
    defaultForwardTo: owned ? await readForwardTo(context.database.db, context.keys, id) : null,
    active,
    fromName: owned ? openFromName(context.keys, 'domains', id, row.fromNameSealed) : null,
    description: owned ? openDescription(context.keys, row) : null,
    othersRoles: role === 'admin' ? await countGivable(context.database.db, id) : 0,
    createdAt: createdAt.toISOString(),
  };
}

/** The domains that an account brought or may use, oldest first. */
export async function listOwnDomains(context: OwnDomainContext, userId: string): Promise<OwnDomainsResponse> {
  const { database, settings } = context;
  const rows = await selectMemberships(database.db, userId)
    .orderBy('domains.createdAt')
    .orderBy('domains.id')
    .execute();
  const { own, below } = settings.domains;
  return {
    domains: await Promise.all(rows.map((row) => domainView(context, row, userId))),
    offered: { own, below: [...below] },
  };
}

/** One of them. @throws AppError not_found. */
export async function getOwnDomain(context: OwnDomainContext, { domainId, userId }: MemberOf): Promise<OwnDomain> {
  const row = await selectMemberships(context.database.db, userId)
    .where('domains.id', '=', domainId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return domainView(context, row, userId);
}
