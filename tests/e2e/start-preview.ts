import { dropLater, makeProgramDatabase } from '#support/database.ts';
import { openPreview, type Preview } from './open-preview.ts';

export type { Preview };

/** The same on a database of the run's server, which takes a fraction of the time. */
export async function startPreview(environment: Record<string, string> = {}): Promise<Preview> {
  const database = await makeProgramDatabase();
  const preview = await openPreview({ ...database, ...environment });
  return {
    ...preview,
    stop: async () => {
      await preview.stop();
      dropLater(database.DATABASE_URL);
    },
  };
}
