import type { Page } from 'playwright-core';
import { renderMail } from '#core/render-mail.ts';
import { securityMail } from '#messages/server/security-mails.ts';
import { openMessage } from '../../tests/e2e/story.ts';
import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

const atMs = Date.UTC(2026, 10, 23, 9, 30);
const alias = 'running-shoes@kauke.test';
/** One of each kind, as an inbox is told that the alias forwards to; then several at once. */
const kinds = [
  { kind: 'password_changed' },
  { kind: 'method_added', method: 'passkey' },
  { kind: 'method_removed', method: 'google' },
  { kind: 'second_factor_on' },
  { kind: 'second_factor_off' },
  { kind: 'key_made', scope: 'all' },
  { kind: 'credential_made', alias },
  { kind: 'new_device', device: 'Firefox on Linux' },
  { kind: 'five_failures' },
  { kind: 'data_exported' },
  { kind: 'alias_sent_elsewhere', alias },
  { kind: 'inbox_removed', own: true },
  { kind: 'deletion_begun' },
  { kind: 'locked' },
  { kind: 'unlocked' },
].map((event) => ({ ...event, atMs }));

/** Every mail that warns of something, one below the other, as HTML shows it. */
export async function takeWarnings(page: Page, take: Take): Promise<void> {
  const link = `https://kauke.example/lock#${'x'.repeat(43)}`;
  const mails = [...kinds.map((event) => [event]), kinds].map((events) =>
    renderMail(securityMail(link, 7 * 24 * 60 * 60 * 1000, events)),
  );
  const shown = mails.map(({ subject, html }) => `<hr><h2>${subject}</h2>${html}`).join('');
  await page.setContent(
    `<meta name="color-scheme" content="light dark"><style>body { overflow-wrap: anywhere }</style>${shown}`,
  );
  await take(page, 'mails-security');
}

async function followMail(page: Page, subject: string, link: string): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('listitem').filter({ hasText: subject }).first().getByRole('link').click();
  await page.getByRole('article', { name: 'Message' }).getByRole('link', { name: link }).first().click();
}

/** The step of a reset that asks what stays, the security of the settings, the lock and what follows it. */
export async function visitLock({ page, email, call, ...visit }: Visit, take: Take): Promise<void> {
  await page.goto('/settings/security');
  await page.getByText('Nobody is warned').waitFor();
  await take(page, 'settings-security-alone');
  await page.goto('/inbox');
  await (await openMessage(page, email)).getByRole('link', { name: '/confirm#' }).click();
  await page.getByRole('button', { name: 'Confirm this inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
  await call('POST', '/api/api-keys', { name: 'Bitwarden on my phone' });
  const [aliasId] = await seedAliases({ page, email, call, ...visit }, ['running-shoes']);
  await call('POST', '/api/smtp-credentials', { aliasId });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Lock everything' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'settings-lock');
  await followMail(page, 'changes to a Kauke account', '/lock#');
  await page.getByRole('button', { name: 'Lock everything' }).waitFor();
  await take(page, 'lock-asked');
  const lock = page.url();
  await call('POST', '/api/auth/logout');
  await call('POST', '/api/auth/password/forgot', { email });
  await followMail(page, 'Choose a new password', '/reset#');
  await page.getByRole('group', { name: 'Which of these may stay signed in?' }).waitFor();
  await take(page, 'reset-programs');
  await page.goto(lock);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await take(page, 'lock-unusable');
  await followMail(page, 'changes to a Kauke account', '/lock#');
  await page.getByRole('button', { name: 'Lock everything' }).click();
  await page.getByRole('heading', { name: 'Everything is locked' }).waitFor();
  await take(page, 'lock-done');
}
