import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow } from './story.ts';
import { answerNext, askWhoIsThere, password, see, seedAliases } from './visit.ts';

// Nobody has to be asked, so nothing changes while it is looked at.
const visits = useVisits({ TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

async function beginWith(names: readonly string[], look: Parameters<typeof begin>[0] = {}): Promise<Page> {
  const page = await begin(look);
  await seedAliases(visits.now, names);
  await page.goto('/dashboard');
  await page.getByRole('checkbox', { name: `Select ${names.at(-1)}@kauke.test` }).waitFor();
  return page;
}
function box(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Select ${name}@kauke.test` });
}
function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'What to do with those selected' });
}
function press(page: Page, name: string): Promise<void> {
  return bar(page).getByRole('button', { name, exact: true }).click();
}
/** By what is read out. */
async function expectSelected(page: Page, words: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).first().waitFor();
}
/** What lies behind an alias. */
function ground(page: Page, name: string): Promise<string> {
  const row = page.locator('[data-alias]').filter({ has: box(page, name) });
  return row.evaluate((one) => getComputedStyle(one).backgroundColor);
}
const amberWash = 'rgb(251, 238, 214)';
function undoButton(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' });
}
function undo(page: Page): Promise<void> {
  return undoButton(page).click();
}
function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-alias]')?.innerText ?? null);
}

describe('aliases', () => {
  it('are selected one by one, by a range, by the page and all that are found, over pages and searches', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `row-${String(at).padStart(2, '0')}`);
    const page = await beginWith(names);
    // Newest first.
    await box(page, 'row-11').check();
    await expectSelected(page, '1 selected');
    expect(await ground(page, 'row-11')).toBe(amberWash);
    expect(await ground(page, 'row-10')).not.toBe(amberWash);
    await box(page, 'row-08').click({ modifiers: ['Shift'] });
    await expectSelected(page, '4 selected');
    await page.getByRole('button', { name: 'Next' }).click();
    await box(page, 'row-00').check();
    await expectSelected(page, '5 selected');
    await page.getByPlaceholder('Search aliases...').fill('row-1');
    await expectSelected(page, '5 selected, 3 not shown');
    await page.getByPlaceholder('Search aliases...').fill('');
    // All that were found are selected: the box is checked until the others are back.
    await box(page, 'row-02').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expectSelected(page, '11 selected');
    await press(page, 'Select all 12 found');
    await expectSelected(page, '12 selected');
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck();
    await expectSelected(page, '2 selected');
    await page.getByRole('heading', { name: 'Your Aliases' }).click();
    await page.keyboard.press('Escape');
    await expectSelected(page, 'Nothing selected');
    await bar(page).waitFor({ state: 'detached' });
  });

  it('are selected by keyboard alone, and the focus is never lost', async () => {
    const page = await beginWith(['one', 'two', 'three', 'four']);
    await page.getByRole('button', { name: 'Copy four@kauke.test' }).focus();
    await page.keyboard.press('x');
    await expectSelected(page, '1 selected');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expectSelected(page, '3 selected');
    expect(await focused(page)).toContain('two@kauke.test');
    await page.keyboard.press('Shift+ArrowUp');
    await expectSelected(page, '2 selected');
    expect(await focused(page)).toContain('three@kauke.test');
    await page.keyboard.press('x');
    await expectSelected(page, '1 selected');
    await bar(page).getByRole('button', { name: 'Select nothing' }).focus();
    await page.keyboard.press('Enter');
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toContain('Your Aliases');
    await page.keyboard.press('?');
    await see(page, 'Select the alias that has the focus', 'Select the next one, too');
  });
});

describe('those that are selected', () => {
  it('are paused and resumed at once, each undone at once, and those that cannot be say why', async () => {
    const page = await begin();
    const [first] = await seedAliases(visits.now, ['hush-over', 'hush-one', 'hush-two']);
    const expiresAt = new Date(performance.timeOrigin + performance.now() + 1_500).toISOString();
    await visits.now.call('PUT', `/api/aliases/${first}`, { expiresAt, notes: '' });
    await expect
      .poll(async () => {
        const path = `/api/aliases/${visits.now.userId}?state=ended`;
        return (await visits.now.call<{ aliases: unknown[] }>('GET', path)).aliases.length;
      })
      .toBe(1);
    await page.goto('/dashboard');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press(page, 'Pause');
    const reason = 'This alias has ended. Give it another end, or none.';
    await expectToast(page, ['Aliases Paused', `2 aliases changed. 1 alias could not be changed: ${reason}`]);
    // A toast does not go while the focus is on it: the look at the page may take longer than it stays.
    await undoButton(page).focus();
    await bar(page).getByRole('alert').getByText(`hush-over@kauke.test ${reason}`).waitFor();
    await expectAccessible(page);
    await aliasRow(page, 'hush-one').getByText('Paused', { exact: true }).waitFor();
    await undo(page);
    await aliasRow(page, 'hush-one').getByText('On', { exact: true }).waitFor();
    await aliasRow(page, 'hush-two').getByText('On', { exact: true }).waitFor();
    await press(page, 'Resume');
    await expectToast(page, ['Nothing Changed', reason]);
  });

  it('get and lose labels, by what all, some and none of them have', async () => {
    const page = await begin();
    const [one] = await seedAliases(visits.now, ['tag-one', 'tag-two']);
    await visits.now.call('PATCH', '/api/aliases', { ids: [one], change: { addLabels: ['Shops', 'old'] } });
    await page.goto('/dashboard');
    await box(page, 'tag-one').check();
    await box(page, 'tag-two').check();
    await press(page, 'Label');
    const dialog = page.getByRole('dialog', { name: 'Label 2 aliases' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await see(page, 'Check or clear a label, or name a new one');
    expect(await dialog.getByRole('checkbox', { name: 'old (on 1)' }).isChecked()).toBe(false);
    await dialog.getByRole('checkbox', { name: 'Shops (on 1)' }).check();
    await dialog.getByRole('checkbox', { name: 'old (on 1)' }).check();
    await dialog.getByRole('checkbox', { name: 'old' }).uncheck();
    await dialog.getByLabel('New labels').fill('travel');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expectToast(page, ['Labels Changed', '2 aliases changed.']);
    for (const name of ['tag-one', 'tag-two']) {
      const labels = page.getByRole('list', { name: `Labels of ${name}@kauke.test` }).getByRole('listitem');
      await expect.poll(() => labels.allTextContents()).toEqual(['Shops', 'travel']);
    }
    await undo(page);
    const labels = page.getByRole('list', { name: 'Labels of tag-one@kauke.test' }).getByRole('listitem');
    await expect.poll(() => labels.allTextContents()).toEqual(['old', 'Shops']);
  });

  it('get an end within the limits that one alias has, and lose it', async () => {
    const page = await beginWith(['end-one', 'end-two']);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press(page, 'Set an end');
    const dialog = page.getByRole('dialog', { name: 'Set an end for 2 aliases' });
    await dialog.getByRole('radio', { name: 'After messages' }).check();
    await dialog.getByLabel('Messages from now on').fill('10001');
    await page.keyboard.press('Enter');
    await see(page, 'This must be between 1 and 10000 messages');
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'On a day' }).check();
    await dialog.getByLabel('Last day').fill('2099-01-01');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await see(page, 'This must be a time from now on, within 10 years');
    await dialog.getByRole('radio', { name: 'After days without mail' }).check();
    await dialog.getByLabel('Days without mail', { exact: true }).fill('30');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expectToast(page, ['End Changed', '2 aliases changed.']);
    await aliasRow(page, 'end-one').getByText('Ends after 30 days without mail').waitFor();
    await press(page, 'Set an end');
    await dialog.getByRole('radio', { name: 'Never: take every end away' }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await aliasRow(page, 'end-one').getByText('Ends after 30 days without mail').waitFor({ state: 'detached' });
    await undo(page);
    await aliasRow(page, 'end-two').getByText('Ends after 30 days without mail').waitFor();
  });

  it('are sent to another inbox, and back', async () => {
    const page = await beginWith(['move-one', 'move-two']);
    await box(page, 'move-one').check();
    await press(page, 'Change inbox');
    const dialog = page.getByRole('dialog', { name: 'Change the inbox of 1 alias' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await see(page, 'At least one email address or webhook URL is required');
    await dialog.getByRole('button', { name: `Use ${visits.now.email}` }).waitFor();
    await dialog.getByLabel('Forward To').fill('other@example.org');
    await expectAccessible(page);
    await askWhoIsThere(page, '**/api/aliases', 'PATCH');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password', { exact: true }).fill(password);
    await question.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectToast(page, ['Inbox Changed', '1 alias changed.']);
    await aliasRow(page, 'move-one').getByText('other@example.org').waitFor();
    await undo(page);
    await aliasRow(page, 'move-one').getByText(visits.now.email).waitFor();
  });

  it('are deleted after one question with their number, and come back', async () => {
    const page = await beginWith(['gone-one', 'gone-two', 'gone-three']);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByPlaceholder('Search aliases...').fill('gone-three');
    await expectSelected(page, '3 selected, 2 not shown');
    await press(page, 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete 3 aliases?' });
    await question.getByText('2 of them are not shown by your search and filters.').waitFor();
    await question.getByText('They stay in the bin for 30 days').waitFor();
    await answerNext(page, '**/api/aliases', 'PATCH', { status: 503, json: { message: 'Back in a minute' } });
    await question.getByRole('button', { name: 'Delete 3' }).click();
    await page.getByText('Back in a minute').first().waitFor();
    await question.getByRole('button', { name: 'Delete 3' }).click();
    await expectToast(page, ['Aliases Deleted', '3 aliases deleted.']);
    await see(page, 'No aliases yet');
    expect(await page.locator(':focus').textContent()).toContain('Your Aliases');
    await undo(page);
    await aliasRow(page, 'gone-three').waitFor();
    await page.getByPlaceholder('Search aliases...').fill('');
    await aliasRow(page, 'gone-one').waitFor();
    visits.now.complaints.length = 0;
  });

  it('are saved as a file', async () => {
    const page = await beginWith(['file-one', 'file-two', 'file-three']);
    await box(page, 'file-two').check();
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export')]);
    expect(download.suggestedFilename()).toBe('kauke-selected-aliases.csv');
    await expectToast(page, ['Aliases Exported', '1 alias saved']);
  });
});

it('on a phone the bar stands above the places, covers no row for good, and is not wider than 320 px', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `card-${at}`);
  const page = await beginWith(names, { phone: true });
  await box(page, 'card-7').check();
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor();
  expect(await ground(page, 'card-7')).toBe(amberWash);
  await page.setViewportSize({ width: 320, height: 640 });
  const places = page.locator('[data-places]');
  const isAbove = async (upper: Locator, lower: Locator): Promise<boolean> => {
    const [high, low] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
    return high !== null && low !== null && high.y >= 0 && high.y + high.height <= low.y + 1;
  };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const name of ['card-3', 'card-0']) {
    await box(page, name).focus();
    await expect.poll(() => isAbove(bar(page), places)).toBe(true);
    await expect.poll(() => isAbove(box(page, name), bar(page))).toBe(true);
  }
  // What floats over the page keeps clear of it only as long as it is there.
  const room = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBottom);
  const withBar = Number.parseFloat(await room());
  await box(page, 'card-7').uncheck();
  await bar(page).waitFor({ state: 'detached' });
  expect(Number.parseFloat(await room())).toBe(withBar - 128);
  expect(await ground(page, 'card-7')).not.toBe(amberWash);
});

it('the list is narrowed to a domain, an inbox and a label, of which the address says nothing', async () => {
  const page = await begin();
  const [, labelled] = await seedAliases(visits.now, ['plain', 'labelled']);
  await visits.now.call('PATCH', '/api/aliases', { ids: [labelled], change: { addLabels: ['Shops'] } });
  await seedAliases(visits.now, ['elsewhere'], 'other@example.org');
  const wish = { alias: 'masked', domain: 'mask.test', forwardTo: visits.now.email };
  await visits.now.call('POST', `/api/aliases/${visits.now.userId}`, wish);
  await page.goto('/dashboard');
  const names = page.getByRole('rowheader');
  const expectNames = async (...wanted: string[]): Promise<void> => {
    await expect.poll(async () => (await names.allTextContents()).map((text) => text.split('@')[0])).toEqual(wanted);
  };
  await expectNames('masked', 'elsewhere', 'labelled', 'plain');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Filter by domain', { exact: true }).selectOption('kauke.test');
  await expectNames('elsewhere', 'labelled', 'plain');
  await page.getByLabel('Filter by inbox', { exact: true }).selectOption(visits.now.email);
  await expectNames('labelled', 'plain');
  await page.getByLabel('Filter by label', { exact: true }).selectOption('Shops');
  await expectNames('labelled');
  await expectAccessible(page);
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await page.goBack();
  await expectNames('labelled');
  await page.getByLabel('Filter by domain', { exact: true }).selectOption('mask.test');
  await see(page, 'No aliases found', 'None of your aliases fits these filters.');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectNames('masked', 'elsewhere', 'labelled', 'plain');
});
