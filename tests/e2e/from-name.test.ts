import { expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { choose } from './story.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off' });

it('an alias is given a name to send with, and takes none that could pass for an address', async () => {
  const page = await visits.begin({ phone: true });
  await seedAliases(visits.now, ['named']);
  await page.goto('/dashboard');
  const open = () => choose(page, 'Contacts and mail handling of named@kauke.test');
  await open();
  const panel = page.getByRole('region', { name: 'Contacts and mail handling of named@kauke.test' });
  const field = panel.getByRole('textbox', { name: 'Name to send with' });
  const save = panel.getByRole('button', { name: 'Save' });
  await field.fill('boss@bank.example');
  await panel.getByRole('alert').getByText('no line breaks').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await expectAccessible(page);
  await field.fill('  Shoe Fan ');
  await field.press('Enter');
  await expectToast(page, 'Name saved');
  await page.reload();
  await open();
  await expect.poll(() => field.inputValue()).toBe('Shoe Fan');
  await field.fill('');
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(await field.inputValue()).toBe('');
});
