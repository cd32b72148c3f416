import { expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { choose } from './story.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off' });

it('an alias with several inboxes copies replies once its owner wants that, and one with one offers nothing', async () => {
  const page = await visits.begin({ phone: true });
  await seedAliases(visits.now, ['family']);
  await page.goto('/dashboard');
  const edit = (): Promise<void> => choose(page, 'Edit family@kauke.test');
  await edit();
  const form = page.getByRole('form', { name: 'Edit' });
  const copies = form.getByRole('switch', { name: 'Copy replies to the other inboxes' });
  await form.getByLabel('Forward To').waitFor();
  expect(await copies.count()).toBe(0);
  await form.getByLabel('Forward To').fill('ben@home.example,');
  await copies.waitFor();
  expect(await copies.getAttribute('aria-checked')).toBe('false');
  await copies.press('Space');
  expect(await copies.getAttribute('aria-checked')).toBe('true');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, ['Alias Updated', 'family@kauke.test is saved.']);

  await page.reload();
  await edit();
  await copies.waitFor();
  expect(await copies.getAttribute('aria-checked')).toBe('true');
});
