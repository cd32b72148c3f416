import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose, openForm } from './story.ts';
import { see, seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off' });
const { begin } = visits;

describe('an alias', () => {
  it('gets labels and an end where it is made, and others where it is changed', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await openForm(page);
    await page.getByLabel('Alias Name').fill('fair');
    await page.getByLabel('Forward To').fill(`${visits.now.email},`);
    await page.getByText('Labels and end').click();
    await page.getByLabel('Labels', { exact: true }).fill('Shops, 2026');
    await page.getByLabel('Ends after messages').fill('3');
    await page.getByRole('button', { name: 'Create Alias' }).click();
    const row = aliasRow(page, 'fair');
    await row.getByText('Ends after 3 more messages').waitFor();
    await row.getByText('Shops').waitFor();
    // The form is empty again.
    expect(await page.getByLabel('Labels', { exact: true }).inputValue()).toBe('');
    expect(await page.getByLabel('Ends after messages').inputValue()).toBe('');

    await choose(row, 'Edit');
    const form = page.getByRole('form', { name: 'Edit' });
    expect(await form.getByLabel('Labels', { exact: true }).inputValue()).toBe('2026, Shops');
    await form.getByLabel('Labels', { exact: true }).fill('Trips');
    await form.getByLabel('Ends after messages').fill('0');
    await form.getByRole('button', { name: 'Save' }).click();
    await see(page, 'This must be between 1 and 10000 messages');
    await form.getByLabel('Ends after messages').fill('');
    await form.getByLabel('Ends after days without mail').fill('30');
    await form.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Ends after 30 days without mail').waitFor();
    await row.getByText('Trips').waitFor();
    await expectAccessible(page);
  });

  it('that has ended says by what, and goes on by one click', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['over']);
    const expiresAt = new Date(performance.timeOrigin + performance.now() + 1_500).toISOString();
    await visits.now.call('PUT', `/api/aliases/${id}`, { expiresAt, notes: 'kept' });
    const hasEnded = async (): Promise<boolean> => {
      const { aliases } = await visits.now.call<{ aliases: { active: boolean }[] }>(
        'GET',
        `/api/aliases/${visits.now.userId}`,
      );
      return aliases.every(({ active }) => !active);
    };
    await expect.poll(hasEnded).toBe(true);
    await page.goto('/dashboard');
    await aliasRow(page, 'over').getByText('Ended by its date').waitFor();
    const row = aliasRow(page, 'over');
    expect(await row.getByRole('switch').count()).toBe(0);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Let it go on: over@kauke.test' }).click();
    await expectToast(page, ['Alias Goes On', 'over@kauke.test takes mail again, without that end.']);
    await row.getByText('On', { exact: true }).waitFor();
    await row.getByText('kept').waitFor();
  });
});

it('aliases lose a label that is deleted, and show one by its new name', async () => {
  const page = await begin();
  const ids = await seedAliases(visits.now, ['kept']);
  await visits.now.call('PATCH', '/api/aliases', { ids, change: { addLabels: ['Shops', 'old'] } });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Manage labels' }).click();
  await page.getByRole('heading', { name: 'Labels' }).waitFor();
  await page.getByRole('button', { name: 'Rename Shops' }).click();
  await page.getByLabel('New name of Shops').fill('Markets');
  await page.getByLabel('New name of Shops').press('Enter');
  await expectToast(page, ['Label Renamed', 'Markets']);
  await page.getByRole('button', { name: 'Rename Markets' }).waitFor();
  expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Rename /);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete the label old' }).click();
  await see(page, 'It is taken off 1 alias. Nothing else changes.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, ['Label Deleted', 'Label deleted']);
  await page.getByRole('button', { name: 'Delete the label old' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to your aliases' }).click();
  const labels = page.getByRole('list', { name: 'Labels of kept@kauke.test' });
  await expect.poll(() => labels.getByRole('listitem').allTextContents()).toEqual(['Markets']);
});

it('mail is counted once its owner wants that', async () => {
  const page = await begin();
  await seedAliases(visits.now, ['counted']);
  await page.goto('/settings/data');
  await page.getByRole('switch', { name: 'Count the mail of my aliases' }).click();
  await expectToast(page, 'Mail is counted from now on');
  await page.goto('/dashboard');
  await choose(aliasRow(page, 'counted'), 'Contacts and mail handling');
  await see(page, 'Nothing was counted yet.');
  await expectAccessible(page);
});
