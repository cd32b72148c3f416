import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountResponse } from '#contract/account.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const accountQuery = queryOptions({
  queryKey: [ownKey, 'account'],
  queryFn: ({ signal }) => request<AccountResponse>('/api/account', { signal }),
});

export function useAccount() {
  return useQuery(accountQuery);
}
