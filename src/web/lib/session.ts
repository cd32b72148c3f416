import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { SessionResponse, User } from '#contract/sign-in.ts';
import { reloadPage } from '#web/lib/fragment.ts';
import { keepOfflineFor } from '#web/lib/offline/offline-owner.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { cameSignedOut } from '#web/lib/page-facts.ts';
import { request } from '#web/lib/request.ts';

const walletKey = 'walletAddress';
/** Never set any more, only cleared. */
const oldKeys = ['user', 'authMethod'];

/** Keeps in the browser which wallet signed in, by its public address, and nothing of anybody else. */
function storeIdentity(user: User | null): void {
  try {
    if (user?.authMethod === 'wallet' && user.walletAddress) localStorage.setItem(walletKey, user.walletAddress);
    else for (const key of [walletKey, ...oldKeys]) localStorage.removeItem(key);
  } catch {
    // Storage may be blocked; nothing here depends on it.
  }
}

interface HeldSession extends SessionResponse {
  /** Whose session ended without their asking. What they typed is kept for their return. */
  lost?: User;
}

/** The first part of the key of every query whose answer belongs to the account. */
export const ownKey = 'own';

async function checkSession(signal: AbortSignal): Promise<HeldSession> {
  const answer = await request('GET /api/auth/session', { signal }).then(
    (found) => {
      keepOfflineFor(found.user?.id);
      return found;
    },
    // Without a connection nobody knows; what is kept for then stays.
    () => ({ user: null }),
  );
  storeIdentity(answer.user);
  return answer;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => checkSession(signal),
  // Nothing to wait for where there is no session to check; asked all the same, as there may be one by now.
  ...(cameSignedOut && { placeholderData: { user: null } }),
});

/** Who is signed in. A failed check counts as signed out. */
export function useSession(): { user: User | null; lost: User | null; isLoading: boolean } {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data?.user ?? null, lost: data?.lost ?? null, isLoading: isPending };
}

/** Nobody may see what belongs to the account before; the same one finds it again, up to date. */
async function adoptSession(client: QueryClient, next: SessionResponse): Promise<void> {
  // A check on its way would answer who was signed in before.
  void client.cancelQueries({ queryKey: sessionQuery.queryKey });
  const before = client.getQueryData(sessionQuery.queryKey);
  const changed = next.user?.id !== (before?.user ?? before?.lost)?.id;
  client.setQueryData(sessionQuery.queryKey, { user: next.user });
  storeIdentity(next.user);
  keepOfflineFor(next.user?.id);
  if (changed) client.removeQueries({ queryKey: [ownKey] });
  else await client.invalidateQueries({ queryKey: [ownKey] });
}

export function rememberSession(client: QueryClient, answer: SessionResponse): void {
  void adoptSession(client, answer);
  tellOtherTabs('session');
  // The account reads another language than this browser showed to a stranger.
  const language = answer.user?.language ?? __LANGUAGE__;
  if (language !== __LANGUAGE__) reloadPage();
}

/** Forgets who was signed in and everything that belongs to them. */
export function forgetSession(client: QueryClient): void {
  rememberSession(client, { user: null });
}

/** The server no longer knows the session. Its owner may come back to the page as it was. */
function loseSession(client: QueryClient): void {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  keepOfflineFor(undefined);
  if (user) client.setQueryData(sessionQuery.queryKey, { user: null, lost: user });
}

/** What is asked once a request found nobody signed in; and whether the page is being read again after the answer. */
let doubt: 'none' | 'asking' | 'readingAgain' = 'none';

/**
 * A request found nobody signed in. One that was under way while the session got another token does, too, so that the server
 * is asked once before the page is put away: where the session goes on, what the page shows is read again.
 */
export async function doubtSession(client: QueryClient): Promise<void> {
  if (doubt === 'asking') return;
  // It was asked: whoever is refused again is not signed in.
  if (doubt === 'readingAgain') {
    loseSession(client);
    return;
  }
  doubt = 'asking';
  const answer = await request('GET /api/auth/session').catch(() => null);
  if (answer?.user) {
    doubt = 'readingAgain';
    await adoptSession(client, answer);
  } else loseSession(client);
  doubt = 'none';
}

/**
 * Something about the account has changed, or another tab signed in or out. The cookie is shared, so the server knows
 * as whom. Settles once all that is shown of the account is up to date. @returns who is signed in; null: nobody, or not known.
 */
export async function refreshSession(client: QueryClient): Promise<User | null> {
  const answer = await request('GET /api/auth/session').catch(() => null);
  await (answer ? adoptSession(client, answer) : client.invalidateQueries({ queryKey: [ownKey] }));
  return answer?.user ?? null;
}
