import type { CoreContext } from '#core/core-context.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import {
  clientBlocks,
  createClientLedgers,
  createRefusalCounter,
  type ClientPlaceKind,
} from '#protocol/smtp-server/client-accounts.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import type { SharedState } from '#mail/queue/state/queue-context.ts';
import { createRetryMemory } from '#mail/queue/state/retry-memory.ts';
import { createRemoteRetryMemory } from '#mail/queue/state/shared-retry-memory.ts';
import type { Channel } from '#platform/channel.ts';
import type { Clock } from '#platform/clock.ts';
import { createPlaceChannel } from '#platform/places/over-channel.ts';
import type { PlaceLedger } from '#platform/places/place-ledger.ts';
import type { Random } from '#platform/random.ts';
import { createDestinationLedger, isUrgentReport } from '#protocol/smtp-client/destination-limits.ts';
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

/** Unused places of a destination that a worker keeps. */
const destinationBlock = 4;

/** How a worker asks its primary for the count of refused recipients. */
export const refusalTopic = 'count-refusal';

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
export function createOwnLimits({ limits, clock, random }: OwnParts, nameOf: ClientAccounts['nameOf']): SharedLimits {
  const { destinations, ...clients } = createLedgers(limits, clock, false);
  return {
    queue: { destinationPlaces: destinations, retryMemory: createRetryMemory(limits, clock, random) },
    clients: { ...clients, countRefusal: createRefusalCounter(clock), nameOf },
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
      countRefusal: async (client) => Number(await channel.ask(refusalTopic, client)),
      nameOf,
    },
  };
}

/** The limits as this process sees them. `coordinator`: of a worker. */
export function openSharedLimits(
  coordinator: Channel | null,
  parts: OwnParts & Pick<CoreContext, 'keys'>,
): SharedLimits {
  // No process but this one's program learns more than that two connections come from one network.
  const nameOf = (network: string): string => parts.keys.lookupHash('place_leases.key', network).toString('base64');
  return coordinator === null ? createOwnLimits(parts, nameOf) : reachLimits(coordinator, nameOf);
}
