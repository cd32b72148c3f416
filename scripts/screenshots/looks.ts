import type { BrowserContextOptions, Page } from 'playwright-core';
import { settingsPages } from '#contract/pages.ts';
import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import { waitForProgram } from '../../tests/e2e/wait-for-program.ts';
import type { Take } from './camera.ts';

/** The list in each dress, and what leads everywhere. */

const longest = 'a.name.of.sixty.four.letters.that.nobody.would.ever.type.by.hand';
const notes = [
  ['hebrew', 'חנות נעליים, הזמנה מספר 1842 (Shop)'],
  ['newsletter', 'עלון הספרייה, פעם בחודש'],
  ['words', 'Everything there is to say of this alias, and then some more '.repeat(12).slice(0, 100)],
  [longest, 'x'.repeat(100)],
] as const;

async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByText(`${longest}@`).first().waitFor();
  await page.getByText('Shops', { exact: true }).first().waitFor();
}

async function takePalette(page: Page, take: Take): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search and jump' });
  await page.getByRole('button', { name: /^Account:/ }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.getByRole('option').first().waitFor();
  await take(page, 'palette');
  await page.keyboard.type('word');
  await palette.getByRole('option', { name: /words/ }).first().waitFor();
  await take(page, 'palette-found');
  await page.keyboard.type('zzzz');
  await palette.getByText('Nothing found').first().waitFor();
  await take(page, 'palette-nothing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('radio', { name: 'Dark' }).waitFor();
  await take(page, 'account-menu');
  await page.keyboard.press('Escape');
}

/** What is looked at in each dress: the list, and pages of other shapes. */
interface Screen {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

function screenAt(path: string, name: string, until = 'h2'): Screen {
  return {
    name,
    open: async (page) => {
      await page.goto(path);
      await page.getByRole('main').locator(until).first().waitFor();
    },
  };
}

const list: Screen = { name: 'dashboard', open: openList };
const home = screenAt('/home', 'home');
const auth = screenAt('/auth', 'auth', '[role="tab"]');
const settings = settingsPages.map((path) => screenAt(path, path.slice(1).replace('/', '-')));

async function takeAll(page: Page, screens: readonly Screen[], look: string, take: Take, zoom = 1): Promise<void> {
  for (const { name, open } of screens) {
    await open(page);
    await take(page, `${name}-${look}`, zoom);
  }
}

/** Pages as another context of the browser shows them. */
async function withContext(
  page: Page,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const baseURL = new URL(page.url()).origin;
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL, ...options });
  if (context === undefined) throw new Error('The browser is gone.');
  const other = await context.newPage();
  waitForProgram(other);
  await look(other);
  await context.close();
}

/** Drawn so many times as large. */
async function takeZoomed(page: Page, screens: readonly Screen[], zoom: number, take: Take): Promise<void> {
  const options = { storageState: await page.context().storageState(), deviceScaleFactor: zoom };
  await withContext(page, options, (zoomed) => takeAll(zoomed, screens, `zoomed-${zoom}`, take, zoom));
}

/** Takes all of it, in an account of its own. */
export async function visitLooks(visit: Visit, take: Take): Promise<void> {
  const { page, call } = visit;
  const ids = await seedAliases(
    visit,
    notes.map(([name]) => name),
  );
  for (const [at, [, note]] of notes.entries()) await call('PUT', `/api/aliases/${ids[at]}`, { notes: note });
  const labels = ['קניות', 'A label of as many letters as one may', 'Shops'];
  await call('PATCH', '/api/aliases', { ids: ids.slice(0, 3), change: { addLabels: labels } });
  await call('PATCH', `/api/aliases/${ids[1]}/toggle`, { active: false });
  await call('PATCH', '/api/account', { holdDays: 7 });
  await openList(page);
  await take(page, 'dashboard-long-texts');
  await takePalette(page, take);
  const alias = screenAt(`/aliases/${ids[0]}`, 'alias-page');
  const some = [list, alias, home, ...settings.slice(2, 3)];
  await page.emulateMedia({ forcedColors: 'active' });
  await takeAll(page, some, 'forced-colours', take);
  await page.emulateMedia({ forcedColors: 'none' });
  // 200 % and 400 %.
  for (const zoom of [2, 4]) await takeZoomed(page, some, zoom, take);
  for (const [language, name] of [
    ['de', 'german'],
    ['lt', 'lithuanian'],
  ] as const) {
    await call('PATCH', '/api/account', { language });
    await takeAll(page, [list, alias, home, ...settings], name, take);
    await withContext(page, { locale: language }, (other) => takeAll(other, [auth], name, take));
  }
}
