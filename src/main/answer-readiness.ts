import type { Readiness } from '#api/routes/site/health.ts';
import type { Database } from '#database/database.ts';
import type { WatchedRoom } from '#mail/queue/state/spool-room.ts';
import { answerInTime } from '#platform/answer-in-time.ts';

/** Whoever asks for readiness is answered well within 2 s. */
const databaseTimeMs = 1_500;

/**
 * Answers the readiness probe: whether the database answers now and the program is not ending. However many ask, one query
 * is under way, so that probes of a silent database take one of its connections and no more. A disk without room for mail that
 * waits is told and no reason to turn clients away: what is taken while its sender waits needs none.
 */
export function createReadiness(
  { pool }: Database,
  room: Pick<WatchedRoom, 'gauges'>,
  ending: { readonly begun: boolean },
): () => Promise<Readiness> {
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
    return { ready: database && !ending.begun, database, listeners: !ending.begun, storing: room.gauges.storing };
  };
}
