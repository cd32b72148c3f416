import type { Browser } from '#extension/lib/browser.ts';

/** The tab in front of somebody, as the browser knows it; no page has a say in that. */
export interface SeenTab {
  readonly tabId: number;
  /** Of the site; null: it is no website. */
  readonly host: string | null;
}

/** The host of a page by the address that the browser has for its tab; null for what is no website. */
export function hostOf(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' ? hostname : null;
}

/** The tab that the popup was opened over: by that click alone it may be seen (`activeTab`). */
export async function seeTab(browser: Browser): Promise<SeenTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { tabId: tab.id, host: hostOf(tab.url) };
}
