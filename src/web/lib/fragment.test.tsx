import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { holdToken, reloadPage, tokenIn } from '#web/lib/fragment.ts';
import { PlaceContext } from '#web/lib/router/place.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function Reader() {
  return useFragmentToken();
}

it('the link that skips to what a page is about is no token', () => {
  const read = (hash: string): string =>
    renderToStaticMarkup(
      <PlaceContext value={{ pathname: '/confirm', search: '', hash, state: null, visit: 0 }}>
        <Reader />
      </PlaceContext>,
    );
  expect(read('#token')).toBe('token');
  expect(read('#main')).toBe('');
  expect(tokenIn('')).toBe('');
});

it('a page that is loaded anew finds what its link held, and no other page does', () => {
  const replaceState = vi.fn<History['replaceState']>();
  const reload = vi.fn<() => void>();
  const location = { pathname: '/confirm', reload };
  vi.stubGlobal('window', { location, history: { state: null, replaceState } });
  reloadPage();
  expect(replaceState).not.toHaveBeenCalled();
  holdToken('token');
  reloadPage();
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '#token');
  location.pathname = '/dashboard';
  reloadPage();
  expect(replaceState).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(3);
});
