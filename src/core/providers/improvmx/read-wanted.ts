import { sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import type { ProviderState } from '#contract/provider.ts';
import { timeSql } from '#core/alias-rows/alias-life.ts';
import { aliasRows, type WhichAliases } from '#core/alias-rows/read-rows.ts';
import {
  isHeld,
  readStanding,
  standingColumns,
  standingFacts,
  takesMail,
  type StandingRow,
} from '#core/alias-rows/standing.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';
import { splitAddress } from '#platform/addresses.ts';

type ReadContext = Pick<ImprovmxContext, 'database' | 'keys' | 'clock' | 'discardUrl'>;

/** What the rows say that the provider should have under an address. */
export interface WantedAlias {
  /** Null: nothing, as there is no such alias, its account is leaving or suspended or nobody has agreed to get its mail. */
  readonly forward: string | null;
  /** The provider had it once and was told by us. */
  readonly known: boolean;
  /** Its mail is to be dropped. Where the plan has no way for that the provider refuses it, as it has no such alias. */
  readonly drop: boolean;
  /** What its owner is shown; null: there is no such alias. */
  readonly shown: ProviderState | null;
}

interface WantedRow extends StandingRow {
  readonly localPart: string;
  readonly held: boolean;
  readonly binned: boolean;
  /** The domain takes mail for all names, this one as well unless something stands there. */
  readonly caught: boolean;
  readonly improvmxId: string | null;
  readonly shown: ProviderState;
  /** Null for an alias without any target that may get mail. */
  readonly targetId: string | null;
  readonly valueSealed: Buffer | null;
}

/** One row for each target that agreed to get mail and was neither stopped nor switched off since. */
async function selectRows({ database, clock }: ReadContext, domain: string, name: string | null): Promise<WantedRow[]> {
  const which = { whereabouts: 'any', ...(name !== null && { localPart: name }) } as const;
  const { rows } = await sql<WantedRow>`
    select a.local_part, ${sql.raw(standingColumns(timeSql(clock.now()), 'receiving'))}, a.improvmx_id,
      a.provider_state as shown, ${sql.raw(isHeld)} as held, a.binned_at is not null as binned,
      d.kind <> 'shared' and d.catch_all = 'all' and d.enabled and ${sql.raw(isHeld)} as caught, w.id as target_id, w.value_sealed
    from ${aliasRows(which, [...standingFacts, 'improvmxId', 'providerState', 'binnedAt'])} a
    join domains d on d.id = a.domain_id join users u on u.id = a.user_id
    left join lateral (
      select t.id, t.value_sealed, l.position from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and ${sql.raw(takesMail)}
        and not exists (select from stopped_addresses s where s.address_hash = t.value_hash)) w on true
    where d.name = ${domain} and (a.binned_at is null or d.catch_all = 'all')
    order by a.local_part, held desc, a.id, w.position`.execute(database.db);
  return rows;
}

function forwardOf(standing: AliasStanding, targets: readonly string[], discardUrl: string): string | null {
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

const unknown: WantedAlias = { forward: null, known: false, drop: false, shown: null };

type OpenTargets = Pick<ReadContext, 'keys' | 'discardUrl'>;

/** `rows`: of one name, those of whoever has proven the domain first. */
function readWanted({ keys, discardUrl }: OpenTargets, rows: readonly WantedRow[]): WantedAlias {
  const [first] = rows;
  if (first === undefined) return unknown;
  // A name may have an alias of every account that has had the domain.
  const own = rows.filter(({ held }) => held === first.held);
  const targets = own.flatMap(({ targetId, valueSealed }) =>
    targetId === null || valueSealed === null ? [] : [keys.open(targetValueContext(targetId), valueSealed).toString()],
  );
  const { held, binned, caught, shown } = first;
  const standing = readStanding({ ...first, lost: !held }, targets.length > 0);
  const forward = binned ? null : forwardOf(standing, targets, discardUrl);
  // What gets no mail must not get it by the catch-all of its domain.
  const drop = forward === discardUrl || (forward === null && caught);
  const known = rows.some(({ improvmxId }) => improvmxId !== null);
  return { forward: drop ? discardUrl : forward, known, drop, shown };
}

/** What the provider should have on a domain, by local part. `name`: only of this one. */
export async function readWantedAliases(
  context: ReadContext,
  domain: string,
  name: string | null = null,
): Promise<Map<string, WantedAlias>> {
  const byName = Map.groupBy(await selectRows(context, domain, name), ({ localPart }) => localPart);
  return new Map([...byName].map(([localPart, rows]) => [localPart, readWanted(context, rows)]));
}

/** As of now: call it after the change was taken on, so that anything later is noted again. */
export async function readWantedAlias(context: ReadContext, address: string): Promise<WantedAlias> {
  const { local: name, domain } = splitAddress(address);
  return (await readWantedAliases(context, domain, name)).get(name) ?? unknown;
}

/** The SMTP credentials of some aliases. Those in the bin have none. */
async function readCredentials(db: Db, which: WhichAliases) {
  return db
    .selectFrom('smtpCredentials')
    .innerJoin(aliasRows({ ...which, whereabouts: 'any' }, ['id', 'localPart']).as('a'), 'a.id', 'aliasId')
    .select(['localPart', 'atProvider'])
    .execute();
}

/** The names on a domain that should have an SMTP credential, and whether the provider was told of it. */
export async function readWantedCredentials(
  { database }: Pick<ImprovmxContext, 'database'>,
  domain: string,
): Promise<Map<string, { readonly known: boolean }>> {
  const rows = await readCredentials(database.db, { domain, domainHeld: true, maySend: true });
  return new Map(rows.map(({ localPart, atProvider }) => [localPart, { known: atProvider }]));
}

/** The names on a domain whose SMTP credential stands at the provider although the domain is its owner's no more. */
export async function readFormerCredentials(
  { database }: Pick<ImprovmxContext, 'database'>,
  domain: string,
): Promise<ReadonlySet<string>> {
  const rows = await readCredentials(database.db, { domain, domainHeld: false });
  return new Set(rows.flatMap(({ localPart, atProvider }) => (atProvider ? [localPart] : [])));
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
