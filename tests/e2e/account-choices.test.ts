import { expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits();

it('the domain and the form of new aliases are chosen once, and stand on the dashboard', async () => {
  const page = await visits.begin();
  await page.goto('/settings/api-keys');
  await page.getByLabel('Made-up names').selectOption('Random characters');
  await expectToast(page, 'Choice saved');
  const domains = page.getByLabel('Default domain');
  const names = await domains.locator('option').allTextContents();
  const last = names.at(-1) ?? '';
  await domains.selectOption(last);
  await page.getByLabel('Endings of your own names').selectOption('Random characters');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => page.getByLabel('Default domain').inputValue()).toBe(last);
  await page.goto('/dashboard');
  await expect.poll(() => page.getByLabel('Names', { exact: false }).first().inputValue()).toBe('characters');
});

it('how senders are shown is chosen beside the inboxes, with what it costs', async () => {
  const page = await visits.begin();
  await page.goto('/settings/inboxes');
  const section = page.getByRole('region', { name: 'How senders are shown' });
  await section.getByLabel('Senders').selectOption('Bob: the name alone');
  await expectToast(page, 'Choice saved');
  await section.getByText('Anybody can write any name.', { exact: false }).waitFor();
  await expectAccessible(page);
});

it('an inbox gets another address, or keeps its own', async () => {
  const page = await visits.begin();
  await seedAliases(visits.now, ['shoes'], 'old@home.example');
  await page.goto('/settings/inboxes');
  const change = page.getByRole('button', { name: 'Change address: old@home.example' });
  await change.waitFor();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // However many buttons there are, the address has one line.
    const address = page.getByRole('listitem').filter({ has: change }).locator('p').first();
    expect((await address.boundingBox())?.height).toBeLessThan(30);
  }
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Change the address of old@home.example' });
  await dialog.getByLabel('New address').fill('no address');
  await dialog.getByRole('button', { name: 'Ask the new inbox' }).click();
  await dialog.getByText('Valid email address is required').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('New address').fill('new@home.example');
  await dialog.getByRole('button', { name: 'Ask the new inbox' }).click();
  await expectToast(page, 'The new inbox is asked');
  await page.getByText('Becomes new@home.example once that inbox agrees').waitFor();
  await page.getByText('Takes the place of old@home.example once it agrees').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep this address: old@home.example' }).click();
  await expectToast(page, 'The inbox keeps its address');
  await page.getByText('Becomes new@home.example once that inbox agrees').waitFor({ state: 'detached' });
});
