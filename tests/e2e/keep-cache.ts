import type { Page } from 'playwright-core';

/** What Playwright's own half of a page has: it runs in the same process. */
interface OtherHalf {
  readonly delegate: { readonly _networkManager: NetworkManager };
}

interface NetworkManager {
  _forEachSession(act: (to: { readonly session: Session }) => Promise<unknown>): Promise<void>;
}

interface Session {
  send(method: 'Network.setCacheDisabled', given: { readonly cacheDisabled: boolean }): Promise<unknown>;
}

async function switchCache(page: Page, isOn: boolean): Promise<void> {
  const { _connection: connection } = page as unknown as {
    readonly _connection: { toImpl(page: Page): OtherHalf };
  };
  const { _networkManager: network } = connection.toImpl(page).delegate;
  await network._forEachSession(({ session }) => session.send('Network.setCacheDisabled', { cacheDisabled: !isOn }));
}

/**
 * While anything is routed, Playwright switches the cache of the browser off, and each page that is opened costs twice as much: its
 * scripts are asked for, answered and compiled anew. What answers for the API needs none of that, as nothing of it is kept anyway;
 * there the cache stays. Gives what forgets the routes, for the time when all are taken off.
 */
export function keepCache(page: Page): { forget(): void; spend(): void } {
  const route = page.route.bind(page);
  let isSpent = false;
  page.route = async (url, ...how) => {
    const taken = await route(url, ...how);
    if (!(typeof url === 'string' && url.includes('/api/'))) isSpent = true;
    await switchCache(page, !isSpent);
    return taken;
  };
  return {
    forget: () => void (isSpent = false),
    /** Of what is routed beside it the page does not hear. */
    spend: () => void (isSpent = true),
  };
}
