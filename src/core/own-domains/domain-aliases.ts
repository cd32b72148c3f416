import { sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import type { DomainAlias, DomainAliasesResponse } from '#contract/account/domains.ts';
import { limits } from '#contract/limits.ts';
import { timeSql } from '#core/alias-rows/alias-life.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import { isGivable, isOthersRole } from '#core/alias-rows/role-names.ts';
import {
  forwardsToOne,
  readStanding,
  standingColumns,
  standingFacts,
  takesMail,
  type StandingRow,
} from '#core/alias-rows/standing.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
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

interface AliasRow extends StandingRow {
  readonly name: string;
  readonly memberId: string | null;
  readonly takesMail: boolean;
  readonly isRole: boolean;
  readonly givable: boolean;
}

/**
 * The aliases on a domain for its admins, by name: whose they are and how they stand, not where they lead. Those in the bin are
 * their owner's alone. @throws AppError not_found.
 */
export async function listDomainAliases(
  { database, clock }: OwnDomainContext,
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
  await database.db.transaction().execute((db) => getManaged(db, member));
  const { rows } = await sql<AliasRow>`
    select a.local_part as name, m.id as member_id, ${sql.raw(standingColumns(timeSql(clock.now()), 'receiving'))},
      ${sql.raw(forwardsToOne(takesMail))} as takes_mail,
      ${sql.raw(isOthersRole('d', 'a'))} as is_role,
      coalesce(${sql.raw(isGivable('d', 'a'))}, false) as givable
    from ${aliasRows({ domainId }, standingFacts)} a join users u on u.id = a.user_id join domains d on d.id = a.domain_id
    left join domain_members m on m.domain_id = a.domain_id and m.user_id = a.user_id
    where a.local_part > ${after} collate "C"
      and (${of ?? null}::uuid is null or m.id = ${of ?? null}::uuid)
      and (${givable === undefined} or ${sql.raw(isGivable('d', 'a'))})
    order by a.local_part collate "C" limit ${limits.domainAliasesPerPage + 1}`.execute(database.db);
  const page = rows.slice(0, limits.domainAliasesPerPage);
  return {
    aliases: page.map(({ name, memberId, isRole, givable: isTheirs, takesMail: takes, ...facts }) => ({
      name,
      memberId,
      givable: isTheirs,
      state: isRole ? 'role' : states[readStanding({ ...facts, lost: false }, takes)],
    })),
    next: rows.length > page.length ? (page.at(-1)?.name ?? null) : null,
  };
}
