import type { AliasStanding } from '#contract/alias-standing.ts';
import type { DomainAlias, DomainAliasesResponse } from '#contract/account/domains.ts';
import { limits } from '#contract/limits.ts';
import { readStandings } from '#core/alias-rows/read-rows.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { anyOf } from '#database/any-of.ts';
import { getManaged, type MemberOf } from '#core/own-domains/read-domains.ts';

const states: Readonly<Record<AliasStanding, DomainAlias['state']>> = {
  live: 'on',
  paused: 'paused',
  ended: 'ended',
  unconfirmed: 'waiting',
  // What became of somebody's account is no business of an admin.
  leaving: 'waiting',
  suspended: 'waiting',
  // Said of the domain, and not asked here.
  lost: 'on',
};

/**
 * The aliases on a domain for its admins, by name: whose they are and how they stand, not where they lead. Those in the bin are
 * their owner's alone. @throws AppError not_found.
 */
export async function listDomainAliases(
  context: OwnDomainContext,
  member: MemberOf,
  {
    member: of,
    givable,
    after = '',
  }: {
    readonly member?: string | undefined;
    readonly givable?: 'true' | undefined;
    readonly after?: string | undefined;
  },
): Promise<DomainAliasesResponse> {
  const { domainId } = member;
  await context.database.db.transaction().execute((db) => getManaged(db, member));
  const rows = await readStandings(
    context,
    {
      domainId,
      nameAfter: after,
      first: limits.domainAliasesPerPage + 1,
      ...(of !== undefined && { memberId: of }),
      ...(givable !== undefined && { role: 'givable' }),
    },
    ['givable', 'othersRole'],
  );
  const page = rows.slice(0, limits.domainAliasesPerPage);
  const members = await context.database.db
    .selectFrom('domainMembers')
    .select(['id', 'userId'])
    .where('domainId', '=', domainId)
    .where('userId', '=', anyOf([...new Set(page.map(({ userId }) => userId))]))
    .execute();
  const memberIds = new Map(members.map(({ id, userId }) => [userId, id]));
  return {
    aliases: page.map(({ localPart: name, userId, othersRole, givable: isTheirs, standing }) => {
      return {
        name,
        memberId: memberIds.get(userId) ?? null,
        givable: isTheirs,
        state: othersRole ? 'role' : states[standing],
      };
    }),
    next: rows.length > page.length ? (page.at(-1)?.localPart ?? null) : null,
  };
}
