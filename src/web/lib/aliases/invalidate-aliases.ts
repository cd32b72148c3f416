import type { QueryClient } from '@tanstack/react-query';
import { ownKey } from '#web/lib/session.ts';

/** The key of the list of an account's aliases. */
export const listKey = 'aliases';

/** What follows: mail that waits, how many aliases each target serves, the default of them, credentials, which go with a name, the bin, what can be undone, which inboxes wait. */
export const followingKeys = ['deliveries', 'targets', 'account', 'smtp-credentials', 'bin', 'changes', 'first-steps'];

export async function invalidate(client: QueryClient, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [ownKey, key] })));
}

/** Asks again, in this tab, for the aliases and all that follows from them. */
export function invalidateAliases(client: QueryClient): Promise<void> {
  return invalidate(client, [listKey, ...followingKeys]);
}
