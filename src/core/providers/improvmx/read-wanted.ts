import type { AliasStanding } from '#contract/alias-standing.ts';
import { splitForwardTo } from '#contract/forward-to.ts';
import type { ProviderState } from '#contract/provider.ts';
import { readDestinations } from '#core/alias-rows/alias-links.ts';
import { readStandings } from '#core/alias-rows/read-rows.ts';
import { takesMail } from '#core/alias-rows/standing.ts';
import { readCredentials } from '#core/credentials/credentials.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
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

const facts = [
  ...(['improvmxId', 'providerState', 'binnedAt'] as const),
  ...(['ofDomain', 'domainHeld', 'domainCatchAll', 'domainEnabled'] as const),
];

/** SQL of a target `t`: it agreed to get mail and was neither stopped nor switched off since. */
const agrees = `${takesMail} and not exists (select from stopped_addresses s where s.address_hash = t.value_hash)`;

type WantedRow = Awaited<ReturnType<typeof readRows>>[number];

/** The aliases on a domain, each with its destinations; one in the bin counts where the domain takes mail for all names. */
async function readRows(context: ReadContext, domain: string, name: string | null) {
  const which = { domain, whereabouts: 'caught', ...(name !== null && { localPart: name }) } as const;
  const found = await readStandings(context, which, facts);
  const destinations = await readDestinations(context.database.db, which, agrees);
  return found.map((alias) => ({ ...alias, destinations: destinations.get(alias.id) ?? [] }));
}

function forwardOf(standing: AliasStanding, targets: readonly string[], discardUrl: string): string | null {
  switch (standing) {
    case 'live':
      return targets.length > 0 ? targets.join(',') : null;
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

/** `rows`: of one name, which may have an alias of every account that has had the domain. Whoever has proven it counts. */
function readWanted({ keys, discardUrl }: OpenTargets, rows: readonly WantedRow[]): WantedAlias {
  const held = rows.filter(({ domainHeld }) => domainHeld);
  const [first] = held.length > 0 ? held : rows;
  if (first === undefined) return unknown;
  const { binnedAt, ofDomain, domainHeld, domainCatchAll, domainEnabled } = first;
  const targets = held.flatMap(({ destinations }) =>
    destinations.map(({ id, valueSealed }) => keys.open(targetValueContext(id), valueSealed).toString()),
  );
  const goes = domainHeld && binnedAt === null;
  const forward = goes ? forwardOf(first.standing, targets, discardUrl) : null;
  // The domain takes mail for all names, this one as well unless something stands there.
  const caught = domainHeld && ofDomain !== null && domainCatchAll === 'all' && domainEnabled;
  // What gets no mail must not get it by the catch-all of its domain.
  const drop = forward === discardUrl || (forward === null && caught);
  const known = rows.some(({ improvmxId }) => improvmxId !== null);
  return { forward: drop ? discardUrl : forward, known, drop, shown: first.providerState };
}

/** What the provider should have on a domain, by local part. `name`: only of this one. */
export async function readWantedAliases(
  context: ReadContext,
  domain: string,
  name: string | null = null,
): Promise<Map<string, WantedAlias>> {
  const byName = Map.groupBy(await readRows(context, domain, name), ({ localPart }) => localPart);
  return new Map([...byName].map(([localPart, rows]) => [localPart, readWanted(context, rows)]));
}

/** As of now: call it after the change was taken on, so that anything later is noted again. */
export async function readWantedAlias(context: ReadContext, address: string): Promise<WantedAlias> {
  const { local: name, domain } = splitAddress(address);
  return (await readWantedAliases(context, domain, name)).get(name) ?? unknown;
}

/** The names on a domain that should have an SMTP credential, and whether the provider was told of it. */
export async function readWantedCredentials(
  { database }: Pick<ImprovmxContext, 'database'>,
  domain: string,
): Promise<Map<string, { readonly known: boolean }>> {
  const rows = await readCredentials(database.db, { domain, domainHeld: true, maySend: true, whereabouts: 'any' });
  return new Map(rows.map(({ alias, atProvider }) => [alias.localPart, { known: atProvider }]));
}

/** The names on a domain whose SMTP credential stands at the provider although the domain is its owner's no more. */
export async function readFormerCredentials(
  { database }: Pick<ImprovmxContext, 'database'>,
  domain: string,
): Promise<ReadonlySet<string>> {
  const rows = await readCredentials(database.db, { domain, domainHeld: false, whereabouts: 'any' });
  return new Set(rows.flatMap(({ alias, atProvider }) => (atProvider ? [alias.localPart] : [])));
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
