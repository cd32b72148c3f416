import { wasAtProvider } from '#core/aliases/tombstones.ts';
import {
  createImprovmxClient,
  type ImprovmxClient,
  type RemoteAlias,
} from '#core/providers/improvmx/improvmx-client.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { catchAll, operatorNames } from '#core/providers/improvmx/prepare-domain.ts';
import { ProviderError } from '#core/providers/improvmx/provider-error.ts';
import {
  isSameForward,
  readWantedAliases,
  readWantedCredentials,
  type WantedAlias,
} from '#core/providers/improvmx/read-wanted.ts';

/** How the provider's side differs from our rows. */
export type DifferenceKind =
  | 'domain_missing'
  | 'catch_all'
  /** Ours is not there, forwards elsewhere, or is there and should not be. */
  | 'missing'
  | 'different'
  | 'left_over'
  /** It is there as it should be, and we did not know. */
  | 'unrecorded'
  | 'credential_missing'
  | 'credential_left_over'
  /** Not ours: nothing is done about these. */
  | 'taken'
  | 'foreign'
  | 'credential_foreign';

export interface Difference {
  readonly kind: DifferenceKind;
  /** `name@domain`; of a domain its name. */
  readonly address: string;
}

/** What stands at the provider without any row here is ours only if the provider once had it from us. */
function wasOurs({ database, keys }: ImprovmxContext, address: string): Promise<boolean> {
  return wasAtProvider(database.db, keys, address);
}

function compareAlias(wanted: WantedAlias, remote: RemoteAlias | undefined): DifferenceKind | null {
  const { forward, known } = wanted;
  if (remote === undefined) return forward === null ? null : 'missing';
  if (forward === null) return known ? 'left_over' : 'taken';
  if (isSameForward(remote.forward, forward)) return known ? null : 'unrecorded';
  return known ? 'different' : 'taken';
}

async function compareAliases(
  context: ImprovmxContext,
  domain: string,
  remote: ReadonlyMap<string, RemoteAlias>,
): Promise<Difference[]> {
  const wanted = await readWantedAliases(context, domain);
  const differences: Difference[] = [];
  for (const [name, alias] of wanted) {
    const kind = compareAlias(alias, remote.get(name));
    if (kind !== null) differences.push({ kind, address: `${name}@${domain}` });
  }
  for (const name of remote.keys()) {
    if (wanted.has(name) || operatorNames.includes(name)) continue;
    const address = `${name}@${domain}`;
    if (name === catchAll) differences.push({ kind: 'catch_all', address: domain });
    else differences.push({ kind: (await wasOurs(context, address)) ? 'left_over' : 'foreign', address });
  }
  return differences;
}

async function compareCredentials(
  context: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
): Promise<Difference[]> {
  const remote = new Set(await client.listCredentials(domain));
  const wanted = await readWantedCredentials(context, domain);
  const differences: Difference[] = [];
  for (const name of wanted.keys()) {
    if (!remote.has(name)) differences.push({ kind: 'credential_missing', address: `${name}@${domain}` });
  }
  for (const name of remote) {
    const address = `${name}@${domain}`;
    if (wanted.has(name)) continue;
    differences.push({
      kind: (await wasOurs(context, address)) ? 'credential_left_over' : 'credential_foreign',
      address,
    });
  }
  return differences;
}

/**
 * How the provider's side of a domain differs from our rows. Changes that are still on their way differ, too.
 * @throws ProviderError
 */
export async function compareSides(
  context: ImprovmxContext,
  domain: string,
  signal: AbortSignal,
): Promise<Difference[]> {
  const client = createImprovmxClient(context.sender, signal);
  try {
    const remote = new Map((await client.listAliases(domain)).map((alias) => [alias.alias, alias]));
    return [...(await compareAliases(context, domain, remote)), ...(await compareCredentials(context, client, domain))];
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'missing')) throw error;
    const differences = await compareAliases(context, domain, new Map());
    return [{ kind: 'domain_missing', address: domain }, ...differences];
  }
}
