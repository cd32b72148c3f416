import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Alias, AliasesResponse } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

const settingUpRefetchMs = 5_000;

function hasPendingTarget(answer: AliasesResponse | undefined): boolean {
  return answer?.aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')) ?? false;
}

/** What happens elsewhere, and should show without a reload: a link is opened, a forwarder is told. */
function refetchMs(answer: AliasesResponse | undefined): number | false {
  if (answer?.aliases.some(({ providerState }) => providerState === 'setting_up')) return settingUpRefetchMs;
  return hasPendingTarget(answer) ? pendingRefetchMs : false;
}

function aliasesQuery(userId: string) {
  return queryOptions({
    queryKey: [ownKey, 'aliases', userId],
    queryFn: ({ signal }) => request<AliasesResponse>(`/api/aliases/${userId}`, { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
}

export function useAliases(userId: string) {
  return useQuery(aliasesQuery(userId));
}

/** Draws an alias at once as the server answered it. */
export function showChangedAlias(client: QueryClient, changed: Alias): void {
  client.setQueryData(
    aliasesQuery(changed.userId).queryKey,
    (answer) => answer && { aliases: answer.aliases.map((alias) => (alias.id === changed.id ? changed : alias)) },
  );
}

/** What a deleted account has: nothing, and nothing to ask for. */
export function showNoAliases(client: QueryClient, userId: string): void {
  client.setQueryData(aliasesQuery(userId).queryKey, { aliases: [] });
}
