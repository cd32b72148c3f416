import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Credential, CredentialsResponse, NewCredentialResponse } from '#contract/credentials.ts';
import type { MessageResponse } from '#contract/answers.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const path = '/api/smtp-credentials';

const settingUpRefetchMs = 5_000;

function isSettingUp(answer: CredentialsResponse | undefined): boolean {
  return answer?.credentials.some(({ providerState }) => providerState === 'setting_up') ?? false;
}

function credentialsQuery(aliasId: string) {
  return queryOptions({
    queryKey: [ownKey, 'smtp-credentials', aliasId],
    queryFn: ({ signal }) => request<CredentialsResponse>(`${path}/alias/${aliasId}`, { signal }),
    refetchInterval: ({ state }) => (isSettingUp(state.data) ? settingUpRefetchMs : false),
  });
}

function showCredentials(client: QueryClient, aliasId: string, credentials: Credential[]): void {
  client.setQueryData(credentialsQuery(aliasId).queryKey, { credentials });
}

/** After a failure, which is told meanwhile: they may be made or gone by now, from another tab. */
function lookAgain(client: QueryClient, aliasId: string): void {
  void client.invalidateQueries({ queryKey: credentialsQuery(aliasId).queryKey });
}

export function useCredentials(aliasId: string) {
  return useQuery(credentialsQuery(aliasId));
}

/** The answer's password never reaches the cache of queries. */
function showNew(client: QueryClient, { credential }: NewCredentialResponse): void {
  const { password: _shownOnce, ...kept } = credential;
  showCredentials(client, credential.aliasId, [kept]);
}

export function useCreateCredential(aliasId: string) {
  return useMutation({
    mutationFn: () => request<NewCredentialResponse>(path, { method: 'POST', payload: { aliasId } }),
    onSuccess: (answer, _nothing, _result, { client }) => showNew(client, answer),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}

export function useRegeneratePassword({ id, aliasId }: Credential) {
  return useMutation({
    mutationFn: () => request<NewCredentialResponse>(`${path}/${id}/alias/${aliasId}/regenerate`, { method: 'PATCH' }),
    onSuccess: (answer, _nothing, _result, { client }) => showNew(client, answer),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}

export function useDeleteCredential({ id, aliasId }: Credential) {
  return useMutation({
    mutationFn: () => request<MessageResponse>(`${path}/${id}/alias/${aliasId}`, { method: 'DELETE' }),
    onSuccess: (_answer, _nothing, _result, { client }) => showCredentials(client, aliasId, []),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}
