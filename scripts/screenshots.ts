import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '#support/browser.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startPreview } from '../tests/e2e/start-preview.ts';
import { createAlias, openConfirmationLink, openMessage, register } from '../tests/e2e/story.ts';

/** Every screen at three widths, light and dark, into screenshots/. For eyes, not for tests. */

const folder = resolve(import.meta.dirname, '../screenshots');
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'];
const owner = { email: 'ruta@example.com', password: 'correct horse battery' };

const take = async (page: Page, name: string): Promise<void> => {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`), fullPage: true });
    }
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await page.setViewportSize(before);
  console.log(name);
};

const visitSignedOut = async (page: Page): Promise<void> => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Get Started Free' }).first().waitFor();
  await take(page, 'home');
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Create Account' }).waitFor();
  await take(page, 'auth-sign-in');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await take(page, 'auth-register-errors');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await take(page, 'auth-forgot');
  await page.goto('/reset#never-was');
  await page.getByLabel('New Password').waitFor();
  await take(page, 'reset');
  for (const name of ['about', 'privacy', 'terms', 'gdpr', 'transparency', 'docs', 'docs/self-hosting']) {
    await page.goto(`/${name}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await take(page, name.replace('/', '-'));
  }
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'feedback');
  await page.goto('/forgotten');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await take(page, 'not-found');
  await page.goto('/confirm#never-was');
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await take(page, 'confirm-expired');
};

const confirmInbox = async (page: Page): Promise<void> => {
  await page.goto('/inbox');
  const message = await openMessage(page, owner.email);
  await take(page, 'inbox-confirmation');
  await openConfirmationLink(page, message);
  await take(page, 'confirm-asked');
  await page.getByRole('button', { name: 'This was not me' }).click();
  await take(page, 'confirm-stop-dialog');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Confirm this inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
  await take(page, 'confirm-done');
};

const fillDashboard = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await createAlias(page, { alias: 'old-forum', forwardTo: owner.email });
  const both = `${owner.email}, work.account.with.long.name@subdomain.example.org`;
  await createAlias(page, { alias: 'sunday-read', forwardTo: both, notes: 'The long weekend newsletter' });
  await createAlias(page, { alias: 'sneakers', forwardTo: owner.email, notes: 'Running shoes, spring order and more' });
  await page.reload();
  await page.getByRole('button', { name: 'Delete sneakers@kauke.test' }).waitFor();
  await take(page, 'dashboard');
  await page.getByRole('button', { name: 'Delete sneakers@kauke.test' }).click();
  await take(page, 'dashboard-delete-dialog');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('switch').last().click();
  await page.getByRole('button', { name: 'Edit sunday-read@kauke.test' }).click();
  await page.getByRole('button', { name: 'SMTP settings of sneakers@kauke.test' }).click();
  await page.getByRole('button', { name: 'Create SMTP' }).click();
  await page.getByRole('timer').waitFor();
  await take(page, 'dashboard-open');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByPlaceholder('Search aliases...').fill('nowhere');
  await page.getByText('No aliases found').waitFor();
  await take(page, 'dashboard-no-match');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-delete-account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'dashboard-shortcuts');
};

const visitSettings = async (page: Page): Promise<void> => {
  await page.goto('/settings');
  await page.getByText('This session').waitFor();
  await take(page, 'settings');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await take(page, 'settings-second-factor');
};

const loseSession = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await page.getByRole('switch').first().waitFor();
  await page.context().clearCookies();
  await page.getByRole('switch').first().click();
  await page.getByText('Authentication Required', { exact: true }).waitFor();
  await take(page, 'dashboard-session-lost');
};

const readForwarded = async (page: Page, mxPort: number): Promise<void> => {
  await sendMessage({
    port: mxPort,
    from: 'orders@shop.example',
    to: 'sneakers@kauke.test',
    data: [
      'From: Sneaker Shop <orders@shop.example>',
      'To: sneakers@kauke.test',
      'Subject: Your order has shipped',
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      'Message-ID: <1@shop.example>',
      '',
      'Hello,',
      '',
      'your shoes are on their way. They will arrive on Tuesday.',
      'Follow them at https://shop.example/orders/1842.',
      '',
    ].join('\r\n'),
  });
  await page.goto('/inbox');
  await page.getByRole('link', { name: 'Your order has shipped' }).waitFor();
  await take(page, 'inbox-list');
  await page.getByRole('link', { name: 'Your order has shipped' }).click();
  await page.getByText('They will arrive on Tuesday.').waitFor();
  await take(page, 'inbox-message');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await take(page, 'inbox-headers');
};

await mkdir(folder, { recursive: true });
const preview = await startPreview();
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ baseURL: preview.webUrl, viewport: { width: 1440, height: 900 } });
  await visitSignedOut(page);
  await page.goto('/auth');
  await register(page, owner);
  await page.getByText('No aliases yet').waitFor();
  await take(page, 'dashboard-empty');
  await confirmInbox(page);
  await fillDashboard(page);
  await readForwarded(page, preview.mxPort);
  await visitSettings(page);
  await loseSession(page);
} finally {
  await browser.close();
  await preview.stop();
}
