import type { QueryClient } from '@tanstack/react-query';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { ownKey } from '#web/lib/session.ts';

/** What follows from the aliases: their list, how many each target serves, and credentials, which go with a name. */
const aliasKeys = ['aliases', 'targets', 'smtp-credentials'];

/** Asks again, in this tab, for all that follows from the aliases. */
export async function invalidateAliases(client: QueryClient): Promise<void> {
  await Promise.all(aliasKeys.map((key) => client.invalidateQueries({ queryKey: [ownKey, key] })));
}

/** An alias has changed: here and in the other tabs it is asked for again. */
export function refreshAliases(client: QueryClient): Promise<void> {
  tellOtherTabs('aliases');
  return invalidateAliases(client);
}
