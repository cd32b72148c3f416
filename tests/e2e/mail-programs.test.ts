import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';

const visits = useVisits({ SUBDOMAINS: 'kauke.test', TARGET_CONFIRMATION: 'off' });

async function openPrograms(page: Page): Promise<Locator> {
  await page.goto('/settings/api-keys');
  const section = page.getByRole('region', { name: 'Mail programs', exact: true });
  await section.getByRole('button', { name: 'Make a password' }).waitFor();
  return section;
}

/** User name, password and server, as the dialog shows them. */
async function readShown(page: Page): Promise<string[]> {
  const shown = page.getByRole('dialog', { name: 'Your new password' });
  await shown.waitFor();
  return shown.locator('code').allTextContents();
}

/** Fills in the window for a profile, and saves it. */
async function saveProfile(page: Page, answers: Readonly<Record<string, string>>): Promise<string> {
  const window = page.getByRole('dialog', { name: 'Set up iPhone, iPad or Mac' });
  for (const [label, text] of Object.entries(answers)) await window.getByLabel(label).fill(text);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    window.getByRole('button', { name: 'Save profile' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('kauke.mobileconfig');
  await window.waitFor({ state: 'detached' });
  return readFile(await file.path(), 'utf8');
}

async function namesOf(): Promise<string[]> {
  const { credentials } = await visits.now.call<{ credentials: { username: string }[] }>(
    'GET',
    '/api/account/smtp-credentials',
  );
  return credentials.map(({ username }) => username);
}

it('a password for all aliases is made, copied, shown once, renewed and deleted', async () => {
  const page = await visits.begin();
  const section = await openPrograms(page);
  // With one choice there is nothing to choose.
  expect(await section.getByLabel('Sends as').count()).toBe(0);
  await section.getByRole('button', { name: 'Make a password' }).click();
  const [username = '', password = '', server] = await readShown(page);
  expect(username).toMatch(/^[a-z2-7]{16}$/);
  expect(password).toMatch(/^[\w-]{24}$/);
  expect(server).toBeTruthy();
  const shown = page.getByRole('dialog', { name: 'Your new password' });
  await shown.getByText('with STARTTLS', { exact: false }).waitFor();
  await shown.getByRole('button', { name: 'Copy Password' }).click();
  await expectToast(page, 'Copied!');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await section.getByText(`User name ${username}`, { exact: false }).waitFor();
  expect(await page.content()).not.toContain(password);
  await section.getByRole('button', { name: 'Make a password' }).waitFor({ state: 'detached' });
  await expectAccessible(page);

  // A profile is made by the page alone: nothing of it is asked of the server.
  await section.getByRole('button', { name: 'Apple devices: All aliases' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Enter the name of a server').waitFor();
  const own = await page.getByLabel('User name for your inbox').inputValue();
  expect(own).toContain('@');
  await page.getByLabel('Alias to send as').fill(own.toUpperCase());
  // Only the server knows which aliases there are: nothing is saved for an address that is none of them.
  const inbox = 'imap.inbox.example';
  await page.getByLabel('Incoming server of your inbox').fill(inbox);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('This password does not send as this address').waitFor();
  await expectAccessible(page);
  const alias = `shop-${visits.now.userId.slice(0, 8)}`;
  const sender = `${alias}@kauke.test`;
  await visits.now.call('POST', `/api/aliases/${visits.now.userId}`, { alias, domain: 'kauke.test', forwardTo: own });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(`${request.url()} ${request.postData() ?? ''}`));
  const profile = await saveProfile(page, {
    'Alias to send as': sender.toUpperCase(),
    'Incoming server of your inbox': `IMAPS://${inbox}:993`,
  });
  for (const text of [username, sender, inbox, 'com.apple.mail.managed']) expect(profile).toContain(text);
  expect(profile).toContain(`<string>${inbox}</string>`);
  expect(profile).not.toContain(password);
  expect(asked.filter((text) => text.includes(inbox))).toEqual([]);

  await section.getByRole('button', { name: 'New password for: All aliases' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New password' }).click();
  const [same, other] = await readShown(page);
  expect(same).toBe(username);
  expect(other).not.toBe(password);
  await shown.getByRole('button', { name: 'I have saved it' }).click();

  await section.getByRole('button', { name: 'Delete the password for: All aliases' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the password for: All aliases?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await section.getByRole('button', { name: 'Make a password' }).waitFor();
  await question.waitFor({ state: 'detached' });
  expect(await namesOf()).toEqual([]);
});

it('on a phone and by keyboard, one is made for the aliases on a domain', async () => {
  const page = await visits.begin({ phone: true, dark: true });
  // One that is verified at once.
  const name = `a-rather-long-name-for-a-domain-${visits.now.userId.slice(0, 8)}.kauke.test`;
  await visits.now.call('POST', '/api/account/domains', { name });
  const section = await openPrograms(page);
  await section.getByLabel('Sends as').selectOption(`Aliases on ${name}`);
  await section.getByRole('button', { name: 'Make a password' }).focus();
  await page.keyboard.press('Enter');
  const [username = ''] = await readShown(page);
  await expectAccessible(page);
  // It is closed on purpose only: what it shows is not shown again.
  await page.keyboard.press('Escape');
  const shown = page.getByRole('dialog', { name: 'Your new password' });
  await shown.getByRole('button', { name: 'I have saved it' }).focus();
  await page.keyboard.press('Enter');
  await shown.waitFor({ state: 'detached' });
  await section.getByText(`Aliases on ${name}`, { exact: true }).waitFor();
  expect(await namesOf()).toEqual([username]);
  await section.getByRole('button', { name: `Apple devices: Aliases on ${name}` }).click();
  const sender = { 'Alias to send as': 'shop@kauke.test', 'Incoming server of your inbox': 'imap.inbox.example' };
  for (const [label, text] of Object.entries(sender)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('This password does not send as this address').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // What is left to choose is one.
  await section.getByLabel('Sends as').waitFor({ state: 'detached' });
  await section.getByRole('button', { name: 'Make a password' }).waitFor();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

  await section.getByRole('button', { name: `Delete the password for: Aliases on ${name}` }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(namesOf).toEqual([]);
});
