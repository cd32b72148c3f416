import type { AliasEnd } from '#contract/alias-standing.ts';
import type { Alias, DomainFault } from '#contract/aliases.ts';
import { type OwnFields, pickOwn } from '#contract/aliases/own-fields.ts';
import type { ProviderState } from '#contract/provider.ts';
import { targetView, type TargetRecord } from '#core/targets/target-views.ts';

/** An alias as all who read one get it; each wire has its own view of it. */
export interface AliasRecord extends Readonly<OwnFields> {
  readonly id: string;
  readonly userId: string;
  readonly localPart: string;
  readonly domain: string;
  readonly domainId: string;
  readonly domainKind: 'shared' | 'own' | 'sub';
  /** What keeps mail from all of its domain; null: nothing. */
  readonly domainFault: DomainFault | null;
  readonly active: boolean;
  readonly pinned: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly maxMessages: number | null;
  readonly messagesLeft: number | null;
  readonly idleDays: number | null;
  /** The name that it sends with; null: that of its domain, if any. */
  readonly fromName: string | null;
  /** By what its life is over; null: it is not. */
  readonly ended: AliasEnd | null;
  /** Null under the built-in provider. */
  readonly improvmxId: string | null;
  readonly providerState: ProviderState;
  /** Not null: it lies in the bin since then. */
  readonly binnedAt: Date | null;
  /** The day (ISO) that somebody else first wrote to it than those it was made for; null: nobody did, or its owner knows. */
  readonly otherSenderOn: string | null;
  /** In their order. */
  readonly targets: readonly TargetRecord[];
  /** In their order by name. */
  readonly labels: readonly string[];
}

/** An alias as its owner sees it. */
export function aliasView(record: Omit<AliasRecord, 'domainId' | 'domainKind' | 'fromName'>): Alias {
  const { id, ended, targets } = record;
  const active = record.active && ended === null;
  const forwardTo = targets.map(({ value }) => value).join(', ');
  return {
    id,
    userId: record.userId,
    alias: record.localPart,
    domain: record.domain,
    forwardTo: active ? forwardTo : 'null',
    improvmxId: record.improvmxId ?? id,
    providerState: record.providerState,
    active,
    ...pickOwn(record),
    labels: [...record.labels],
    expiresAt: record.expiresAt?.toISOString() ?? null,
    maxMessages: record.maxMessages,
    messagesLeft: record.messagesLeft,
    idleDays: record.idleDays,
    ended,
    lastForwardTo: active ? null : forwardTo,
    createdAt: record.createdAt.toISOString(),
    ...(record.otherSenderOn !== null && { alsoUsedSince: record.otherSenderOn }),
    ...(record.domainFault !== null && { domainFault: record.domainFault }),
    targets: targets.map(targetView),
  };
}
