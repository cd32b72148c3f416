import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { openConfirmationLink, openMessage } from './story.ts';
import { password, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** The inbox of the account agrees to get mail, and proves its mailbox. */
async function confirmInbox(page: Page): Promise<void> {
  await page.goto('/inbox');
  await openConfirmationLink(page, await openMessage(page, visits.now.email));
  await page.getByRole('button', { name: 'Confirm this inbox' }).click();
  await page.getByRole('heading', { name: 'confirmed' }).waitFor();
}

function makeKey(name: string): Promise<{ apiKey: { id: string } }> {
  return visits.now.call('POST', '/api/api-keys', { name });
}

async function signIn(page: Page, secret: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(visits.now.email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Opens the newest mail about something, and follows its link. */
async function followMail(page: Page, subject: string, link: string): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('listitem').filter({ hasText: subject }).first().getByRole('link').click();
  const message = page.getByRole('article', { name: 'Message' });
  await message.getByRole('link', { name: link }).first().click();
}

async function resetPassword(page: Page, secret: string): Promise<void> {
  await page.getByLabel('New Password').fill(secret);
  await page.getByLabel('Confirm Password').fill(secret);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password Changed');
}

async function askForReset(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(visits.now.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a link is on its way').waitFor();
}

describe('"This was not me"', () => {
  it('locks everything from a mail, and the owner gets in again with a new password', async () => {
    const page = await begin();
    await confirmInbox(page);
    await makeKey('planted');
    await followMail(page, 'An API key was made', '/lock#');
    await page.getByRole('heading', { name: 'Lock everything?' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(page);
    // Opening it has changed nothing.
    expect(await visits.now.call('GET', '/api/api-keys')).toMatchObject({ apiKeys: [{ name: 'planted' }] });
    await page.getByRole('button', { name: 'Lock everything' }).click();
    await page.getByRole('heading', { name: 'Everything is locked' }).waitFor();
    await expectAccessible(page);
    expect(await visits.now.call('GET', '/api/auth/session')).toEqual({ user: null });

    await signIn(page, password);
    await expectToast(page, ['Login Failed', 'This account is locked']);
    await askForReset(page);
    await followMail(page, 'Choose a new password', '/reset#');
    await resetPassword(page, 'a brand new one');
    await signIn(page, 'a brand new one');
    await expectToast(page, 'Login Successful');
    expect(await visits.now.call('GET', '/api/api-keys')).toEqual({ apiKeys: [] });

    await page.goto('/settings/security');
    const security = page.getByRole('region', { name: 'Security', exact: true });
    await security.getByText('Locked since').waitFor();
    await security.getByText('Everything was locked').waitFor();
    await expectAccessible(page);
    await security.getByRole('button', { name: 'Unlock and send again' }).click();
    await expectToast(page, 'Your account is unlocked');
    await security.getByRole('button', { name: 'Lock everything' }).waitFor();

    await page.goto('/lock#never-was');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await expectAccessible(page);
  });
});

describe('a reset of the password', () => {
  it('asks which programs stay', async () => {
    const page = await begin();
    await confirmInbox(page);
    await makeKey('kept script');
    await makeKey('a script with quite a long name, which takes two lines');
    const [aliasId] = await seedAliases(visits.now, ['shop']);
    await visits.now.call('POST', '/api/smtp-credentials', { aliasId });
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expectToast(page, 'Logged Out');
    await askForReset(page);
    await followMail(page, 'Choose a new password', '/reset#');
    await page.getByRole('group', { name: 'Which of these may stay signed in?' }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'kept script' }).check();
    await page.getByRole('checkbox', { name: 'shop@kauke.test' }).waitFor();
    await expectAccessible(page);
    await resetPassword(page, 'a brand new one');
    await signIn(page, 'a brand new one');
    await expectToast(page, 'Login Successful');
    expect(await visits.now.call('GET', '/api/api-keys')).toMatchObject({ apiKeys: [{ name: 'kept script' }] });
    expect(await visits.now.call('GET', `/api/smtp-credentials/alias/${aliasId}`)).toEqual({ credentials: [] });
  });
});

describe('the settings', () => {
  it('tell who is warned and what happened, and lock everything by one button', async () => {
    const page = await begin({ dark: true });
    await makeKey('script');
    await page.goto('/settings/security');
    const security = page.getByRole('region', { name: 'Security', exact: true });
    await security.getByText('Nobody is warned').waitFor();
    await security.getByText('The API key “script” was made.').waitFor();
    await security.getByRole('button', { name: 'Lock everything' }).click();
    const question = page.getByRole('alertdialog', { name: 'Lock everything?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await security.getByRole('button', { name: 'Lock everything' }).click();
    await question.getByRole('button', { name: 'Lock everything' }).click();
    await expectToast(page, 'Everything is locked');
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    expect(await visits.now.call('GET', '/api/auth/session')).toEqual({ user: null });
  });
});
