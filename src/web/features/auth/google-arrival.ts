import { useEffect } from 'react';
import { googleArrival } from '#contract/pages.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { useSearch } from '#web/lib/router/place.ts';
import { useSession } from '#web/lib/session.ts';

/** Counts a sign-in that has just come back from Google, and takes the mark of it out of the address. */
export function useGoogleArrival(): void {
  const search = useSearch();
  const { user } = useSession();
  const arrived = user !== null && search.get(googleArrival.name) === googleArrival.value;
  useEffect(() => {
    if (!arrived) return;
    recordEvent({ name: 'login_success', category: 'authentication', label: 'google_login' });
    navigate(googleArrival.path, { replace: true });
  }, [arrived]);
}
