import { reachDatabase, type CommandContext } from '#cli/reach-database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';

/**
 * `migrate`: brings the schema up to date, as every start does.
 * @throws StartError one clear line.
 */
export async function migrate(context: CommandContext, print: (line: string) => void): Promise<void> {
  const { database, close } = await reachDatabase(context);
  try {
    const done = await migrateDatabase(database);
    print(done.length === 0 ? 'The database is up to date.' : `Migrated: ${done.join(', ')}.`);
  } finally {
    await close();
  }
}
