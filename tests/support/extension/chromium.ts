import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import type { Bench, BenchParts, Popup, Tab } from './bench.ts';
import { until, useScreen } from './screen.ts';

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** Messages of the protocol that Playwright's own types do not have. */
type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

async function findTargets(send: Send): Promise<readonly Target[]> {
  // An empty filter: every kind of target.
  return (await send('Target.getTargets', { filter: [{}] }))['targetInfos'] as readonly Target[];
}

/** Speaks to one target. */
async function attach(cdp: CDPSession, send: Send, targetId: string): Promise<Send> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  cdp.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const { id, result, error } = JSON.parse(event.message) as {
      id?: number;
      result?: Record<string, unknown>;
      error?: object;
    };
    if (id !== undefined) waiting.get(id)?.(result ?? { error });
  });
  let last = 0;
  return async (method, params = {}) => {
    const id = (last += 1);
    const answer = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    await send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    return answer;
  };
}

/** Presses the button of an extension over the tab at `url`. Playwright does not know popups, so this speaks to the browser itself. */
async function openPopup(cdp: CDPSession, extensionId: string, url: string): Promise<Popup> {
  const send = cdp.send.bind(cdp) as unknown as Send;
  const popupUrl = `chrome-extension://${extensionId}/popup.html`;
  const find = (type: string, at: string) => async () =>
    (await findTargets(send)).find((one) => one.type === type && one.url.startsWith(at))?.targetId;
  const tab = await until(`tab at ${url}`, find('tab', url));
  await send('Extensions.triggerAction', { id: extensionId, targetId: tab });
  const targetId = await until('popup', find('page', popupUrl));
  const speak = await attach(cdp, send, targetId);
  const screen = useScreen({
    evaluate: async (expression) => {
      const { result } = await speak('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      return (result as { value?: unknown } | undefined)?.value;
    },
    click: async (place) => {
      const mouse = { ...place, button: 'left', clickCount: 1 };
      await speak('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
      await speak('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
    },
    write: async (text) => void (await speak('Input.insertText', { text })),
  });
  return {
    ...screen,
    close: async () => {
      await send('Target.closeTarget', { targetId });
      await until('end of the popup', async () => ((await find('page', popupUrl)()) === undefined ? true : undefined));
    },
  };
}

function useTab(page: Page): Tab {
  return {
    ...useScreen({
      evaluate: (expression) => page.evaluate(expression),
      click: ({ x, y }) => page.mouse.click(x, y),
      write: (text) => page.keyboard.insertText(text),
    }),
    bringToFront: () => page.bringToFront(),
    gone: async () => void (await until('end of the tab', async () => page.isClosed() || undefined)),
    close: () => page.close(),
  };
}

/** Unpacks the extension, and starts the machine's Chromium with it: that of npm is a shell, which has none. */
async function launch({ archive, folder, siteHost }: BenchParts) {
  const unpacked = join(folder, 'unpacked');
  execFileSync('unzip', ['-q', archive, '-d', unpacked]);
  const manifestPath = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Record<string, unknown>;
  // No program can press the browser's own question for the permission: it is as if its owner had agreed.
  await writeFile(manifestPath, JSON.stringify({ ...manifest, host_permissions: ['http://localhost/*'] }));
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim(),
    headless: false,
    chromiumSandbox: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--disable-gpu',
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
      // Lets a program press the extension's button.
      '--enable-unsafe-extension-debugging',
      `--host-resolver-rules=MAP ${siteHost} 127.0.0.1`,
    ],
  });
  return { context, manifest };
}

async function connectTo(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (browser === null) throw new Error('The browser is not there.');
  return browser.newBrowserCDPSession();
}

/** Presses what the menu has of the extension, which is no part of any page. */
async function pressMenu(): Promise<void> {
  const { chrome } = globalThis as unknown as {
    chrome: {
      tabs: { query: (query: object) => Promise<object[]> };
      contextMenus: { onClicked: { dispatch: (click: object, tab: object | undefined) => void } };
    };
  };
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  chrome.contextMenus.onClicked.dispatch({ menuItemId: 'fill', frameId: 0, editable: true }, tab);
}

/** Debian's Chromium. `look`: whether everybody can read and use a page. */
export async function openChromium(parts: BenchParts, look: (page: Page) => Promise<void>): Promise<Bench> {
  const { context, manifest } = await launch(parts);
  const cdp = await connectTo(context);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  const pages = new Map<Tab, Page>();
  const remember = (page: Page): Tab => {
    const tab = useTab(page);
    pages.set(tab, page);
    return tab;
  };
  const pageOf = (tab: Tab): Page => {
    const page = pages.get(tab);
    if (page === undefined) throw new Error('The tab is of another browser.');
    return page;
  };
  return {
    called: 'Chrome on Linux',
    manifest,
    open: async (url) => {
      const page = await context.newPage();
      await page.goto(url);
      await page.bringToFront();
      return remember(page);
    },
    ownPage: (name) => `chrome-extension://${id}/${name}`,
    opened: async (act) => {
      const [page] = await Promise.all([context.waitForEvent('page'), act()]);
      return remember(page);
    },
    permit: () => Promise.resolve(),
    pressButton: (tab) => openPopup(cdp, id, pageOf(tab).url()),
    pressMenu: () => worker.evaluate(pressMenu),
    expectSound: (tab) => look(pageOf(tab)),
    close: () => context.close(),
  };
}
