import type { QueryClient } from '@tanstack/react-query';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { domainsQuery } from '#web/lib/get-config.ts';
import { ownDomainsQuery } from '#web/lib/calls/own-domains.ts';

/**
 * Whether a name is refused before anything is sent: those of reverse addresses everywhere, reserved ones on shared domains alone. The long list is loaded for whoever
 * types a name; where it or the account's domains cannot be, the server says no.
 */
export async function isRefusedName(client: QueryClient, alias: string, domain: string): Promise<boolean> {
  if (alias === '') return false;
  if (isReverseName(alias)) return true;
  try {
    const { isReservedName } = await import('#contract/reserved-names/reserved-names.ts');
    if (!isReservedName(alias)) return false;
    const { domains } = await client.ensureQueryData(domainsQuery);
    // Another tab may have added one.
    const own = await client.fetchQuery({ ...ownDomainsQuery, staleTime: 0 });
    // Neither: of others, who took the account off their list, or no longer given.
    return domains.includes(domain) && own.domains.every(({ name }) => name !== domain);
  } catch {
    return false;
  }
}
