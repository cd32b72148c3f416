import type { ChangeDomainInput, OwnDomain } from '#contract/account/domains.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { countAliasesBy } from '#core/alias-rows/read-rows.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { fromNameColumn } from '#core/aliases/standing/from-name.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { forgetChoices } from '#core/domains/forget-choices.ts';
import { endLinks } from '#core/links/secret-links.ts';
import { lookAtDns, proofOf } from '#core/own-domains/check-dns.ts';
import { descriptionColumn } from '#core/own-domains/description.ts';
import { eraseAliases } from '#core/own-domains/erase-aliases.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { readDomainName, type ReadName } from '#core/own-domains/read-domain-name.ts';
import {
  checkDomainRoom,
  getManaged,
  getMembership,
  getOwnDomain,
  readForwardTo,
  type MemberOf,
} from '#core/own-domains/read-domains.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { firstCheckMs, isTakenByRelated, lockName, applyCheckResults } from '#core/own-domains/settle-checks.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { normaliseTarget } from '#core/targets/target-value.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** Which row of a name a new claim is for: the account's former sub-domain, or none yet. @throws AppError domain_exists, domain_taken. */
async function findClaimed(db: Db, { name, kind }: ReadName, userId: string): Promise<string | null> {
  const rows = await lockName(db, name);
  const own = rows.find(({ ownerId }) => ownerId === userId);
  if (own !== undefined && (kind === 'own' || own.state !== 'lost')) throw new AppError('domain_exists');
  const isGiven = kind === 'sub' && rows.length > 0 && own === undefined;
  if (isGiven || (await isTakenByRelated(db, { name, userId }))) throw new AppError('domain_taken');
  return own?.id ?? null;
}

/** The row of a name, new or once more the account's. */
async function writeClaim(
  db: Db,
  { random }: OwnDomainContext,
  { name, kind }: ReadName,
  { userId, formerId, now }: { readonly userId: string; readonly formerId: string | null; readonly now: Date },
): Promise<string> {
  const isGiven = kind === 'sub';
  const row = {
    state: isGiven ? 'verified' : 'unverified',
    changedAt: now,
    nextCheckAt: isGiven ? null : new Date(now.getTime() + firstCheckMs),
    takesMail: isGiven,
  } as const;
  if (formerId !== null) {
    await db.updateTable('domains').set(row).where('id', '=', formerId).execute();
    return formerId;
  }
  await checkDomainRoom(db, userId);
  const id = random.uuid();
  await db
    .insertInto('domains')
    .values({ id, name, kind, ownerId: userId, createdAt: now, ...row })
    .execute();
  return id;
}

/** The same of an import, in its transaction, behind `lockAccount`. @returns its id. @throws AppError domain_exists, domain_taken, too_many_domains. */
export async function claimWithin(
  db: Db,
  context: OwnDomainContext,
  wanted: ReadName,
  userId: string,
): Promise<string> {
  const now = new Date(context.clock.now());
  const formerId = await findClaimed(db, wanted, userId);
  const id = await writeClaim(db, context, wanted, { userId, formerId, now });
  await db.insertInto('domainMembers').values({ domainId: id, userId, role: 'admin', createdAt: now }).execute();
  return id;
}

/**
 * Adds a domain to an account: one of its own takes no mail before its DNS proves it, a sub-domain at once. A name that others
 * have proven can be claimed, too: whoever proves it now has it. @throws AppError invalid_input, rate_limited, domain_exists,
 * domain_taken, too_many_domains.
 */
export async function claimDomain(context: OwnDomainContext, userId: string, text: string): Promise<OwnDomain> {
  const { database, limiter } = context;
  const wanted = await readDomainName(context, text);
  await limiter.take('domainClaimsPerUser', { userId });
  const domainId = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    return claimWithin(transaction, context, wanted, userId);
  });
  return getOwnDomain(context, { domainId, userId });
}

/** Looks at its DNS now. @throws AppError not_found, rate_limited. */
export async function verifyDomain(context: OwnDomainContext, member: MemberOf): Promise<OwnDomain> {
  const { database, keys, limiter } = context;
  await limiter.take('domainChecksPerUser', { userId: member.userId });
  const { id, name, kind, ownerId } = await database.db.transaction().execute((db) => getManaged(db, member));
  if (kind === 'own' && ownerId !== null) {
    await applyCheckResults(context, { id, ownerId }, await lookAtDns(context, name, proofOf(keys, ownerId, name)));
  }
  return getOwnDomain(context, member);
}

/** Sets where aliases of a domain forward to that name no target; null: to the default of the account. Behind `lockAccount`. */
export async function setForwardTo(db: Db, context: OwnDomainContext, member: MemberOf, text: string | null) {
  await db.deleteFrom('domainTargets').where('domainId', '=', member.domainId).execute();
  const wanted = text === null ? [] : readTargets(context, text);
  if (wanted.length === 0) return [];
  const targets = await ensureTargets(db, context, member.userId, wanted);
  const rows = targets.map(({ id: targetId }, position) => ({ domainId: member.domainId, targetId, position }));
  await db.insertInto('domainTargets').values(rows).execute();
  return targets;
}

/** The account and that of the owner, who is told of it, before the domain and in one order for all. */
async function lockManager(db: Db, { domainId, userId }: MemberOf): Promise<void> {
  const domain = await db
    .selectFrom('domains')
    .innerJoin('domainMembers', 'domainMembers.domainId', 'domains.id')
    .select('ownerId')
    .where('domains.id', '=', domainId)
    .where('domainMembers.userId', '=', userId)
    .executeTakeFirst();
  for (const id of [...new Set([userId, domain?.ownerId ?? userId])].toSorted()) await lockAccount(db, id);
}

