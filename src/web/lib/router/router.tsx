import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { listen, navigate, readPlace } from '#web/lib/router/navigate.ts';
import { PlaceContext } from '#web/lib/router/place.ts';

/** Tells all within where the reader is, and draws them anew when that changes. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(readPlace);
  // Before any effect within, as one of these may lead on.
  useLayoutEffect(() => listen(() => startTransition(() => setPlace(readPlace()))), []);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** One page, drawn outside of a browser. */
export function StaticRouter({ pathname, children }: { pathname: string; children: ReactNode }) {
  return <PlaceContext value={{ pathname, search: '', hash: '', state: null, visit: 0 }}>{children}</PlaceContext>;
}

/** Leads on to another page, which takes the place of this one in the history. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
