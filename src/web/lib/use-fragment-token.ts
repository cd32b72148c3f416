import { useEffect, useState } from 'react';
import { holdToken, tokenIn } from '#web/lib/fragment.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';

/**
 * The token in the fragment of a mailed link; empty for none. It leaves the address bar at once, so that no history
 * or picture keeps it.
 */
export function useFragmentToken(): string {
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState('');
  const arrived = tokenIn(hash);
  if (arrived !== '' && arrived !== token) setToken(arrived);
  useEffect(() => {
    if (arrived === '') return;
    holdToken(arrived);
    navigate(pathname, { replace: true });
  }, [arrived, pathname]);
  return token;
}
