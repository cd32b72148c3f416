import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/site.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => request('GET /api/config', { signal }),
});

/** What depends on how this instance is run; `null` until it is known. */
export function useConfig(): PublicConfig | null {
  return useQuery(configQuery).data ?? null;
}

/** Where new aliases can be made: shared domains, and proven ones of the account. */
export const domainsQuery = queryOptions({
  // A private service shows them to those who are signed in alone.
  queryKey: [ownKey, 'domains'],
  queryFn: ({ signal }) => request('GET /api/domains', { signal }),
});

export function useDomains() {
  return useQuery(domainsQuery);
}
