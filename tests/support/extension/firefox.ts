import { execFileSync } from 'node:child_process';
import type { Bench, BenchParts, Tab } from './bench.ts';
import { connectBidi, type Bidi } from './bidi.ts';
import { useWindow } from './firefox-window.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { startMozilla, type Mozilla } from './mozilla.ts';
import { until, useScreen } from './screen.ts';

/** Where the pages of the extension are: else Firefox makes this up anew in each profile. */
const place = '5d0c5c5a-7a26-4c8e-9d51-0b1a52c0ffee';

interface Context {
  readonly context: string;
  readonly url: string;
}

/** Starts the machine's Firefox with a profile of its own. */
function launch({ folder, siteHost }: BenchParts): Promise<Mozilla> {
  return startMozilla('firefox-esr', folder, {
    'extensions.webextensions.uuids': JSON.stringify({ 'extension@kauke': place }),
    'network.dns.localDomains': siteHost,
    // What was pressed still counts when a slow machine has made the alias that is then copied.
    'dom.user_activation.transient.timeout': 600_000,
  });
}

async function findTabs(bidi: Bidi): Promise<readonly Context[]> {
  return (await bidi.send<{ contexts: readonly Context[] }>('browsingContext.getTree', { maxDepth: 0 })).contexts;
}

/** Presses a button of the mouse, as the user's own hand. */
async function click(bidi: Bidi, context: string, { x, y }: { readonly x: number; readonly y: number }, button = 0) {
  const actions = [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button },
    { type: 'pointerUp', button },
  ];
  await bidi.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
}

function useTab(bidi: Bidi, context: string): Tab {
  // While it loads or is gone, there is nothing on it.
  const evaluate = (expression: string) => bidi.evaluate(context, expression).catch(() => {});
  const isGone = async () => (await findTabs(bidi)).every((one) => one.context !== context);
  return {
    ...useScreen({
      evaluate,
      click: (at) => click(bidi, context, at),
      write: async (text) =>
        void (await evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`)),
    }),
    bringToFront: () => bidi.send('browsingContext.activate', { context }),
    gone: async () => void (await until('end of the tab', async () => ((await isGone()) ? true : undefined))),
    close: () => bidi.send('browsingContext.close', { context }),
  };
}

/** Debian's Firefox. */
export async function openFirefox(parts: BenchParts): Promise<Bench> {
  const { findPort, end } = await launch(parts);
  try {
    const marionette = await connectMarionette(await findPort());
    return await useFirefox(marionette, await connectBidi(marionette.bidiUrl), parts.archive, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function useFirefox(
  marionette: Marionette,
  bidi: Bidi,
  archive: string,
  end: () => Promise<void>,
): Promise<Bench> {
  await bidi.send('webExtension.install', { extensionData: { type: 'archivePath', path: archive } });
  const window = useWindow(marionette);
  const names = new Map<Tab, string>();
  const remember = (context: string): Tab => {
    const tab = useTab(bidi, context);
    names.set(tab, context);
    return tab;
  };
  return {
    called: 'Firefox on Linux',
    manifest: JSON.parse(execFileSync('unzip', ['-p', archive, 'manifest.json'], { encoding: 'utf8' })) as Record<
      string,
      unknown
    >,
    open: async (at) => {
      const { context } = await bidi.send<Context>('browsingContext.create', { type: 'tab' });
      await bidi.send('browsingContext.navigate', { context, url: at, wait: 'complete' });
      return remember(context);
    },
    ownPage: (name) => `moz-extension://${place}/${name}`,
    opened: async (act) => {
      const before = new Set((await findTabs(bidi)).map(({ context }) => context));
      await act();
      const found = await until('new tab', async () =>
        (await findTabs(bidi)).find(({ context }) => !before.has(context)),
      );
      return remember(found.context);
    },
    permit: window.permit,
    pressButton: window.pressButton,
    pressMenu: async (tab) => {
      const field = await tab.evaluate(
        '(({ x, y, width, height }) => ({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }))(document.activeElement.getBoundingClientRect())',
      );
      await click(bidi, names.get(tab) ?? '', field as { x: number; y: number }, 2);
      await window.chooseInMenu('Fill in an alias for this site');
    },
    expectSound: async (tab) => {
      await until('page that fits into the window', async () =>
        (await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true ? true : undefined,
      );
    },
    close: async () => {
      bidi.close();
      marionette.close();
      await end();
    },
  };
}
