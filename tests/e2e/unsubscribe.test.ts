import { expect, it } from 'vitest';
import { linkToUnsubscribe } from '#support/unsubscribe-link.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, phone } from './open-page.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits();

it('the unsubscribe button of an alias leads to a page that asks, does and undoes, without script or session', async () => {
  const seen = await visits.begin({ dark: true });
  const [id = ''] = await seedAliases(visits.now, ['letters']);
  const browser = await visits.browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const page = await browser.newPage();
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
  };
  const isActive = async () => {
    const { aliases } = await visits.now.call<{ aliases: { id: string; active: boolean }[] }>(
      'GET',
      `/api/aliases/${visits.now.userId}`,
    );
    return aliases.find((one) => one.id === id)?.active;
  };

  await page.goto(await linkToUnsubscribe(visits.command, id, 'pause'));
  await page.getByRole('heading', { name: 'Pause this alias?' }).waitFor();
  await page.reload();
  expect(await isActive()).toBe(true);
  await act('Pause the alias');
  await page.getByRole('heading', { name: 'Alias paused' }).waitFor();
  expect(await isActive()).toBe(false);
  await act('Undo');
  await page.getByRole('status').waitFor();
  expect(await isActive()).toBe(true);

  await page.goto(await linkToUnsubscribe(visits.command, id, 'block'));
  await page.getByText('news@shop.example').waitFor();
  await act('Block the sender');
  await page.getByRole('heading', { name: 'Sender blocked' }).waitFor();
  await page.goto(`${visits.webUrl}/unsubscribe/${'A'.repeat(100)}`);
  await page.getByRole('heading').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await browser.close();

  // With script, which the check needs.
  await seen.goto(await linkToUnsubscribe(visits.command, id, 'pause'));
  await expectAccessible(seen);
});
