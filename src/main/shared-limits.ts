import type { CoreContext } from '#core/core-context.ts';
import { joinNodes } from '#core/limits/join-nodes.ts';
import type { Cleanup } from '#main/cleanup.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import {
  clientBlocks,
  createClientPools,
  createRefusalCounter,
  type ClientPermitKind,
} from '#protocol/smtp-server/client-accounts.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import type { SharedState } from '#mail/queue/state/queue-context.ts';
import { createRetryMemory, createRemoteRetryMemory } from '#mail/queue/state/retry-memory.ts';
import type { Channel } from '#platform/channel.ts';
import type { Clock } from '#platform/clock.ts';
import { createPermitChannel } from '#platform/permits/over-channel.ts';
import type { PermitPool } from '#platform/permits/permit-pool.ts';
import type { Random } from '#platform/random.ts';
import { createDestinationPool, destinationBlock, isUrgentReport } from '#protocol/smtp-client/destination-limits.ts';
import type { DestinationReport, DestinationState } from '#protocol/smtp-client/destination.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** What all processes of a program share of its limits, as one of them sees it. */
export interface SharedLimits {
  readonly queue: SharedState;
  readonly clients: ClientAccounts;
}

/** The pools of a program. */
export interface Pools extends Readonly<Record<ClientPermitKind, PermitPool>> {
  readonly destinations: PermitPool<DestinationState, DestinationReport>;
}

/** How a worker asks its primary for the counts of refused recipients. */
export const refusalTopic = 'count-refusals';

/** `apart`: those who take the places are other processes, which keep blocks of them. */
export function createPools(limits: MailLimits, clock: Clock, apart: boolean): Pools {
  return {
    destinations: createDestinationPool(limits, clock, apart ? destinationBlock : 0),
    ...createClientPools(defaultSmtpLimits, clock, apart ? clientBlocks : undefined),
  };
}

interface OwnParts {
  readonly limits: MailLimits;
  readonly clock: Clock;
  readonly random: Random;
}

/** In a program that is one process. */
export function createOwnLimits(
  { limits, clock, random }: OwnParts,
  nameOf: ClientAccounts['nameOf'],
  pools = createPools(limits, clock, false),
): SharedLimits {
  const { destinations, ...clients } = pools;
  return {
    queue: { destinationPermits: destinations, retryMemory: createRetryMemory(limits, clock, random) },
    clients: { ...clients, countRefusals: createRefusalCounter(clock), nameOf },
  };
}

/** In a worker, whose primary has the pools. */
function reachLimits(channel: Channel, nameOf: ClientAccounts['nameOf']): SharedLimits {
  const permits = createPermitChannel(channel);
  const source = (kind: ClientPermitKind) => permits.source<null, never>(kind, clientBlocks[kind]);
  return {
    queue: {
      destinationPermits: permits.source('destinations', destinationBlock, isUrgentReport),
      retryMemory: createRemoteRetryMemory(channel),
    },
    clients: {
      all: source('all'),
      connections: source('connections'),
      arrivals: source('arrivals'),
      heldBytes: source('heldBytes'),
      countRefusals: async (keys) => (await channel.ask(refusalTopic, keys)) as number[],
      nameOf,
    },
  };
}

/** Shares what is not a matter of one program alone with the others on its database. */
export function joinOtherPrograms(
  { destinations, connections, arrivals, heldBytes }: Pools,
  parts: Omit<Parameters<typeof joinNodes>[0], 'pools'>,
): ReturnType<typeof joinNodes> {
  return joinNodes({ ...parts, pools: { destinations, connections, arrivals, heldBytes } });
}

/**
 * The limits as this process sees them: those of its primary, or its own. `isShared`: other programs may work on the
 * database.
 */
export async function openSharedLimits(
  coordinator: Channel | null,
  parts: OwnParts & CoreContext & { readonly isShared: boolean },
  cleanup: Cleanup,
): Promise<SharedLimits> {
  // No process but this one's program learns more than that two connections come from one network.
  const nameOf = (network: string): string => parts.keys.lookupHash('place_leases.key', network).toString('base64');
  if (coordinator !== null) return reachLimits(coordinator, nameOf);
  const pools = createPools(parts.limits, parts.clock, false);
  if (parts.isShared) cleanup.push((await joinOtherPrograms(pools, parts)).leave);
  return createOwnLimits(parts, nameOf, pools);
}
