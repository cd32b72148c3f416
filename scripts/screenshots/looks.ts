import type { Page } from 'playwright-core';
import { seedAliases, waitForProgram, type Visit } from '../../tests/e2e/visit.ts';
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

/** The same list, drawn so many times as large. */
async function takeZoomed({ context, page }: Visit, take: Take, zoom: number): Promise<void> {
  const state = await context.storageState();
  const baseURL = new URL(page.url()).origin;
  const large = await context.browser()?.newContext({ baseURL, storageState: state, deviceScaleFactor: zoom });
  const zoomed = await large?.newPage();
  if (zoomed === undefined) throw new Error('The browser is gone.');
  waitForProgram(zoomed);
  await openList(zoomed);
  await take(zoomed, `dashboard-zoomed-${zoom}`, zoom);
  await zoomed.context().close();
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
  await page.emulateMedia({ forcedColors: 'active' });
  await take(page, 'dashboard-forced-colours');
  await page.emulateMedia({ forcedColors: 'none' });
  // 200 % and 400 %.
  for (const zoom of [2, 4]) await takeZoomed(visit, take, zoom);
  for (const [language, name] of [
    ['de', 'german'],
    ['lt', 'lithuanian'],
  ] as const) {
    await call('PATCH', '/api/account', { language });
    await openList(page);
    await take(page, `dashboard-${name}`);
    await page.goto('/settings/data');
    await page.getByRole('main').getByRole('region').first().waitFor();
    await take(page, `settings-data-${name}`);
  }
}
