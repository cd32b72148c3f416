import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type {
  Alias,
  AliasDeliveries,
  CreateAliasInput,
  DeliveriesResponse,
  UpdateAliasInput,
} from '#contract/aliases.ts';
import { aliasFormMessages, aliasMessages, createLineMessages as texts } from '#messages/pages/aliases.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { copyText, putOnClipboard } from '#web/lib/copy-text.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { aliasesQuery, dropAlias, refreshAliases, showAliases } from '#web/lib/aliases/held-aliases.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';

const pendingRefetchMs = 15_000;

export function useAliases(userId: string) {
  return useQuery(aliasesQuery(userId));
}

const deliveriesQuery = queryOptions({
  queryKey: [ownKey, 'deliveries'],
  queryFn: ({ signal }) => request('GET /api/deliveries', { signal }),
  refetchInterval: ({ state }) => (state.data?.deliveries.length ? pendingRefetchMs : false),
});

function byAlias({ deliveries }: DeliveriesResponse): ReadonlyMap<string, AliasDeliveries> {
  return new Map(deliveries.map((one) => [one.aliasId, one]));
}

/** What waits, by alias; nothing for most of them. */
export function useDeliveries(): ReadonlyMap<string, AliasDeliveries> | undefined {
  return useQuery({ ...deliveriesQuery, enabled: useConfig()?.features.deliveries ?? false, select: byAlias }).data;
}

/** What a deleted account has: nothing, and nothing to ask for. */
export function showNoAliases(client: QueryClient, userId: string): void {
  client.setQueryData(aliasesQuery(userId).queryKey, { aliases: [] });
}

export function useCreateAlias(userId: string) {
  return useMutation({
    mutationFn: (payload: CreateAliasInput) => request('POST /api/aliases/{id}', { params: { id: userId }, payload }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showAliases(client, [alias]),
  });
}

/** Copies the address and says so; where the browser refuses that, it is shown, with a button to try again. */
export async function tellCreated(alias: Alias, said = ''): Promise<void> {
  const address = aliasAddress(alias);
  const action = { text: texts.copy, elsewhere: texts.copyElsewhere, run: () => void copyText(address) };
  const title = aliasFormMessages.created;
  showToast(
    (await putOnClipboard(address))
      ? { title, description: `${said}${texts.copied(address)}` }
      : { title, description: `${said}${texts.notCopied(address)}`, action },
  );
}

// Changes of one alias go one after the other: their answers would overtake each other.

export function useUpdateAlias({ id }: Alias) {
  return useMutation({
    scope: { id },
    mutationFn: (payload: UpdateAliasInput) => requestConfirmed('PUT /api/aliases/{id}', { params: { id }, payload }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showAliases(client, [alias]),
    // A forwarder elsewhere may refuse what is stored.
    onError: (_error, _payload, _result, { client }) => void refreshAliases(client),
  });
}

/** Without a hook: each row of the list would pay for it. */
function toggleAlias(client: QueryClient, { id }: Alias, active: boolean) {
  return client
    .getMutationCache()
    .build(client, {
      scope: { id },
      mutationFn: () => request('PATCH /api/aliases/{id}/toggle', { params: { id }, payload: { active } }),
      onSuccess: ({ alias }) => showAliases(client, [alias]),
      onError: () => void refreshAliases(client),
    })
    .execute(undefined);
}

/** Pauses or resumes, and says what came of it, with a way back. The answer is in the language of the page: its words decide nothing. */
export async function switchAlias(client: QueryClient, alias: Alias, active: boolean): Promise<void> {
  const address = aliasAddress(alias);
  try {
    const { undo } = await toggleAlias(client, alias, active);
    showToast({
      title: active ? aliasMessages.activated : aliasMessages.paused,
      description: active ? aliasMessages.activatedDescription(address) : aliasMessages.pausedDescription(address),
      ...undoAction(client, undo),
    });
  } catch (error) {
    reportFailure(error, aliasMessages.notToggled, aliasMessages.toggleFailure);
  }
}

export function useDeleteAlias({ id }: Alias) {
  return useMutation({
    scope: { id },
    mutationFn: () => requestConfirmed('DELETE /api/aliases/{id}', { params: { id } }),
    onSuccess: (_answer, _nothing, _result, { client }) => dropAlias(client, id),
    // It may be gone by now, from another tab.
    onError: (_error, _nothing, _result, { client }) => refreshAliases(client),
  });
}
