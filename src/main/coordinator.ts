import { createLedgers, refusalTopic } from '#main/shared-limits.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import { createRetryMemory } from '#mail/queue/state/retry-memory.ts';
import { createRetryService } from '#mail/queue/state/shared-retry-memory.ts';
import type { Channel } from '#platform/channel.ts';
import type { Clock } from '#platform/clock.ts';
import { servePlaces } from '#platform/places/over-channel.ts';
import type { Random } from '#platform/random.ts';
import { createRefusalCounter } from '#protocol/smtp-server/client-accounts.ts';

interface CoordinatorParts {
  readonly limits: MailLimits;
  readonly clock: Clock;
  readonly random: Random;
}

/** What the workers of a program share: limits of destinations and clients, and the memory of retries. */
export interface Coordinator {
  /** A worker, until its channel closes; what it held is free then. */
  join(channel: Channel): void;
  close(): Promise<void>;
}

/** One in the primary process of a program with several workers. */
export function coordinate({ limits, clock, random }: CoordinatorParts): Coordinator {
  const ledgers = createLedgers(limits, clock, true);
  const retries = createRetryService(createRetryMemory(limits, clock, random));
  const countRefusal = createRefusalCounter(clock);
  return {
    join: (channel) => {
      servePlaces(channel, { ...ledgers });
      retries.join(channel);
      channel.handle(refusalTopic, (client) => countRefusal(String(client)));
    },
    close: async () => {},
  };
}
