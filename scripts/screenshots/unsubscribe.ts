import type { DomainCommandContext } from '#cli/database.ts';
import { linkToUnsubscribe } from '#support/unsubscribe-link.ts';
import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

/** What the unsubscribe buttons of an alias lead to, as a reader without a program sees it. */
export async function visitUnsubscribe(visit: Visit, command: DomainCommandContext, take: Take): Promise<void> {
  const [id = ''] = await seedAliases(visit, ['letters']);
  const context = await visit.context.browser()?.newContext({ javaScriptEnabled: false });
  const page = await context?.newPage();
  if (page === undefined) throw new Error('The browser is gone.');
  await page.goto(await linkToUnsubscribe(command, id, 'pause'));
  await page.getByRole('heading', { name: 'Pause this alias?' }).waitFor();
  await take(page, 'unsubscribe-pause');
  await page.getByRole('button', { name: 'Pause the alias' }).click();
  await page.getByRole('heading', { name: 'Alias paused' }).waitFor();
  await take(page, 'unsubscribe-paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').waitFor();
  await take(page, 'unsubscribe-undone');
  await page.goto(await linkToUnsubscribe(command, id, 'block'));
  await page.getByText('news@shop.example').waitFor();
  await take(page, 'unsubscribe-block');
  await page.getByRole('button', { name: 'Block the sender' }).click();
  await page.getByRole('heading', { name: 'Sender blocked' }).waitFor();
  await take(page, 'unsubscribe-blocked');
  await page.goto(new URL(`/unsubscribe/${'A'.repeat(100)}`, page.url()).href);
  await page.getByRole('heading').waitFor();
  await take(page, 'unsubscribe-unusable');
  await page.goto(new URL('/privacy', page.url()).href);
  await page.getByRole('article').waitFor();
  await take(page, 'privacy-without-program');
  await page.context().close();
}
