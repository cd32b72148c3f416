import type { Alias, AliasTarget } from '#contract/aliases.ts';
import type { ProviderState } from '#contract/provider.ts';

export interface AliasRow {
  readonly id: string;
  readonly userId: string;
  readonly localPart: string;
  readonly active: boolean;
  readonly notes: string | null;
  readonly createdAt: Date;
  /** Null under the built-in provider. */
  readonly improvmxId: string | null;
  readonly providerState: ProviderState;
}

/** An alias as its owner sees it. */
export function aliasView(row: AliasRow, domain: string, targets: readonly AliasTarget[]): Alias {
  const forwardTo = targets.map((target) => target.value).join(', ');
  return {
    id: row.id,
    userId: row.userId,
    alias: row.localPart,
    domain,
    forwardTo: row.active ? forwardTo : 'null',
    improvmxId: row.improvmxId ?? row.id,
    providerState: row.providerState,
    active: row.active,
    notes: row.notes,
    lastForwardTo: row.active ? null : forwardTo,
    createdAt: row.createdAt.toISOString(),
    targets: [...targets],
  };
}
