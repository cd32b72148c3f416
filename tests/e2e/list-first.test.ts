import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow } from './story.ts';
import { texts as allTexts } from './texts.ts';
import { answerNext, see, seedAliases } from './visit.ts';

const texts = allTexts.dashboard;

const visits = useVisits({ TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

/** How many aliases stand wholly inside the window. */
function countVisible(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('section[aria-labelledby="your-aliases"] [data-alias]')];
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    }).length;
  });
}

const generated = /^[a-z]+\.[a-z]+\d{4}@kauke\.test$/;

describe('the page', () => {
  it('begins with the list, in each size', async () => {
    const page = await begin();
    const names = Array.from({ length: 12 }, (_, index) => `alias-${index}`);
    await seedAliases(visits.now, names);
    await page.goto('/dashboard');
    await see(page, 'Showing 1-10 of 12 aliases');
    // Of those who are led no more.
    await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
    const expectRows = async (width: number, height: number, rows: number): Promise<void> => {
      await page.setViewportSize({ width, height });
      // What is drawn otherwise at this width is so a moment later.
      await page.getByRole(width < 640 ? 'heading' : 'rowheader', { name: 'alias-11@kauke.test' }).waitFor();
      // The form and the note of the specification are there, and small.
      await page.getByRole('region', { name: 'Create New Alias' }).waitFor();
      await page.getByText('Mark it ‘not spam’').waitFor();
      await expect.poll(() => countVisible(page), { message: `${width} x ${height}` }).toBeGreaterThanOrEqual(rows);
    };
    await expectRows(1440, 900, 10);
    await expectRows(1280, 720, 7);
    await expectRows(390, 844, 4);
  });

  it('tells of spam until that was read', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Got it' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Email Forwarding');
    await page.reload();
    await see(page, 'No aliases yet');
    expect(await page.getByText('Mark it ‘not spam’').count()).toBe(0);
  });
});

it('whoever has got mail is told of spam no more', async () => {
  const page = await begin();
  const [id] = await seedAliases(visits.now, ['used']);
  await page.goto('/dashboard');
  await page.getByText('Mark it ‘not spam’').waitFor();
  await visits.now.call('POST', `/api/aliases/${id}/test`, {});
  await expect
    .poll(() => visits.now.call('GET', '/api/account/first-steps'))
    .toMatchObject({ firstSteps: { used: true } });
  await page.reload();
  await aliasRow(page, 'used').waitFor();
  expect(await page.getByText('Mark it ‘not spam’').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('spam-note'))).toBe('read');
});

describe('the line', () => {
  it('makes an alias at one click, by a name that is made up, copies it, and is ready for the next', async () => {
    const page = await begin();
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/dashboard');
    await see(page, 'No aliases yet');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create Alias' }).dblclick();
    const row = page.getByRole('rowheader');
    await row.waitFor();
    const address = (await row.textContent()) ?? '';
    expect(address).toMatch(generated);
    await expectToast(page, ['Alias Created', `${address} is copied to your clipboard.`]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Alias Name');
    expect(await row.count()).toBe(1);

    await page.getByLabel('Made-up names').selectOption('characters');
    await page.getByLabel('Domain').selectOption('mask.test');
    await page.getByLabel('Alias Name').press('Enter');
    await row.nth(1).waitFor();
    expect(await row.first().textContent()).toMatch(/^[0-9a-z]{10}@mask\.test$/);
  });

  it('takes a name of one’s own, and says at the field what is wrong with it', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['mine']);
    await page.goto('/dashboard');
    await aliasRow(page, 'mine').waitFor();
    await page.keyboard.press('n');
    const name = page.getByLabel('Alias Name');
    const faulty = async (typed: string, fault: string): Promise<void> => {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: fault }).waitFor();
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      await name.fill('');
    };
    await faulty('no spaces', 'Invalid alias format');
    await faulty('admin', '"admin" is a reserved alias name. Please choose a different name.');
    const reverse = writeReverseName('a'.repeat(26), 'plain');
    await faulty(reverse, `"${reverse}" is a reserved alias name. Please choose a different name.`);
    await faulty('mine', 'This alias is not available. Please choose another name.');
    await page.keyboard.type('Other');
    await page.keyboard.press('Enter');
    await aliasRow(page, 'other').waitFor();
    expect(await name.inputValue()).toBe('');
  });

  it('shows the address where the browser does not let it be copied', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
    });
    await page.getByLabel('Alias Name').fill('shown');
    await page.keyboard.press('Enter');
    await expectToast(page, ['Alias Created', 'shown@kauke.test could not be copied by itself.']);
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Copy' })
      .waitFor();
  });

  it('keeps what was typed when it unfolds, and when the alias is not made', async () => {
    const page = await begin({ phone: true, dark: true });
    await page.goto('/dashboard');
    const name = page.getByLabel('Alias Name');
    // Where its mail goes to can be read.
    expect((await page.getByLabel('Inbox').boundingBox())?.width).toBeGreaterThanOrEqual(240);
    await name.fill('typed');
    await answerNext(page, '**/api/aliases/*', 'POST', { status: 503, json: { message: 'Back in a minute' } });
    await name.press('Enter');
    await expectToast(page, ['Creation Failed', 'Back in a minute']);
    expect(await name.inputValue()).toBe('typed');
    await page.getByRole('button', { name: 'More about the new alias' }).click();
    expect(await name.inputValue()).toBe('typed');
    await page.getByRole('list', { name: 'Targets' }).getByText(visits.now.email).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Less about the new alias' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Alias Name');
    visits.now.complaints.length = 0;
  });
});

