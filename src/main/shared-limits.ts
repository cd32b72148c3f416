import type { CoreContext } from '#core/core-context.ts';
import { joinNodes } from '#core/limits/join-nodes.ts';
import type { Cleanup } from '#main/cleanup.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import {
  clientBlocks,
  createClientLedgers,
  createRefusalCounter,
  type ClientPlaceKind,
} from '#protocol/smtp-server/client-accounts.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import type { SharedState } from '#mail/queue/state/queue-context.ts';
import { createRetryMemory, createRemoteRetryMemory } from '#mail/queue/state/retry-memory.ts';
import type { Channel } from '#platform/channel.ts';
import type { Clock } from '#platform/clock.ts';
import { createPlaceChannel } from '#platform/places/over-channel.ts';
import type { PlaceLedger } from '#platform/places/place-ledger.ts';
import type { Random } from '#platform/random.ts';
import { createDestinationLedger, destinationBlock, isUrgentReport } from '#protocol/smtp-client/destination-limits.ts';
import type { DestinationReport, DestinationState } from '#protocol/smtp-client/destination.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** What all processes of a program share of its limits, as one of them sees it. */
export interface SharedLimits {
  readonly queue: SharedState;
  readonly clients: ClientAccounts;
}

/** The ledgers of a program. */
export interface Ledgers extends Readonly<Record<ClientPlaceKind, PlaceLedger>> {
  readonly destinations: PlaceLedger<DestinationState, DestinationReport>;
}

/** How a worker asks its primary for the counts of refused recipients. */
export const refusalTopic = 'count-refusals';

/** `apart`: those who take the places are other processes, which keep blocks of them. */
export function createLedgers(limits: MailLimits, clock: Clock, apart: boolean): Ledgers {
  return {
    destinations: createDestinationLedger(limits, clock, apart ? destinationBlock : 0),
    ...createClientLedgers(defaultSmtpLimits, clock, apart ? clientBlocks : undefined),
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
  ledgers = createLedgers(limits, clock, false),
): SharedLimits {
  const { destinations, ...clients } = ledgers;
  return {
    queue: { destinationPlaces: destinations, retryMemory: createRetryMemory(limits, clock, random) },
    clients: { ...clients, countRefusals: createRefusalCounter(clock), nameOf },
  };
}

/** In a worker, whose primary has the ledgers. */
function reachLimits(channel: Channel, nameOf: ClientAccounts['nameOf']): SharedLimits {
  const places = createPlaceChannel(channel);
  const source = (kind: ClientPlaceKind) => places.source<null, never>(kind, clientBlocks[kind]);
  return {
    queue: {
      destinationPlaces: places.source('destinations', destinationBlock, isUrgentReport),
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
  { destinations, connections, arrivals, heldBytes }: Ledgers,
  parts: Omit<Parameters<typeof joinNodes>[0], 'ledgers'>,
): ReturnType<typeof joinNodes> {
  return joinNodes({ ...parts, ledgers: { destinations, connections, arrivals, heldBytes } });
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
  const ledgers = createLedgers(parts.limits, parts.clock, false);
  if (parts.isShared) cleanup.push((await joinOtherPrograms(ledgers, parts)).leave);
  return createOwnLimits(parts, nameOf, ledgers);
}
