import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { aliasRow, choose, createAlias, openForm } from './story.ts';
import { texts } from './texts.ts';
import { handleNext, seedAliases } from './visit.ts';

// Nobody has to be asked, so nothing is waited for by asking again.
const visits = useVisits({ TARGET_CONFIRMATION: 'off' });
const { begin } = visits;
const { create, list } = texts.dashboard;

/** How often a page has asked for the list so far. */
function countLists(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname === `/api/aliases/${visits.now.userId}`) count += 1;
  });
  return () => count;
}

describe('a change of an alias', () => {
  it('shows from its own answer, here and after a look at the settings: the list is not asked for again', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['first']);
    const lists = countLists(page);
    await page.goto('/dashboard');
    await aliasRow(page, 'first').waitFor();
    expect(lists()).toBe(1);

    await createAlias(page, { alias: 'second', forwardTo: `${visits.now.email}, spare@example.org` });
    expect(await page.getByRole('rowheader').allTextContents()).toEqual([
      expect.stringContaining('second@'),
      expect.stringContaining('first@'),
    ]);
    await aliasRow(page, 'first').getByRole('switch').click();
    await aliasRow(page, 'first').getByText(list.paused).waitFor();
    await choose(aliasRow(page, 'first'), 'Edit');
    const form = page.getByRole('form', { name: 'Edit' });
    await form.getByLabel('Alias Name').fill('renamed');
    await form.getByRole('button', { name: 'Save' }).click();
    await aliasRow(page, 'renamed').getByText(list.paused).waitFor();

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: 'Inboxes and webhooks' }).click();
    await page.getByRole('button', { name: 'Remove spare@example.org' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    // What is behind a question has no role: only the answered question says that it is done.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Remove spare@example.org' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Aliases', exact: true }).click();
    await aliasRow(page, 'second').waitFor();
    expect(await page.getByText('spare@example.org').count()).toBe(0);

    await choose(aliasRow(page, 'second'), 'Delete');
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await aliasRow(page, 'second').waitFor({ state: 'detached' });
    expect(lists()).toBe(1);
  });

  it('is not lost to a list that was read before it and comes after it', async () => {
    const page = await begin();
    const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await handleNext(page, `**/api/aliases/${visits.now.userId}`, 'GET', async (route) => {
      const before = await route.fetch();
      read.resolve();
      await released.promise;
      // It may have been called off.
      await route.fulfill({ response: before }).catch(() => undefined);
    });
    await page.goto('/dashboard');
    await read.promise;
    await openForm(page);
    await page.getByLabel('Alias Name').fill('meanwhile');
    await page.getByLabel('Forward To').fill(visits.now.email);
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await expectToast(page, create.created);
    released.resolve();
    await aliasRow(page, 'meanwhile').waitFor();
  });
});
