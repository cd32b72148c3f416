import { useEffect, useSyncExternalStore } from 'react';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';

/** What stood in the invitation link that was opened here; stored nowhere else. */
let opened = '';

function find(): string {
  return window.location.hash.slice(1) || opened;
}

function neverTells(): () => void {
  return () => undefined;
}

/** For calls that open an account: what the link held, where one was opened. */
export function heldInvitation(): { invitation?: string } {
  return opened === '' ? {} : { invitation: opened };
}

/**
 * The invitation in the fragment of the link; empty for none, and until a prerendered page is hydrated. It leaves the address bar at once,
 * so that no history or picture keeps it.
 */
export function useInvitationLink(): string {
  const { hash, pathname } = useLocation();
  const invitation = useSyncExternalStore(neverTells, find, () => '');
  useEffect(() => {
    if (hash.length < 2) return;
    opened = hash.slice(1);
    navigate(pathname, { replace: true });
  }, [hash, pathname]);
  return invitation;
}
