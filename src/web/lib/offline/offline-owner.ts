import { useSyncExternalStore } from 'react';

/** Names the choice, the database and the cache of `worker.js`. */
export const offlineName = 'offline-list';
/** Another tab has made the choice, or this one, which tells itself. */
const chosen = 'storage';
/** In the place of an account: what was kept for one is being erased. */
const erasing = '';

/** Whose list this browser keeps for when there is no connection; null: nobody's. */
export function offlineOwner(): string | null {
  try {
    return localStorage.getItem(offlineName);
  } catch {
    return null;
  }
}

/** False where the browser stores nothing. */
export function setOfflineOwner(userId: string): boolean {
  try {
    localStorage.setItem(offlineName, userId);
    window.dispatchEvent(new Event(chosen));
    return true;
  } catch {
    return false;
  }
}

/**
 * Switched off, and all that was kept is gone. It comes with every page, as a browser that has lost its connection erases, too.
 * First the choice, so that whoever is keeping a list now finds that it is over. A page that is left meanwhile leaves the rest to the next.
 */
export async function eraseOffline(): Promise<void> {
  try {
    localStorage.setItem(offlineName, erasing);
  } catch {
    // A store that is full takes nothing, and gives all the same.
    localStorage.removeItem(offlineName);
  }
  window.dispatchEvent(new Event(chosen));
  indexedDB.deleteDatabase(offlineName);
  await caches.delete(offlineName);
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  if (offlineOwner() === erasing) localStorage.removeItem(offlineName);
}

/** What is kept of an account goes with its session: nobody else finds it. */
export function keepOfflineFor(userId?: string): void {
  const owner = offlineOwner();
  // A browser that has no cache or worker has kept nothing in them.
  if (owner !== null && owner !== userId) eraseOffline().catch(() => undefined);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(chosen, listener);
  return () => window.removeEventListener(chosen, listener);
}

export function useOfflineOwner(): string | null {
  return useSyncExternalStore(subscribe, offlineOwner, () => null);
}
