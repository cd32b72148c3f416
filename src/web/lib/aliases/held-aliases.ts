import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Alias, AliasesResponse, AliasTarget } from '#contract/aliases.ts';
import { followingKeys, invalidate, invalidateAliases, listKey } from '#web/lib/aliases/invalidate-aliases.ts';
import { showWaiting } from '#web/lib/aliases/first-steps.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;
const settingUpRefetchMs = 5_000;

function hasPendingTarget(answer: AliasesResponse | undefined): boolean {
  return answer?.aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')) ?? false;
}

/** Poll interval for what happens elsewhere and should show without a reload: a link is opened, a forwarder is told. */
function refetchMs(answer: AliasesResponse | undefined): number | false {
  if (answer?.aliases.some(({ providerState }) => providerState === 'setting_up')) return settingUpRefetchMs;
  return hasPendingTarget(answer) ? pendingRefetchMs : false;
}

/** The list of an account's aliases. */
export function aliasesQuery(userId: string) {
  return queryOptions({
    queryKey: [ownKey, listKey, userId],
    queryFn: ({ signal }) => request('GET /api/aliases/{id}', { params: { id: userId }, signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
}

/** Nobody knows here what has become of the aliases: here and in the other tabs they are asked for again. */
export function refreshAliases(client: QueryClient): Promise<void> {
  tellOtherTabs('aliases');
  return invalidateAliases(client);
}

/** Asks for a list again. One that is on its way is called off first: without data, the library would wait for it. */
async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  await client.invalidateQueries({ queryKey, exact: true });
}

/**
 * Updates the query cache: draws a change at once as the server answered it, so that this tab need not ask for the list
 * again; the other tabs do.
 */
function changeHeld(client: QueryClient, change: (aliases: Alias[]) => Alias[]): void {
  tellOtherTabs('aliases');
  void invalidate(client, followingKeys);
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [ownKey, listKey] })) {
    // What is on its way may have been read before the change; and what was out of date stays so.
    const isUpToDate = state.data !== undefined && !state.isInvalidated && state.fetchStatus === 'idle';
    client.setQueryData<AliasesResponse>(queryKey, (answer) => answer && { aliases: change(answer.aliases) });
    if (!isUpToDate) void readAgain(client, queryKey);
  }
}

/** Aliases are new, or have changed. */
export function showAliases(client: QueryClient, changed: readonly Alias[]): void {
  const byId = new Map(changed.map((alias) => [alias.id, alias]));
  showWaiting(
    client,
    changed.flatMap(({ targets }) => targets),
  );
  changeHeld(client, (aliases) => {
    const held = new Set(aliases.map(({ id }) => id));
    return [...changed.filter(({ id }) => !held.has(id)), ...aliases.map((alias) => byId.get(alias.id) ?? alias)];
  });
}

/** An alias is gone. */
export function dropAlias(client: QueryClient, aliasId: string): void {
  changeHeld(client, (aliases) => aliases.filter(({ id }) => id !== aliasId));
}

/** A target has changed, for every alias that forwards to it. */
export function showTarget(client: QueryClient, { id, kind, value, state, failingSince }: AliasTarget): void {
  const changed = { id, kind, value, state, failingSince };
  changeHeld(client, (aliases) =>
    aliases.map((alias) =>
      alias.targets.some((target) => target.id === id)
        ? { ...alias, targets: alias.targets.map((target) => (target.id === id ? changed : target)) }
        : alias,
    ),
  );
}
