import { queryOptions } from '@tanstack/react-query';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** The account that is signed in. */
export const accountQuery = queryOptions({
  queryKey: [ownKey, 'account'],
  queryFn: ({ signal }) => request('GET /api/account', { signal }),
});
