import { createHash } from 'node:crypto';
import type { CoreContext } from '#core/core-context.ts';
import { readWatch, writeWatch } from '#core/watch/watch-state.ts';

type RoundTripContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;

/** What somebody who got a test mail says of it: results by method, such as `pass` of `spf`. */
export type RoundTrip = Readonly<Record<string, string>>;

/** Where it is remembered until its sender has read it. Nobody who reads the table could answer in another's place. */
function scopeOf(token: string) {
  return { name: `echo ${createHash('sha256').update(token).digest('hex')}`, mailHostname: null };
}

/** Begins to wait for the answer to a test mail. `token`: stands in it, and nobody can guess it. */
export async function expectRoundTrip(
  { database: { db }, keys, clock }: RoundTripContext,
  token: string,
): Promise<void> {
  const now = clock.now();
  await writeWatch(db, keys, scopeOf(token), { lookedAtMs: now, examinedAtMs: now, alarms: [] });
}

/** Keeps the answer to a test mail that is waited for. */
export async function noteRoundTrip(
  { database: { db }, keys, clock }: RoundTripContext,
  token: string,
  echo: RoundTrip,
) {
  const scope = scopeOf(token);
  const watch = await readWatch(db, keys, scope.name);
  if (watch === null) return;
  const sinceMs = clock.now();
  const found = Object.entries({ came: 'back', ...echo });
  const alarms = found.map(([about, text]) => ({ check: 'echo', about, text, sinceMs, toldAtMs: null }));
  await writeWatch(db, keys, scope, { ...watch, alarms });
}

/** Null: there is no answer yet. */
export async function readRoundTrip(
  { database: { db }, keys }: RoundTripContext,
  token: string,
): Promise<RoundTrip | null> {
  const [came, ...results] = (await readWatch(db, keys, scopeOf(token).name))?.alarms ?? [];
  return came === undefined ? null : Object.fromEntries(results.map(({ about, text }) => [about, text]));
}

export async function forgetRoundTrip({ database: { db } }: RoundTripContext, token: string): Promise<void> {
  await db.deleteFrom('watches').where('scope', '=', scopeOf(token).name).execute();
}
