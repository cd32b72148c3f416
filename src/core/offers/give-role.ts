import { AppError } from '#contract/errors.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { findGivable } from '#core/aliases/standing/others-role.ts';
import { passAliases } from '#core/offers/pass-aliases.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { getManaged, readForwardTo, type MemberOf } from '#core/own-domains/read-domains.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** Where new aliases of the owner on the domain go. @throws AppError no_target. */
async function findTargets(db: Db, context: OwnDomainContext, domainId: string, ownerId: string) {
  const chosen = splitForwardTo((await readForwardTo(db, context.keys, domainId)) ?? '');
  const scoped = { ...context, database: { ...context.database, db } };
  const values = chosen.length > 0 ? chosen : [(await findDefaultTarget(scoped, ownerId))?.value ?? ''];
  const wanted = values.join(', ');
  if (wanted === '') throw new AppError('no_target');
  return ensureTargets(db, context, ownerId, readTargets(context, wanted));
}

async function give(db: Db, context: OwnDomainContext, member: MemberOf, name: string) {
  const { domainId } = member;
  await getManaged(db, member);
  const { holderId, ownerId, address, id } = await findGivable(db, domainId, name);
  await recordSecurityEvent(db, context, holderId, { kind: 'role_left', name: address });
  await recordSecurityEvent(db, context, ownerId, { kind: 'role_came', name: address });
  const targets = await findTargets(db, context, domainId, ownerId);
  const passing = { giverId: holderId, takerId: ownerId, targetIds: targets.map((target) => target.id) };
  const [aliasId = ''] = await passAliases(db, context, passing, [id]);
  return { aliasId, ownerId, address };
}

/**
 * Makes an alias by whose name others ask whose a domain is the owner's, as one of its admins says: mail to it goes to the owner's inboxes from
 * then on. Of what it was, nothing but the name passes, as with an alias that is offered; whoever had it hears of it.
 * @throws AppError not_found, rate_limited, no_target, too_many_aliases.
 */
export async function giveRole(context: OwnDomainContext, member: MemberOf, name: string): Promise<string> {
  const { database, limiter, provider } = context;
  const { domainId, userId } = member;
  await limiter.take('aliasChangesPerUser', { userId });
  const { aliasId, ownerId, address } = await database.db.transaction().execute(async (transaction) => {
    // Accounts before the domain, in one order for all; a stranger holds nobody's.
    await getRole(transaction, member);
    const asked = await findGivable(transaction, domainId, name);
    for (const id of [asked.holderId, asked.ownerId].toSorted()) await lockAccount(transaction, id);
    const given = await give(transaction, context, member, name);
    // Passed on meanwhile: whoever has it now was not held.
    if (given.ownerId !== asked.ownerId || asked.address !== given.address) throw new AppError('not_found');
    return given;
  });
  await provider.pushAlias(await getAlias(database.db, context, aliasId, ownerId));
  return address;
}

/** Before anything is held. @throws AppError not_found for whoever does not manage the domain. */
async function getRole(db: Db, { domainId, userId }: MemberOf): Promise<void> {
  await db
    .selectFrom('domainMembers')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