/** The inboxes of the domain's owner are told where new aliases go, and which names mail makes, before either changes. */
async function tellChange(
  db: Db,
  context: OwnDomainContext,
  { id, name, catchAll, ownerId }: Pick<Awaited<ReturnType<typeof getManaged>>, 'id' | 'name' | 'catchAll' | 'ownerId'>,
  change: ChangeDomainInput,
): Promise<void> {
  const tell = (scope: 'domain' | 'names'): Promise<void> =>
    ownerId === null
      ? Promise.resolve()
      : recordSecurityEvent(db, context, ownerId, { kind: 'default_inbox_changed', scope, name });
  if (change.catchAll !== undefined && change.catchAll !== catchAll) await tell('names');
  if (change.defaultForwardTo === undefined) return;
  const wanted = readTargets(context, change.defaultForwardTo ?? '').map(normaliseTarget);
  const former = splitForwardTo((await readForwardTo(db, context.keys, id)) ?? '').flatMap((text) => {
    const target = parseForwardTarget(text);
    return target === null ? [] : [normaliseTarget(target)];
  });
  if (wanted.join() !== former.join()) await tell('domain');
}

/**
 * Changes what becomes of mail to new names and to its aliases, what its owner's send with, and what they note. What is left out stays; inboxes that are new are asked to confirm themselves. Its
 * inboxes are those of its owner, who alone names them. @throws AppError not_found, invalid_input, too_many_targets, rate_limited.
 */
export async function changeDomain(
  context: OwnDomainContext,
  member: MemberOf & { readonly ip: string },
  change: ChangeDomainInput,
): Promise<OwnDomain> {
  const { userId, ip } = member;
  const { catchAll, randomEndings, defaultForwardTo, active, fromName, description } = change;
  await context.limiter.take('aliasChangesPerUser', { userId });
  if (catchAll !== undefined) await context.provider.checkCatchAll(catchAll);
  const targets = await context.database.db.transaction().execute(async (transaction) => {
    await lockManager(transaction, member);
    const domain = await getManaged(transaction, member);
    const { id, ownerId } = domain;
    const isOwners = [defaultForwardTo, fromName, description].some((value) => value !== undefined);
    if (isOwners && ownerId !== userId) throw new AppError('not_found');
    await tellChange(transaction, context, domain, change);
    const row = {
      ...(catchAll !== undefined && { catchAll }),
      ...(randomEndings !== undefined && { randomEndings }),
      ...(active !== undefined && { enabled: active }),
      ...fromNameColumn(context.keys, 'domains', id, fromName),
      ...descriptionColumn(context.keys, id, description),
    };
    if (Object.keys(row).length > 0) {
      await transaction.updateTable('domains').set(row).where('id', '=', id).execute();
    }
    const chosen =
      defaultForwardTo === undefined ? [] : await setForwardTo(transaction, context, member, defaultForwardTo);
    const isMailChange = [catchAll, defaultForwardTo, active].some((value) => value !== undefined);
    if (isMailChange) await context.provider.noteDomain(transaction, id);
    return chosen;
  });
  for (const target of targets) await requestConfirmation(context, { userId, target, ip });
  return getOwnDomain(context, member);
}

/** The account and those whose aliases go with the domain, before the domain and in one order for all. */
async function lockMakers(db: Db, { domainId, userId }: MemberOf): Promise<void> {
  const makers = await countAliasesBy(db, 'userId', { domainId, whereabouts: 'binned' });
  const ids = new Set([userId, ...makers.keys()]);
  for (const id of [...ids].toSorted()) await lockAccount(db, id);
}

/**
 * Takes a domain away from an account: whoever is a member of another's leaves it, and keeps the aliases. One's own that has aliases stays until they are deleted; those in the bin go with it. A
 * sub-domain is nobody else's afterwards. @throws AppError not_found, domain_in_use.
 */
export async function removeDomain(context: OwnDomainContext, member: MemberOf): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    await lockMakers(transaction, member);
    const { id, kind, ownerId } = await getMembership(transaction, member);
    if (ownerId !== member.userId) {
      const own = transaction.deleteFrom('domainMembers').where('userId', '=', member.userId);
      await own.where('domainId', '=', id).execute();
      return;
    }
    const aliases = await readAliasRows(transaction, { domainId: id, whereabouts: 'any' }, [
      'id',
      'userId',
      'binnedAt',
    ]);
    if (aliases.some(({ binnedAt }) => binnedAt === null)) throw new AppError('domain_in_use');
    await eraseAliases(
      transaction,
      context,
      aliases.map(({ id: aliasId, userId }) => ({ aliasId, userId })),
    );
    await context.provider.noteDomain(transaction, id);
    await transaction.deleteFrom('domainMembers').where('domainId', '=', id).execute();
    await endLinks(transaction, ['domain_invitation', 'offer'], { domainId: id });
    if (kind === 'own') {
      await transaction.deleteFrom('domains').where('id', '=', id).execute();
      return;
    }
    await forgetChoices(transaction, [id]);
    const changedAt = new Date(context.clock.now());
    await transaction.updateTable('domains').set({ state: 'lost', changedAt }).where('id', '=', id).execute();
  });
}
