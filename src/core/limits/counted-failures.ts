import type { CoreContext } from '#core/core-context.ts';
import { BoundedMap } from '#platform/bounded-map.ts';

/** Whether this failure was noted before within the window; notes it. */
export type NoteFailure = (
  credentials: { readonly username: string; readonly password: string },
  remoteAddress: string | null,
) => boolean;

/** Who floods it makes failures count again, which is what they do without it. */
const remembered = 10_000;

/**
 * Remembers wrong passwords, each of a name from a client, by their keyed hashes: whoever comes again and again with the one
 * that was right once guesses nothing, and is not to lock its owner out elsewhere.
 */
export function rememberFailures({ keys, clock }: Pick<CoreContext, 'keys' | 'clock'>, windowMs: number): NoteFailure {
  const noted = new BoundedMap<true>({ max: remembered, expiry: { clock, ttlMs: windowMs } });
  return ({ username, password }, remoteAddress) => {
    const parts = JSON.stringify([username.toLowerCase(), password, remoteAddress]);
    const key = keys.lookupHash('mailbox.wrong_password', parts).toString('base64');
    if (noted.get(key) !== undefined) return true;
    noted.set(key, true);
    return false;
  };
}
