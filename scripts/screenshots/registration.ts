import type { Browser, Page } from 'playwright-core';
import { openPreview, type Preview } from '../../tests/e2e/open-preview.ts';
import { beginVisit, manyVisitors } from '../../tests/e2e/visit.ts';
import { waitForProgram } from '../../tests/e2e/wait-for-program.ts';
import type { Take } from './camera.ts';

const viewport = { width: 1440, height: 900 };

async function withMode(registration: string, work: (preview: Preview) => Promise<void>): Promise<void> {
  const preview = await openPreview({ ...manyVisitors, REGISTRATION: registration });
  try {
    await work(preview);
  } finally {
    await preview.stop();
  }
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport });
  waitForProgram(page);
  return page;
}

async function takeRegistration(page: Page, heading: string, name: string, take: Take): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByText(heading).first().waitFor();
  await take(page, name);
}

/** What newcomers see of services that are not open to everybody. */
export async function visitRegistration(browser: Browser, take: Take): Promise<void> {
  await withMode('invite', async ({ webUrl, invite }) => {
    const page = await openPage(browser, webUrl);
    await page.goto('/');
    await page.getByText('A private service').waitFor();
    await take(page, 'home-private');
    await takeRegistration(page, 'New accounts are by invitation', 'auth-by-invitation', take);
    await page.goto(`/auth#${'x'.repeat(43)}`);
    await page.getByText('This invitation is over').waitFor();
    await take(page, 'auth-invitation-over');
    const invited = await openPage(browser, webUrl);
    await invited.goto(`/auth#${await invite()}`);
    await invited.getByText('You are invited.').waitFor();
    await take(invited, 'auth-invited');
    await page.close();
    await invited.close();
  });
  await withMode('closed', async ({ webUrl }) => {
    const page = await openPage(browser, webUrl);
    await takeRegistration(page, 'No new accounts', 'auth-closed', take);
    await page.close();
  });
  await withMode('approve', async ({ webUrl }) => {
    const page = await openPage(browser, webUrl);
    await takeRegistration(page, 'The operator approves new accounts.', 'auth-approve', take);
    await page.close();
    const visit = await beginVisit(browser, { webUrl, email: 'waiting@example.com', viewport });
    await visit.page.goto('/dashboard');
    await visit.page.getByText('Your account is awaiting approval').waitFor();
    await take(visit.page, 'dashboard-waiting');
    await visit.context.close();
  });
}
