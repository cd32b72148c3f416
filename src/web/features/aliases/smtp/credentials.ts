import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Credential, CredentialsResponse, NewCredentialResponse } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const tickMs = 250;

interface Shown {
  readonly password: string;
  /** On the clock of `performance.now()`. */
  readonly hiddenAtMs: number;
}

/** A password that is shown once, for a short time. */
export function useShownPassword() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [leftSeconds, setLeftSeconds] = useState(0);

  useEffect(() => {
    if (!shown) return;
    const look = (): void => {
      const leftMs = shown.hiddenAtMs - performance.now();
      setLeftSeconds(Math.ceil(leftMs / 1000));
      if (leftMs <= 0) setShown(null);
    };
    look();
    const timer = setInterval(look, tickMs);
    return () => clearInterval(timer);
  }, [shown]);

  return {
    password: shown?.password ?? null,
    leftSeconds,
    show: (password: string) => setShown({ password, hiddenAtMs: performance.now() + limits.smtpPasswordShownMs }),
    hide: () => setShown(null),
  };
}

const settingUpRefetchMs = 5_000;

function isSettingUp(answer: CredentialsResponse | undefined): boolean {
  return answer?.credentials.some(({ providerState }) => providerState === 'setting_up') ?? false;
}

function credentialsQuery(aliasId: string) {
  return queryOptions({
    queryKey: [ownKey, 'smtp-credentials', aliasId],
    queryFn: ({ signal }) => request('GET /api/smtp-credentials/alias/{aliasId}', { params: { aliasId }, signal }),
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
    mutationFn: () => request('POST /api/smtp-credentials', { payload: { aliasId } }),
    onSuccess: (answer, _nothing, _result, { client }) => showNew(client, answer),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}

export function useRegeneratePassword({ id, aliasId }: Credential) {
  return useMutation({
    mutationFn: () =>
      request('PATCH /api/smtp-credentials/{credentialId}/alias/{aliasId}/regenerate', {
        params: { credentialId: id, aliasId },
      }),
    onSuccess: (answer, _nothing, _result, { client }) => showNew(client, answer),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}

export function useDeleteCredential({ id, aliasId }: Credential) {
  return useMutation({
    mutationFn: () =>
      request('DELETE /api/smtp-credentials/{credentialId}/alias/{aliasId}', { params: { credentialId: id, aliasId } }),
    onSuccess: (_answer, _nothing, _result, { client }) => showCredentials(client, aliasId, []),
    onError: (_error, _nothing, _result, { client }) => lookAgain(client, aliasId),
  });
}
