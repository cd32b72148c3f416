/** What the extension uses of a browser: the part that Chromium and Firefox have in common, with promises (Manifest V3). */

export interface Tab {
  readonly id?: number;
  /** Only of a tab that the extension may see: by a click (`activeTab`), or of its own server. */
  readonly url?: string;
}

interface Listeners<Listener> {
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

interface StorageArea {
  get(keys: string): Promise<Readonly<Record<string, unknown>>>;
  set(items: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string): Promise<void>;
  /** Chromium's: keeps what injected functions run beside from it. */
  setAccessLevel?(access: { readonly accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/** What was pressed in a menu of a page. */
export interface MenuClick {
  readonly menuItemId: string | number;
  readonly frameId?: number;
}

interface Injection<Args extends readonly unknown[], Result> {
  readonly target: { readonly tabId: number; readonly frameIds?: readonly number[] };
  /** Runs in the page's document, apart from its scripts: it may use nothing from around it. */
  readonly func: (...args: Args) => Result;
  readonly args: Args;
}

export interface Browser {
  readonly action: {
    setBadgeText(details: { readonly text: string; readonly tabId?: number }): Promise<void>;
  };
  readonly contextMenus: {
    create(item: { readonly id: string; readonly title: string; readonly contexts: readonly string[] }): unknown;
    removeAll(): Promise<void>;
    readonly onClicked: Listeners<(click: MenuClick, tab?: Tab) => void>;
  };
  readonly i18n: { getUILanguage(): string };
  readonly permissions: {
    request(permissions: { readonly origins: readonly string[] }): Promise<boolean>;
    remove(permissions: { readonly origins: readonly string[] }): Promise<boolean>;
  };
  readonly runtime: {
    readonly onInstalled: Listeners<() => void>;
    openOptionsPage(): Promise<void>;
  };
  readonly scripting: {
    executeScript<Args extends readonly unknown[], Result>(
      injection: Injection<Args, Result>,
    ): Promise<readonly { readonly result?: Result }[]>;
  };
  readonly storage: { readonly local: StorageArea };
  readonly tabs: {
    create(tab: { readonly url: string }): Promise<Tab>;
    query(query: { readonly active: true; readonly currentWindow: true }): Promise<readonly Tab[]>;
    remove(tabId: number): Promise<void>;
    readonly onUpdated: Listeners<(tabId: number, change: { readonly url?: string }) => void>;
    readonly onRemoved: Listeners<(tabId: number) => void>;
  };
}

declare global {
  /** Firefox's name for it, whose calls give promises everywhere. */
  var browser: Browser | undefined;
  var chrome: Browser | undefined;
}

/** The browser around the extension. */
export function findBrowser(): Browser {
  const found = globalThis.browser ?? globalThis.chrome;
  if (found === undefined) throw new Error('There is no browser around this page.');
  return found;
}
