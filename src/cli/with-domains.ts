import { reachDatabase, type CommandContext } from '#cli/reach-database.ts';
import type { Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import type { Clock } from '#platform/clock.ts';

export interface DomainCommandContext extends CommandContext {
  readonly config: Config;
  readonly clock: Clock;
}

/**
 * Does `work` on a database that holds the domains. The same steps as a start, so that a command may come before the
 * first one.
 * @throws StartError one clear line.
 */
export async function withDomains<Result>(
  context: DomainCommandContext,
  work: (core: CoreContext) => Promise<Result>,
): Promise<Result> {
  const { config, clock, log, random } = context;
  const { database, close } = await reachDatabase(context);
  try {
    await migrateDatabase(database);
    const secretKey = await loadSecretKey({ config, database, random });
    const keys = await openKeyRing({ database, secretKey, random });
    const core = { database, keys, clock, random, log };
    await seedDomains(core, config.mailDomains);
    return await work(core);
  } finally {
    await close();
  }
}
