import { sql } from 'kysely';
import type { DomainMember, InviteMemberInput, OwnDomain } from '#contract/account/domains.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { countAliases, countAliasesBy } from '#core/alias-rows/read-rows.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { endLinks, issueLink, openLink, selectGoodLinks, spendLink } from '#core/links/secret-links.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { checkDomainRoom, getManaged, getOwnDomain, type MemberOf } from '#core/own-domains/read-domains.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** Bound to the domain: a label goes from the invitation to the member that it becomes. */
export function labelContext(domainId: string) {
  return { field: 'domain_members.label', rowId: domainId };
}

function decryptLabel(keys: KeyRing, domainId: string, sealed: Buffer | null): string | null {
  return sealed === null ? null : keys.open(labelContext(domainId), sealed).toString();
}

/**
 * Who may use a domain, and who is invited to, for its admins: what each is called by whoever invited them, never an address.
 * @throws AppError not_found.
 */
export async function listMembers(context: OwnDomainContext, member: MemberOf): Promise<DomainMember[]> {
  const { database, keys } = context;
  const { ownerId } = await database.db.transaction().execute((db) => getManaged(db, member));
  const { domainId, userId } = member;
  const members = await database.db
    .selectFrom('domainMembers')
    .select(['id', 'userId', 'role', 'labelSealed'])
    .where('domainId', '=', domainId)
    .orderBy(sql`user_id = ${ownerId}`, 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const made = await countAliasesBy(database.db, 'userId', { domainId });
  const invited = await selectGoodLinks(database.db, context, 'domain_invitation')
    .select(['id', 'role', 'sealed', 'expiresAt'])
    .where('domainId', '=', domainId)
    .orderBy('createdAt')
    .execute();
  return [
    ...members.map((one) => ({
      id: one.id,
      name: decryptLabel(keys, domainId, one.labelSealed),
      role: one.role,
      state: one.userId === ownerId ? ('owner' as const) : ('member' as const),
      you: one.userId === userId,
      aliases: made.get(one.userId) ?? 0,
      expiresAt: null,
    })),
    ...invited.map(({ id, role, sealed, expiresAt }) => ({
      id,
      name: decryptLabel(keys, domainId, sealed),
      role: role ?? 'maker',
      state: 'invited' as const,
      you: false,
      aliases: 0,
      expiresAt: expiresAt.toISOString(),
    })),
  ];
}

async function checkRoom(db: Db, context: OwnDomainContext, domainId: string): Promise<void> {
  const of = selectGoodLinks(db, context, 'domain_invitation').where('domainId', '=', domainId);
  const invited = await of.select('id').execute();
  const members = await db.selectFrom('domainMembers').select('id').where('domainId', '=', domainId).execute();
  if (members.length + invited.length >= limits.membersPerDomain) throw new AppError('too_many_members');
}

/** Makes a link that lets one account use a domain. The token is nowhere else. @throws AppError not_found, too_many_members. */
export async function inviteMember(
  context: OwnDomainContext,
  member: MemberOf,
  { name, role }: InviteMemberInput,
): Promise<{ readonly token: string; readonly member: DomainMember }> {
  const { database, keys } = context;
  const { domainId } = member;
  const { id, token, expiresAt } = await database.db.transaction().execute(async (transaction) => {
    await getManaged(transaction, member);
    await checkRoom(transaction, context, domainId);
    const sealed = keys.seal(labelContext(domainId), name);
    return issueLink(transaction, context, 'domain_invitation', { domainId, role, sealed });
  });
  const invited = { id, name, role, state: 'invited', you: false, aliases: 0 } as const;
  return { token, member: { ...invited, expiresAt: expiresAt.toISOString() } };
}

/**
 * Since when an account that comes to be a member is one: after whatever it has there from before, also where another node's clock was ahead. By
 * that, an alias that somebody made as a member is told from others (`isOthersRole`).
 */
export async function memberSince(
  db: Db,
  { clock }: Pick<OwnDomainContext, 'clock'>,
  { domainId, userId }: MemberOf,
): Promise<Date> {
  const { newestAt } = await countAliases(db, { domainId, userId });
  return new Date(Math.max(clock.now(), (newestAt?.getTime() ?? 0) + 1));
}

/** Makes an account a member by the token of a link, which works once. @throws AppError link_unusable, too_many_domains. */
export async function joinDomain(context: OwnDomainContext, userId: string, token: string): Promise<OwnDomain> {
  const { database } = context;
  const domainId = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Held before its invitations, as by whoever takes them back.
    const { domainId: id, ...link } = await openLink(transaction, context, 'domain_invitation', token);
    await transaction.selectFrom('domains').select('id').where('id', '=', id).forKeyShare().execute();
    const { domainId, role, sealed: labelSealed } = await spendLink(transaction, context, link);
    await checkDomainRoom(transaction, userId);
    const createdAt = await memberSince(transaction, context, { domainId, userId });
    await transaction
      .insertInto('domainMembers')
      .values({ domainId, role, labelSealed, userId, createdAt })
      // Who is one already, and opens a second link, stays what they are.
      .onConflict((conflict) => conflict.columns(['domainId', 'userId']).doNothing())
      .execute();
    return domainId;
  });
  return getOwnDomain(context, { domainId, userId });
}

/**
 * Takes a member or an invitation off the list of a domain; never its owner. Aliases stay with whoever made them, and go on.
 * @throws AppError not_found.
 */
export async function removeMember(context: OwnDomainContext, member: MemberOf, id: string): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    await getManaged(transaction, member);
    const removed = await transaction
      .deleteFrom('domainMembers')
      .using('domains')
      .whereRef('domains.id', '=', 'domainMembers.domainId')
      .where('domains.id', '=', member.domainId)
      .where('domainMembers.id', '=', id)
      .where(sql<boolean>`domains.owner_id is distinct from domain_members.user_id`)
      .returning('domainMembers.id')
      .executeTakeFirst();
    const taken = await endLinks(transaction, 'domain_invitation', { domainId: member.domainId, id });
    if (removed === undefined && taken === 0) throw new AppError('not_found');
  });
}
