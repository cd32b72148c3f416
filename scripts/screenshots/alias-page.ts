import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

const countedDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** The page of an alias in its states. */
export async function visitAliasPage(visit: Visit, take: Take): Promise<void> {
  const { page, call } = visit;
  const inboxes = Array.from({ length: 20 }, (_, at) => `inbox-${at}@example.org`);
  const [id = ''] = await seedAliases(visit, ['bookshop']);
  const [many] = await seedAliases(visit, ['a-family-with-many-inboxes'], inboxes.join(', '));
  await call('PUT', `/api/aliases/${id}`, { notes: 'Books, and their newsletter', labels: ['Shops'], maxMessages: 40 });
  await call('PATCH', '/api/account', { countMail: true });
  const days = Array.from({ length: countedDays }, (_, at) => ({
    day: new Date(Date.parse('2026-11-23') - at * dayMs).toISOString().slice(0, 10),
    forwarded: (at * 7) % 11,
    dropped: at % 4 === 0 ? 2 : 0,
    held: 0,
    replied: at % 3,
  }));
  const before = { forwarded: 120, dropped: 3, held: 0, replied: 12 };
  await page.route('**/counts', (route) => route.fulfill({ json: { days, before } }));
  const open = async (alias: string | undefined): Promise<void> => {
    await page.goto(`/aliases/${alias}`);
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
  };
  await open(id);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('No inbox of this alias is confirmed yet.').waitFor();
  await page.getByRole('button', { name: 'Watch for 24 hours' }).click();
  await page.getByText('Code for the operator').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, 'alias-page');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Notes').waitFor();
  await take(page, 'alias-page-edit');
  await open(many);
  await take(page, 'alias-page-many');
  await page.getByRole('button', { name: 'Delete alias' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete alias' }).click();
  await page.getByRole('button', { name: 'Delete for good: ' }).waitFor();
  await take(page, 'alias-page-bin');
  await page.goto('/aliases/0b7c1f2e-9a34-4d5e-8f60-a1b2c3d4e5f6');
  await page.getByRole('heading', { name: 'No such alias' }).waitFor();
  await take(page, 'alias-page-none');
}
