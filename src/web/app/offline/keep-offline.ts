import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { offlineMessages as texts } from '#messages/pages/account/offline.ts';
import { keepShell } from '#web/app/offline/keep-shell.ts';
import { aliasAddress, aliasState } from '#web/features/aliases/alias-state.ts';
import { aliasesQuery } from '#web/lib/aliases/held-aliases.ts';
import { eraseOffline, offlineOwner } from '#web/lib/offline/offline-owner.ts';
import { saveList } from '#web/lib/offline/offline-store.ts';
import { showToast } from '#web/lib/toast.ts';

/** A change of many shows them one after the other. */
const quietMs = 500;

/** Keeps the list of an account as this page has it, anew with each change, until it is called off. */
export function keepOffline(client: QueryClient, userId: string, end: AbortSignal): void {
  if (end.aborted) return;
  const { queryKey } = aliasesQuery(userId);
  const hash = hashKey(queryKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved: readonly Alias[] | undefined;
  let page: Promise<void> | undefined;
  /** Once, and again where it failed. */
  const keepPage = (): Promise<void> => {
    page ??= keepShell().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
  const save = async (): Promise<void> => {
    const aliases = client.getQueryData(queryKey)?.aliases;
    if (aliases === undefined || aliases === saved || offlineOwner() !== userId) return;
    // The page that shows the list comes first: nothing is called kept that could not be shown.
    await keepPage();
    saved = aliases;
    const kept = aliases
      .slice(0, limits.offlineAliasesMax)
      .map((alias) => ({ address: aliasAddress(alias), state: aliasState(alias) }));
    const isOld = await saveList({ savedAt: new Date().getTime(), aliases: kept });
    // The session may have ended meanwhile.
    if (offlineOwner() !== userId) await eraseOffline();
    else if (!isOld) showToast({ title: texts.kept, description: texts.keptText });
  };
  const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash) return;
    clearTimeout(timer);
    // Where one list could not be kept, the next may be.
    timer = setTimeout(() => void save().catch(() => undefined), quietMs);
  });
  end.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(timer);
  });
  void keepFirst(client, { userId, save });
}

interface First {
  readonly userId: string;
  save(): Promise<void>;
}

async function keepFirst(client: QueryClient, { userId, save }: First): Promise<void> {
  try {
    await client.fetchQuery(aliasesQuery(userId));
  } catch {
    // The page says so. What was kept before stays.
    return;
  }
  try {
    await save();
  } catch {
    if (offlineOwner() !== userId || !navigator.onLine) return;
    await eraseOffline().catch(() => undefined);
    showToast({ title: texts.failed, description: texts.unable, tone: 'destructive' });
  }
}