describe('the default inbox', () => {
  it('stands in the line and in the whole form, for this alias and the next', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['first'], 'default@example.org');
    const { aliases } = await visits.now.call<{ aliases: { targets: { id: string }[] }[] }>(
      'GET',
      `/api/aliases/${visits.now.userId}`,
    );
    await visits.now.call('PUT', '/api/account/default-target', { targetId: aliases[0]?.targets[0]?.id });
    await page.goto('/dashboard');
    await expect.poll(() => page.getByLabel('Inbox').inputValue()).toBe('default@example.org');
    await page.getByRole('button', { name: 'More about the new alias' }).click();
    const chips = page.getByRole('list', { name: 'Targets' });
    for (const name of ['second', 'third']) {
      await chips.getByText('default@example.org').waitFor();
      await page.getByLabel('Alias Name').fill(name);
      await page.getByRole('button', { name: 'Create Alias' }).click();
      await see(aliasRow(page, name), 'default@example.org');
    }
    expect(await chips.getByRole('listitem').count()).toBe(1);
  });
});

describe('single keys', () => {
  it('lead to the form, the search and their own help, and can be switched off', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['any']);
    await page.goto('/dashboard');
    await aliasRow(page, 'any').waitFor();
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('placeholder')).toBe(texts.list.search);
    await page.keyboard.type('n?/');
    await see(page, 'No aliases match your search for "n?/"');
    await page.getByPlaceholder(texts.list.search).fill('');
    await page.getByRole('heading', { name: texts.title }).click();
    await page.keyboard.press('n');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Alias Name');
    await page.getByRole('heading', { name: texts.title }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    expect(await page.locator(':focus').getAttribute('aria-label')).not.toBe('Alias Name');
  });
});

describe('a row', () => {
  it('is four stops by Tab: what leads to its page is in its menu, too', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['below', 'above']);
    await page.goto('/dashboard');
    await page.getByRole('checkbox', { name: 'Select above@kauke.test' }).focus();
    for (const stop of ['Copy above', 'Actions of above', 'Forward mail to above']) {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`${stop}@kauke.test`);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('type')).toBe('checkbox');
    await aliasRow(page, 'above').getByRole('link', { name: 'Open above@kauke.test' }).click();
    await page.getByRole('heading', { level: 1, name: 'above@kauke.test' }).waitFor();
  });
});

describe('the head of the list', () => {
  it('shows one state alone and sorts by a column, and the address says so', async () => {
    const page = await begin();
    const [, paused] = await seedAliases(visits.now, ['bravo', 'alpha', 'charlie']);
    await visits.now.call('PATCH', `/api/aliases/${paused}/toggle`, { active: false });
    await page.goto('/dashboard');
    const names = page.getByRole('rowheader');
    const expectNames = async (...wanted: string[]): Promise<void> => {
      await expect.poll(() => names.allTextContents()).toEqual(wanted.map((name) => `${name}@kauke.test`));
    };
    await names.first().waitFor();
    await expectNames('charlie', 'alpha', 'bravo');
    const column = page.getByRole('columnheader', { name: 'Alias' });
    await column.getByRole('button').click();
    await expectNames('alpha', 'bravo', 'charlie');
    expect(await column.getAttribute('aria-sort')).toBe('ascending');
    await column.getByRole('button').press('Enter');
    await expectNames('charlie', 'bravo', 'alpha');
    const chips = page.getByRole('group', { name: 'Show' });
    await chips.getByRole('button', { name: 'On' }).click();
    await expectNames('charlie', 'bravo');
    await page.getByPlaceholder(texts.list.search).fill('brav');
    await expectNames('bravo');
    expect(new URL(page.url()).search).toBe('?show=on&sort=-alias');
    await see(page, '1 of 3');
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expectNames('bravo');
    await chips.getByRole('button', { name: 'Ended' }).click();
    await page.getByPlaceholder(texts.list.search).fill('');
    await see(page, 'No aliases found', 'None of your aliases is in this state now.', '0 of 3');
    await page.getByRole('button', { name: 'Show all aliases' }).press('Enter');
    await expectNames('charlie', 'bravo', 'alpha');
    expect(new URL(page.url()).search).toBe('?sort=-alias');
    await page.goto('/dashboard?show=bin');
    await page.getByRole('heading', { name: 'Bin' }).waitFor();
    await page.getByRole('button', { name: 'Back to your aliases' }).click();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator(':focus').textContent()).toContain(texts.list.heading);
  });

  it('stays in sight, and on a phone sorts by a list', async () => {
    const page = await begin({ phone: true });
    await seedAliases(visits.now, ['sky', 'sea', 'air', ...Array.from({ length: 8 }, (_, at) => `more-${at}`)]);
    await page.goto('/dashboard');
    await page.getByLabel('Sort by').selectOption('alias');
    await expect.poll(() => page.getByRole('heading', { level: 3 }).first().textContent()).toBe('air@kauke.test');
    await page.getByRole('heading', { level: 3 }).last().scrollIntoViewIfNeeded();
    const top = await page.getByPlaceholder(texts.list.search).evaluate((field) => field.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(100);
  });
});
