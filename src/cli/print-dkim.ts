import { reachDatabase } from '#cli/reach-database.ts';
import type { CommandContext } from '#cli/reach-database.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import type { Config } from '#config/config.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/seed-domains.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import type { Database } from '#database/database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import type { Clock } from '#platform/clock.ts';

export interface PrintDkimContext extends CommandContext {
  readonly config: Config;
  readonly clock: Clock;
}

const renderDomains = async (context: PrintDkimContext, database: Database): Promise<string> => {
  const { config, clock, log, random } = context;
  // The same steps as a start, so that the records can be published before the first one.
  await migrateDatabase(database);
  const secretKey = await loadSecretKey({ config, database, random });
  const keys = await openKeyRing({ database, secretKey, random });
  await seedDomains({ database, keys, clock, random }, config.mailDomains);
  const directory = await createDomainDirectory({ database, keys, log });
  directory.close();
  return renderDnsRecords(directory.all(), config);
};

/**
 * `dkim`: prints the DNS records to publish for every domain, those retired included, as their aliases live on.
 * @throws StartError one clear line.
 */
export const printDkim = async (context: PrintDkimContext, print: (line: string) => void): Promise<void> => {
  const { database, close } = await reachDatabase(context);
  try {
    print(await renderDomains(context, database));
  } finally {
    await close();
  }
};
