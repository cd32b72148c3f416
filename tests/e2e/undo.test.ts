import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose } from './story.ts';
import { handleNext, password, see, seedAliases } from './visit.ts';

// Nobody has to be asked, so nothing changes while it is looked at.
const visits = useVisits({ TARGET_CONFIRMATION: 'off' });
const { begin } = visits;
const bin = 'Bin';

describe('the notice of a change', () => {
  it('waits below the veil of a dialog, and can be answered after it', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['veiled']);
    await page.goto('/dashboard');
    await aliasRow(page, 'veiled').getByRole('switch').click();
    // Not by its role, which it has not under a dialog.
    const undo = page.locator('ol li button', { hasText: 'Undo' });
    await undo.waitFor();
    const isOnTop = () =>
      undo.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await isOnTop()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await undo.click();
    await aliasRow(page, 'veiled').getByText('On', { exact: true }).waitFor();
  });

  it('takes a deletion back by keyboard alone', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['kept', 'gone']);
    await page.goto('/dashboard');
    await choose(aliasRow(page, 'gone'), 'Delete');
    await page.getByText('It stays in the bin for 30 days').waitFor();
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await expectToast(page, ['Alias Deleted', 'gone@kauke.test no longer takes mail.']);
    await aliasRow(page, 'gone').waitFor({ state: 'detached' });
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Undo');
    await page.keyboard.press('Enter');
    await aliasRow(page, 'gone').waitFor();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Undone')
      .waitFor();
  });

  it('takes a pause and another target back', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['moved']);
    await page.goto('/dashboard');
    const undo = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' });
    await aliasRow(page, 'moved').getByRole('switch').click();
    await aliasRow(page, 'moved').getByText('Paused', { exact: true }).waitFor();
    await undo.click();
    await aliasRow(page, 'moved').getByText('On', { exact: true }).waitFor();

    await choose(aliasRow(page, 'moved'), 'Edit');
    const form = page.getByRole('form', { name: 'Edit' });
    await form.getByRole('button', { name: `Remove ${visits.now.email}` }).click();
    await form.getByLabel('Forward To').fill('other@example.org');
    await form.getByRole('button', { name: 'Save' }).click();
    await aliasRow(page, 'moved').getByText('other@example.org').waitFor();
    await undo.click();
    await aliasRow(page, 'moved').getByText(visits.now.email).waitFor();
    expect(await page.getByText('other@example.org').count()).toBe(0);
  });
});

it('former targets come back once their owner has proved who they are', async () => {
  const page = await begin();
  const [id] = await seedAliases(visits.now, ['guarded']);
  await visits.now.call('PUT', `/api/aliases/${id}`, { forwardTo: 'other@example.org', notes: 'x' });
  await page.goto('/dashboard');
  const json = { message: 'Please confirm', code: 'confirm_identity' };
  await handleNext(page, '**/api/undo', 'POST', (route) => route.fulfill({ status: 403, json }));
  await page.getByRole('button', { name: bin }).click();
  await page.getByRole('button', { name: 'Undo: Forwarded elsewhere, guarded@kauke.test' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await see(page, 'Nothing was changed in the last 7 days');
  await page.getByRole('button', { name: 'Back to your aliases' }).click();
  await aliasRow(page, 'guarded').getByText(visits.now.email).waitFor();
  expect(await page.getByText('other@example.org').count()).toBe(0);
});

describe('the bin', () => {
  it('lists what was deleted, restores it, deletes it for good, and is empty then', async () => {
    const page = await begin();
    const [first, second] = await seedAliases(visits.now, ['first', 'second']);
    await visits.now.call('PATCH', `/api/aliases/${second}/toggle`, { active: false });
    for (const id of [first, second]) await visits.now.call('DELETE', `/api/aliases/${id}`);
    await page.goto('/dashboard');
    await see(page, 'No aliases yet');
    await page.getByRole('button', { name: bin }).click();
    await page.locator('h2:focus').filter({ hasText: 'Bin' }).waitFor();
    await see(page, 'first@kauke.test', 'second@kauke.test');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Restore first@kauke.test' }).click();
    await expectToast(page, ['Alias Restored', 'Mail to first@kauke.test is taken again.']);
    await page.getByRole('button', { name: 'Restore first@kauke.test' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete for good: second@kauke.test' }).click();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await see(page, 'The bin is empty');
    await page.getByRole('button', { name: 'Undo: Paused, second@kauke.test' }).waitFor();

    await page.getByRole('button', { name: 'Back to your aliases' }).click();
    await aliasRow(page, 'first').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('shows what else can be undone, on a phone and in the dark', async () => {
    const page = await begin({ phone: true, dark: true });
    const [id, forum] = await seedAliases(visits.now, ['small', 'old-forum']);
    await visits.now.call('DELETE', `/api/aliases/${forum}`);
    await visits.now.call('PUT', `/api/aliases/${id}`, { forwardTo: 'other@example.org', notes: 'x' });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: bin }).click();
    await see(page, 'Recent changes', 'small@kauke.test');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete for good: old-forum@kauke.test' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete old-forum@kauke.test for good?' });
    // In one line.
    expect((await question.getByText('old-forum@kauke.test').first().boundingBox())?.height).toBeLessThan(32);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Undo: Forwarded elsewhere, small@kauke.test' }).click();
    await see(page, 'Nothing was changed in the last 7 days');
    await page.getByRole('button', { name: 'Back to your aliases' }).click();
    await page.getByText(visits.now.email).first().waitFor();
  });
});

it('how long deleted aliases stay is chosen in the settings, and told where one is deleted', async () => {
  const page = await begin();
  await seedAliases(visits.now, ['at-once']);
  await page.goto('/settings/data');
  await page.getByLabel('Keep deleted aliases').selectOption({ label: 'Not at all: gone at once' });
  await expectToast(page, 'From now on deleted aliases are gone at once');
  await page.goto('/dashboard');
  await choose(aliasRow(page, 'at-once'), 'Delete');
  await page.getByText('Your account has no bin, so this cannot be undone').waitFor();
  await page.getByRole('button', { name: 'Delete alias' }).click();
  await aliasRow(page, 'at-once').waitFor({ state: 'detached' });
  const notices = page.getByRole('region', { name: /Notifications/ });
  await notices.getByText('Alias Deleted').waitFor();
  expect(await notices.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});
