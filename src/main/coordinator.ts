import { createPools, joinOtherPrograms, refusalTopic, type Pools } from '#main/shared-limits.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import { createRetryMemory, createRetryService } from '#mail/queue/state/retry-memory.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { closeDatabase } from '#database/open-database.ts';
import type { Channel } from '#platform/channel.ts';
import type { Clock } from '#platform/clock.ts';
import { servePermits } from '#platform/permits/over-channel.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import { createRefusalCounter } from '#protocol/smtp-server/client-accounts.ts';

interface CoordinatorParts {
  readonly limits: MailLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where other programs may be; null: this is the only one. */
  readonly databaseUrl: string | null;
}

/** What the workers of a program share: limits of destinations and clients, and the memory of retries. */
export interface Coordinator {
  /** A worker, until its channel closes; what it held is free then. */
  join(channel: Channel): void;
  close(): Promise<void>;
}

/** @throws StartError when the database cannot be reached or migrated. */
async function openNodes(pools: Pools, { databaseUrl, ...parts }: CoordinatorParts): Promise<() => Promise<void>> {
  if (databaseUrl === null) return async () => {};
  const database = await connectDatabase(databaseUrl, parts.log);
  try {
    await migrateDatabase(database);
    const node = await joinOtherPrograms(pools, { ...parts, database });
    return async () => {
      await node.leave();
      await closeDatabase(database);
    };
  } catch (error) {
    await closeDatabase(database);
    throw error;
  }
}

/** One in the primary process of a program with several workers. */
export async function coordinate(parts: CoordinatorParts): Promise<Coordinator> {
  const { limits, clock, random } = parts;
  const pools = createPools(limits, clock, true);
  const close = await openNodes(pools, parts);
  const retries = createRetryService(createRetryMemory(limits, clock, random));
  const countRefusals = createRefusalCounter(clock);
  return {
    join: (channel) => {
      servePermits(channel, { ...pools });
      retries.join(channel);
      channel.handle(refusalTopic, (keys) => countRefusals(keys as string[]));
    },
    close,
  };
}
