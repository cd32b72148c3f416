import type { Readiness } from '#api/routes/site/health.ts';
import type { Database } from '#database/database.ts';
import { answerInTime } from '#platform/answer-in-time.ts';

/** Whoever asks for readiness is answered well within 2 s. */
const databaseTimeMs = 1_500;

/**
 * Answers the readiness probe: whether the database answers now and the program is not ending. However many ask, one query
 * is under way, so that probes of a silent database take one of its connections and no more.
 */
export function createReadiness({ pool }: Database, ending: { readonly begun: boolean }): () => Promise<Readiness> {
  let asked: Promise<boolean> | null = null;
  const ask = (): Promise<boolean> => {
    asked ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  return async () => {
    const database = await answerInTime(ask(), databaseTimeMs, false);
    return { ready: database && !ending.begun, database, listeners: !ending.begun };
  };
}
