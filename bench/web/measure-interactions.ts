import type { Browser, Locator, Page } from 'playwright-core';
import type { Account } from '../api/populate.ts';

/** How long the browser takes from something that somebody does until its next frame. */
export interface InteractionFigure {
  readonly name: string;
  /** Of the slowest event of it; rounded to 8 ms by the browser. */
  readonly durationMs: number;
}

interface Noting {
  durations: number[];
}

const timeoutMs = 60_000;
/** As slow as the phone of an audit. */
const slowdown = 4;
const keyDelayMs = 60;
/** Until the page is at rest, and events that were slow have been noted. */
const settleMs = 800;

/** Runs in the page before anything of it. What belongs to no interaction (Event Timing §3.3), such as a pointer that passes, is not counted. */
function noteInPage(): void {
  const noting: Noting = { durations: [] };
  Object.assign(window, { noting });
  const observer = new PerformanceObserver((list) =>
    noting.durations.push(
      ...(list.getEntries() as PerformanceEventTiming[])
        .filter(({ interactionId }) => interactionId > 0)
        .map(({ duration }) => duration),
    ),
  );
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

function forget(page: Page): Promise<void> {
  return page.evaluate(() => void ((window as unknown as { noting: Noting }).noting.durations = []));
}

function readSlowest(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { noting: Noting }).noting.durations));
}

type Find = (page: Page) => Locator;
type Act = (target: Locator, page: Page) => Promise<unknown>;

/** By selectors: to find something by its role makes the browser style all rows that it leaves out. */
const within = (selector: string, hasText?: RegExp): Find => {
  return (page) => page.locator(selector, hasText && { hasText }).first();
};

/** The pointer is there already. */
const click: Act = async (_, { mouse }) => {
  await mouse.down();
  await mouse.up();
};

const press = (key: string): Act => {
  return (_, { keyboard }) => keyboard.press(key);
};

const search = within('input[type=search]');

/** What somebody does with a long list, in this order. */
const interactions: readonly (readonly [name: string, find: Find, act: Act])[] = [
  // By its last key: what a program chooses in a list, the browser does not take for a doing of somebody.
  ['100 a page', (page) => page.getByLabel('Per page'), (list) => list.press('End')],
  ['next page', within('button', /^Next$/), click],
  ['sort by alias', within('[role=columnheader] button', /^Alias$/), click],
  ['pause one', within('[role=switch]'), click],
  ['open a menu', within('[data-alias] ~ [data-alias] [aria-haspopup=menu]'), click],
  ['close it', within('[role=menu]'), press('Escape')],
  ['search', search, (field) => field.pressSequentially('-99', { delay: keyDelayMs })],
  ['clear the search', search, (field) => field.clear()],
  ['only paused ones', within('button', /^Paused/), click],
  ['all again', within('button', /^All$/), click],
  ['other theme', within('button[aria-label*=theme i]'), click],
];

/** Opens the list of an account on a slow machine, and works with it. @throws Error when something is not there in time */
export async function measureInteractions(
  browser: Browser,
  webUrl: string,
  { cookie }: Account,
): Promise<InteractionFigure[]> {
  const context = await browser.newContext({ baseURL: webUrl, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: webUrl }]);
  await context.addInitScript(noteInPage);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto('/dashboard');
  await page.locator('[role=switch]').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const figures: InteractionFigure[] = [];
  for (const [what, find, act] of interactions) {
    const target = find(page);
    // Whoever does something has seen it first, and gone there.
    await target.scrollIntoViewIfNeeded();
    await target.hover();
    await page.waitForTimeout(settleMs);
    await forget(page);
    await act(target, page);
    await page.waitForTimeout(settleMs);
    figures.push({ name: what, durationMs: await readSlowest(page) });
  }
  await context.close();
  return figures;
}
