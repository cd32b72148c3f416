/** Where the link leads that skips to what a page is about: no token, whatever page it stands on. */
const skipped = 'main';

/** The token in the fragment of a mailed link; empty for none. */
export function tokenIn(hash: string): string {
  const fragment = hash.slice(1);
  return fragment === skipped ? '' : fragment;
}

let held = { pathname: '', token: '' };

/** Keeps what has left the address bar, for as long as its page is there. */
export function holdToken(token: string): void {
  held = { pathname: window.location.pathname, token };
}

/** Loads the page anew, as in another language, without losing what its link held. */
export function reloadPage(): void {
  const { history, location } = window;
  if (held.token !== '' && held.pathname === location.pathname) {
    history.replaceState(history.state, '', `#${held.token}`);
  }
  location.reload();
}
