import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOfflineOwner } from '#web/lib/offline/offline-owner.ts';

/** Keeps the list of whoever is signed in, where its owner has switched that on in this browser. */
export function useOffline(userId: string): void {
  const client = useQueryClient();
  const keeps = useOfflineOwner() === userId;
  useEffect(() => {
    if (!keeps) return;
    const end = new AbortController();
    void import('#web/app/offline/keep-offline.ts')
      .then(({ keepOffline }) => keepOffline(client, userId, end.signal))
      .catch(() => undefined);
    return () => end.abort();
  }, [client, keeps, userId]);
}
