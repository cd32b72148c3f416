import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CreateApiKeyInput } from '#contract/account.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const apiKeysQuery = queryOptions({
  queryKey: [ownKey, 'api-keys'],
  queryFn: ({ signal }) => request('GET /api/api-keys', { signal }),
});

export function useApiKeys() {
  return useQuery(apiKeysQuery);
}

export function createApiKey(payload: CreateApiKeyInput) {
  return requestConfirmed('POST /api/api-keys', { payload });
}

export function revokeApiKey(id: string) {
  return request('DELETE /api/api-keys/{id}', { params: { id } });
}

/** `null`: the server chooses. */
export function chooseDefaultTarget(targetId: string | null) {
  return request('PUT /api/account/default-target', { payload: { targetId } });
}
