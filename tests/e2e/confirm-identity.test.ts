import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose } from './story.ts';
import { askWhoIsThere, password, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

function questionOf(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm that it is you' });
}

async function answer(page: Page): Promise<void> {
  const question = questionOf(page);
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

describe('the question who is there', () => {
  it('comes on the dashboard before many aliases are deleted or sent elsewhere, and the call is repeated', async () => {
    const page = await begin({ dark: true });
    await seedAliases(visits.now, ['shop', 'news']);
    await page.goto('/dashboard');
    const cookies = async () => JSON.stringify(await visits.now.context.cookies());
    const before = await cookies();

    await askWhoIsThere(page, '**/api/aliases/*', 'DELETE');
    await choose(page, 'Delete shop@kauke.test');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete alias' }).click();
    await questionOf(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor({ state: 'detached' });
    await aliasRow(page, 'shop').waitFor();

    await askWhoIsThere(page, '**/api/aliases/*', 'DELETE');
    await choose(page, 'Delete shop@kauke.test');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete alias' }).click();
    await answer(page);
    await aliasRow(page, 'shop').waitFor({ state: 'detached' });
    expect(await cookies()).not.toBe(before);

    await askWhoIsThere(page, '**/api/aliases/*', 'PUT');
    await choose(page, 'Edit news@kauke.test');
    const form = page.getByRole('form', { name: 'Edit news@kauke.test' });
    await form.getByLabel('Notes').fill('paper');
    await form.getByRole('button', { name: 'Save' }).click();
    await questionOf(page).getByLabel('Password', { exact: true }).press('Escape');
    await questionOf(page).waitFor({ state: 'detached' });
    expect(await form.getByLabel('Notes').inputValue()).toBe('paper');
    await askWhoIsThere(page, '**/api/aliases/*', 'PUT');
    await form.getByRole('button', { name: 'Save' }).click();
    await answer(page);
    await form.waitFor({ state: 'detached' });
  });

  it('comes before the account is deleted', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await askWhoIsThere(page, '**/api/account', 'DELETE');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Type DELETE').fill('delete');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await questionOf(page).getByLabel('Password', { exact: true }).fill('wrong');
    await questionOf(page).getByRole('button', { name: 'Confirm', exact: true }).click();
    await questionOf(page).getByText('Invalid password').waitFor();
    await answer(page);
    await expectToast(page, 'Account Deleted');
  });

  it.each(['Everything as JSON', 'Aliases as CSV'])('comes before an export: %s', async (format) => {
    const page = await begin();
    await page.goto('/settings/data');
    const section = page.getByRole('region', { name: 'Export', exact: true });
    await askWhoIsThere(page, '**/api/account/export?*', 'GET');
    await section.getByRole('button', { name: format }).click();
    const download = page.waitForEvent('download');
    await answer(page);
    expect((await download).suggestedFilename()).toMatch(/^kauke-/);
  });

  it('ends without a trace where it cannot be asked', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['held']);
    await page.route('**/api/account', (route) => route.abort());
    await page.goto('/dashboard');
    await askWhoIsThere(page, '**/api/aliases/*', 'DELETE');
    await choose(page, 'Delete held@kauke.test');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete alias' }).click();
    await expectToast(page, 'The server did not answer');
    await aliasRow(page, 'held').waitFor();
    visits.now.complaints.splice(0);
  });
});

it('a session is listed by what it runs on, with its end', async () => {
  const page = await begin();
  await page.goto('/settings/security');
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
  await sessions.getByText('Chrome on Linux').waitFor();
  const latest = new Date(systemClock.now() + 180 * 86_400_000).toLocaleDateString(undefined, { dateStyle: 'medium' });
  await sessions.getByText(`ends ${latest} at the latest`, { exact: false }).waitFor();
  await expectAccessible(page);
});
