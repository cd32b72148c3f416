import { useEffect, useSyncExternalStore } from 'react';
import { holdToken, tokenIn } from '#web/lib/fragment.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';

/** What stood in the invitation link that was opened here; stored nowhere else. */
let opened = '';

/** Other pages that ask to sign in first have tokens of their own in their fragments. */
export function invitationIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string {
  return pathname === '/auth' ? tokenIn(hash) : '';
}

function find(): string {
  return invitationIn(window.location) || opened;
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
  const arrived = invitationIn(useLocation());
  const invitation = useSyncExternalStore(neverTells, find, () => '');
  useEffect(() => {
    if (arrived === '') return;
    opened = arrived;
    holdToken(arrived);
    navigate('/auth', { replace: true });
  }, [arrived]);
  return invitation;
}
