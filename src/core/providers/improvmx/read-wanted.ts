import { sql } from 'kysely';
import { standingOf, type AliasEnd, type AliasStanding } from '#contract/alias-standing.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import { endedBy, timeSql } from '#core/aliases/standing/alias-life.ts';
import { isSuspended, takesMail } from '#core/aliases/standing/find-alias.ts';
import { type ImprovmxContext, splitAddress } from '#core/providers/improvmx/improvmx-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

type ReadContext = Pick<ImprovmxContext, 'database' | 'keys' | 'clock' | 'discardUrl'>;

/** What the rows say that the provider should have under an address. */
export interface WantedAlias {
  /** Null: nothing, as there is no such alias, its account is leaving or suspended or nobody has agreed to get its mail. */
  readonly forward: string | null;
  /** The provider had it once and was told by us. */
  readonly known: boolean;
}

interface WantedRow {
  readonly localPart: string;
  readonly active: boolean;
  readonly leaving: boolean;
  readonly suspended: boolean;
  readonly ended: AliasEnd | null;
  readonly improvmxId: string | null;
  /** Null for an alias without any target that may get mail. */
  readonly targetId: string | null;
  readonly valueSealed: Buffer | null;
}

/** One row for each target that agreed to get mail and was neither stopped nor switched off since. */
async function selectRows({ database, clock }: ReadContext, domain: string, name: string | null): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select a.local_part, a.active, u.leaving_at is not null as leaving,
      ${sql.raw(isSuspended)} as suspended, ${sql.raw(endedBy(timeSql(clock.now())))} as ended, a.improvmx_id, w.id as target_id, w.value_sealed
    from aliases a join domains d on d.id = a.domain_id join users u on u.id = a.user_id
    left join lateral (
      select t.id, t.value_sealed, l.position from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and ${sql.raw(takesMail)}
        and not exists (select from stopped_addresses s where s.address_hash = t.value_hash)) w on true
    where d.name = ${domain} and a.binned_at is null and (${name}::text is null or a.local_part = ${name})
    order by a.local_part, w.position`.execute(database.db);
  return rows;
}

function forwardOf(standing: AliasStanding, targets: readonly string[], { discardUrl }: ReadContext): string | null {
  switch (standing) {
    case 'live':
      return targets.join(',');
    case 'paused':
      return discardUrl;
    case 'ended':
    case 'unconfirmed':
    case 'leaving':
    case 'suspended':
    case 'lost':
      return null;
  }
}

/** What the provider should have on a domain, by local part. `name`: only of this one. */
export async function readWantedAliases(
  context: ReadContext,
  domain: string,
  name: string | null = null,
): Promise<Map<string, WantedAlias>> {
  const byName = Map.groupBy(await selectRows(context, domain, name), ({ localPart }) => localPart);
  const wanted = new Map<string, WantedAlias>();
  for (const [localPart, rows] of byName) {
    const targets = rows.flatMap(({ targetId, valueSealed }) =>
      targetId === null || valueSealed === null
        ? []
        : [context.keys.open(targetValueContext(targetId), valueSealed).toString()],
    );
    const { active = false, leaving = false, suspended = false, ended = null, improvmxId = null } = rows[0] ?? {};
    const standing = standingOf({ active, takesMail: targets.length > 0, ended, leaving, suspended });
    wanted.set(localPart, { forward: forwardOf(standing, targets, context), known: improvmxId !== null });
  }
  return wanted;
}

/** As of now: call it after the change was taken on, so that anything later is noted again. */
export async function readWantedAlias(context: ReadContext, address: string): Promise<WantedAlias> {
  const { name, domain } = splitAddress(address);
  return (await readWantedAliases(context, domain, name)).get(name) ?? { forward: null, known: false };
}

/** The names on a domain that should have an SMTP credential, and whether the provider was told of it. */
export async function readWantedCredentials(
  { database }: Pick<ImprovmxContext, 'database'>,
  domain: string,
): Promise<Map<string, { readonly known: boolean }>> {
  const rows = await database.db
    .selectFrom('smtpCredentials')
    .innerJoin('aliases', 'aliases.id', 'smtpCredentials.aliasId')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .innerJoin('users', 'users.id', 'aliases.userId')
    .select(['localPart', 'atProvider'])
    .where('name', '=', domain)
    .where('leavingAt', 'is', null)
    .where('suspended', 'is', null)
    .execute();
  return new Map(rows.map(({ localPart, atProvider }) => [localPart, { known: atProvider }]));
}

/** Only in web addresses case matters. */
function normalise(destination: string): string {
  return /^https?:/iu.test(destination) ? destination : destination.toLowerCase();
}

function read(text: string): ReadonlySet<string> {
  return new Set(splitForwardTo(text).map(normalise));
}

/** Whether two lists of destinations mean the same, whatever their order. */
export function isSameForward(one: string, other: string): boolean {
  const left = read(one);
  const right = read(other);
  return left.size === right.size && [...left].every((destination) => right.has(destination));
}
