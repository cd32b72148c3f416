import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiKeysResponse, CreateApiKeyInput, NewApiKeyResponse } from '#contract/api-keys.ts';
import type { MessageResponse } from '#contract/answers.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const path = '/api/api-keys';

const apiKeysQuery = queryOptions({
  queryKey: [ownKey, 'api-keys'],
  queryFn: ({ signal }) => request<ApiKeysResponse>(path, { signal }),
});

export function useApiKeys() {
  return useQuery(apiKeysQuery);
}

export function createApiKey(payload: CreateApiKeyInput) {
  return requestConfirmed<NewApiKeyResponse>(path, { method: 'POST', payload });
}

export function revokeApiKey(id: string) {
  return request<MessageResponse>(`${path}/${id}`, { method: 'DELETE' });
}

/** `null`: the server chooses. */
export function chooseDefaultTarget(targetId: string | null) {
  return request<MessageResponse>('/api/account/default-target', { method: 'PUT', payload: { targetId } });
}
