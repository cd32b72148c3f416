import { queryOptions } from '@tanstack/react-query';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** The domains that the account brought or may use. */
export const ownDomainsQuery = queryOptions({
  queryKey: [ownKey, 'own-domains'],
  queryFn: ({ signal }) => request('GET /api/account/domains', { signal }),
});
