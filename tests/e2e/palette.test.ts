import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow } from './story.ts';
import { see, seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search and jump' });
}

async function openPalette(page: Page) {
  await page.getByRole('button', { name: /^Account:/ }).waitFor();
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await field.waitFor();
  return field;
}

/** What the arrows have come to, by what is told to those who hear it. */
function chosen(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    const option = document.getElementById(id);
    return option?.getAttribute('aria-selected') === 'true' ? (option.querySelector('bdi')?.textContent ?? null) : null;
  });
}

function labels(page: Page) {
  return palette(page).getByRole('option').locator('bdi').allTextContents();
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: one } = document;
    return one?.getAttribute('aria-label') ?? (one?.id || one?.tagName) ?? '';
  });
}

describe('the palette', () => {
  async function expectOpens(paths: readonly string[]): Promise<void> {
    const page = await begin();
    for (const path of paths) {
      await page.goto(path);
      const button = page.getByRole('button', { name: 'Search and jump' });
      await button.click();
      await palette(page).getByRole('combobox').waitFor();
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toContain('Search and jump');
      await openPalette(page);
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toContain('Search and jump');
    }
    await openPalette(page);
    await expectAccessible(page);
  }
  it('opens by keys and by its button, and gives the focus back', () => expectOpens(['/dashboard', '/privacy']));
  it('does so on every page', { tags: 'proof' }, () => expectOpens(['/settings/data', '/docs/sending', '/inbox']));

  it('begins with the newest aliases, goes by arrows round both ends, and says when it finds nothing', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['one', 'two', 'three']);
    await page.goto('/about');
    await openPalette(page);
    await expect
      .poll(async () => (await labels(page)).slice(0, 4))
      .toEqual(['three@kauke.test', 'two@kauke.test', 'one@kauke.test', 'New alias']);
    expect(await chosen(page)).toBe('three@kauke.test');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toBe('two@kauke.test');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page)).toBe('Keyboard shortcuts');
    await page.keyboard.type('zzzz');
    await see(palette(page), 'Nothing found', 'Try fewer letters, or part of an address.');
    expect(await palette(page).getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    await expectAccessible(page);
  });

  it('copies, pauses and resumes the alias that is named', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['quiet.heron', 'shop']);
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/settings/data');
    await openPalette(page);
    await page.keyboard.type('qheron');
    await expect.poll(() => chosen(page)).toBe('quiet.heron@kauke.test');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page)).toBe('Copy quiet.heron@kauke.test');
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('quiet.heron@kauke.test');

    await openPalette(page);
    await page.keyboard.type('pause an');
    await expect.poll(() => chosen(page)).toBe('Pause an alias…');
    await page.keyboard.press('Enter');
    await page.keyboard.type('shop');
    await expect.poll(() => labels(page)).toEqual(['Pause shop@kauke.test']);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Alias Paused');
    const aliases = () =>
      visits.now.call<{ aliases: { alias: string; active: boolean }[] }>('GET', `/api/aliases/${visits.now.userId}`);
    await expect.poll(async () => (await aliases()).aliases.find(({ alias }) => alias === 'shop')?.active).toBe(false);
    await openPalette(page);
    await page.keyboard.type('resume ');
    await expect.poll(() => labels(page)).toEqual(['Resume shop@kauke.test']);
  });

  it('leads to an alias, to a new one, to a setting and to a guide, and the focus goes along', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['harbour', 'elsewhere']);
    await page.goto('/privacy');
    const go = async (typed: string, first: string): Promise<void> => {
      await openPalette(page);
      await page.keyboard.type(typed);
      await expect.poll(() => chosen(page)).toBe(first);
      await page.keyboard.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
    };
    await go('domains', 'Domains');
    await page.waitForURL('**/settings/domains');
    await expect.poll(() => focused(page)).toBe('main');
    // By what stands on it.
    await go('sessions', 'Security');
    await page.waitForURL('**/settings/security');
    await go('webhooks', 'Webhooks');
    await page.waitForURL('**/docs/webhooks');
    await go('new alias', 'New alias');
    await expect.poll(() => focused(page)).toBe('Alias Name');
    await go('harbour', 'harbour@kauke.test');
    await expect.poll(() => page.getByRole('main').getByText('harbour@kauke.test').count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByRole('main').getByText('elsewhere@kauke.test').count()).toBe(0);
    expect(await focused(page)).not.toBe('BODY');
  });

  it('is in the menu of a phone, and leads the focus back there', async () => {
    const page = await begin({ phone: true, dark: true });
    await page.goto('/dashboard');
    const account = page.getByRole('button', { name: /^Account:/ });
    await account.click();
    await page.getByRole('button', { name: 'Search and jump' }).click();
    await palette(page).getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    expect(await account.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

describe('the keys of the rows', () => {
  it('go from row to row, copy, pause and edit the one that is reached, and can be switched off', async () => {
    const page = await begin();
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await seedAliases(visits.now, ['first', 'second']);
    await page.goto('/dashboard');
    await aliasRow(page, 'first').waitFor();
    const current = () => page.evaluate(() => document.activeElement?.querySelector('[role="rowheader"]')?.textContent);
    await page.keyboard.press('j');
    expect(await current()).toBe('second@kauke.test');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await current()).toBe('first@kauke.test');
    await page.keyboard.press('ArrowUp');
    expect(await current()).toBe('second@kauke.test');
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('second@kauke.test');
    await page.keyboard.press('p');
    await expect.poll(() => aliasRow(page, 'second').getByRole('switch').getAttribute('aria-checked')).toBe('false');
    expect(await current()).toBe('second@kauke.test');
    await page.keyboard.press('e');
    await page.getByRole('form', { name: 'Edit second@kauke.test' }).waitFor();
    await page.keyboard.press('Escape');
    await aliasRow(page, 'second').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'first@kauke.test' }).waitFor();
    await page.goBack();
    await aliasRow(page, 'second').waitFor();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await see(help, 'Next or previous alias', 'Pause or resume it', 'Search and jump, on every page');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    await page.keyboard.press('?');
    expect(await page.getByRole('form', { name: /^Edit/ }).count()).toBe(0);
    expect(await help.count()).toBe(0);
    await openPalette(page);
  });

  it('are listed under ? away from the list, too', async () => {
    const page = await begin();
    await page.goto('/docs/sending');
    await page.getByRole('button', { name: /^Account:/ }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => help.count()).toBe(0);
  });
});
