import { addressOf, createAliases, isOn } from '#extension/lib/aliases.ts';
import type { Browser, MenuClick, Tab } from '#extension/lib/browser.ts';
import { readConnection } from '#extension/lib/connection.ts';
import { fillField } from '#extension/lib/fill-field.ts';
import type { Fetch } from '#extension/lib/server.ts';
import { hostOf } from '#extension/lib/site.ts';
import { allTexts, findLanguage } from '#extension/lib/texts.ts';

const itemId = 'fill';

/** A word on the button of the extension, where the menu itself can say nothing. */
async function mark({ action }: Browser, tabId: number, failed: boolean): Promise<void> {
  // The tab may be gone.
  await action.setBadgeText({ text: failed ? '!' : '', tabId }).catch(() => {});
}

/** The alias that is used on this site already and is on, else a new one, into the field that was pressed. */
async function fillForSite(browser: Browser, fetch: Fetch, { frameId }: MenuClick, tab: Tab): Promise<void> {
  const { id: tabId } = tab;
  // The browser's own word for where the tab is; what the menu tells of frames and links is the page's.
  const host = hostOf(tab.url);
  if (tabId === undefined || host === null) return;
  const connection = await readConnection(browser);
  if (connection === null) {
    await browser.runtime.openOptionsPage();
    return;
  }
  const language = findLanguage(browser.i18n.getUILanguage());
  const aliases = createAliases({ fetch, language }, connection);
  try {
    const { aliases: known } = await aliases.onSite(host);
    const alias = known.find(isOn) ?? (await aliases.make(host));
    const filled = await fillField(browser, { tabId, host, frameId }, addressOf(alias));
    await mark(browser, tabId, filled !== 'filled');
  } catch {
    // Why, the popup says.
    await mark(browser, tabId, true);
  }
}

/** Puts the extension into the menu of fields. Nothing of it runs in a page before somebody presses it there. */
export function startMenu(browser: Browser, fetch: Fetch): void {
  const { contextMenus, i18n, runtime } = browser;
  const atWork = new Set<number>();
  runtime.onInstalled.addListener(() => {
    const { fill } = allTexts[findLanguage(i18n.getUILanguage())].manifestTexts;
    void contextMenus.removeAll().then(() => contextMenus.create({ id: itemId, title: fill, contexts: ['editable'] }));
  });
  contextMenus.onClicked.addListener((click, tab) => {
    const { id } = tab ?? {};
    // Pressed twice, it makes one alias.
    if (click.menuItemId !== itemId || tab === undefined || id === undefined || atWork.has(id)) return;
    atWork.add(id);
    void fillForSite(browser, fetch, click, tab).finally(() => atWork.delete(id));
  });
}
