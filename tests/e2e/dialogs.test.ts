import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installFakeWallet } from '#support/fake-wallet.ts';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { password, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Removes something, and finds the focus at the title of its section; at the button after thinking twice. */
async function expectFocusAfterRemoval(page: Page, name: string, button: string): Promise<void> {
  const opener = section(page, name).getByRole('button', { name: button });
  const question = page.getByRole('alertdialog');
  await opener.click();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expectFocus(opener);
  await opener.click();
  await question.getByRole('button', { name: /^(Remove|Revoke)$/ }).click();
  await opener.waitFor({ state: 'detached' });
  await question.waitFor({ state: 'detached' });
  await expectFocus(section(page, name).getByRole('heading', { name }));
}

describe('the focus', () => {
  it('stays in the section of what was removed', async () => {
    const page = await begin({ moves: true });
    await installFakeWallet(visits.now.context);
    await seedAliases(visits.now, ['two-targets'], `${visits.now.email}, spare@example.com`);
    await visits.now.call('POST', '/api/api-keys', { name: 'Script' });
    await openSettings(page, '/settings/inboxes');
    await expectFocusAfterRemoval(page, 'Targets', 'Remove spare@example.com');
    await openSettings(page, '/settings/api-keys');
    await expectFocusAfterRemoval(page, 'API keys', 'Revoke Script');
    await openSettings(page, '/settings/sign-in');
    await section(page, 'Sign-in methods').getByRole('button', { name: 'Link a wallet' }).click();
    await expectFocusAfterRemoval(page, 'Sign-in methods', 'Remove Solana wallet');
  });

  it('stays in the section of a session that was ended', async () => {
    const page = await begin({ moves: true });
    const elsewhere = await visits.browser.newContext({ baseURL: visits.webUrl });
    const signIn = { headers: { origin: visits.webUrl }, data: { email: visits.now.email, password } };
    for (const end of [/^End (?!all)/, 'End all other sessions']) {
      await elsewhere.request.post('/api/auth/login', signIn);
      await openSettings(page, '/settings/security');
      const button = section(page, 'Sessions').getByRole('button', { name: end });
      await button.click();
      await button.waitFor({ state: 'detached' });
      await expectFocus(section(page, 'Sessions').getByRole('heading', { name: 'Sessions' }));
    }
    await elsewhere.close();
  });

  it('goes back to what opened a dialog that gave way to the next, and to what stands where it was', async () => {
    const page = await begin({ moves: true });
    await openSettings(page, '/settings/api-keys');
    const keep = async (title: string): Promise<void> => {
      const shown = page.getByRole('dialog', { name: title });
      await shown.getByRole('button', { name: 'I have saved it' }).press('Enter');
      await shown.waitFor({ state: 'detached' });
    };
    const keys = section(page, 'API keys');
    await keys.getByRole('button', { name: 'Create a key' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Script');
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    await keep('Your new API key');
    await expectFocus(keys.getByRole('button', { name: 'Create a key' }));
    const programs = section(page, 'Mail programs');
    // Gone by then: all there is has its password. On a slow device its dialog opens before anything has noticed.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await programs.getByRole('button', { name: 'Make a password' }).press('Enter');
    await page.getByText('All aliases', { exact: true }).waitFor();
    await keep('Your new password');
    await devtools.detach();
    await expectFocus(programs.getByRole('button', { name: 'Apple devices: All aliases' }));
    await programs.getByRole('button', { name: 'New password for: All aliases' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'New password' }).press('Enter');
    await keep('Your new password');
    await expectFocus(programs.getByRole('button', { name: 'New password for: All aliases' }));
  });

  it('goes back to the feedback button, whose form is all there on a low screen', async () => {
    const page = await begin({ moves: true });
    await page.goto('/about');
    await page.setViewportSize({ width: 640, height: 240 });
    const button = page.getByRole('button', { name: 'Feedback' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    const box = await dialog.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.height).toBeLessThanOrEqual(240);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(button);
  });
});

describe('a change of the account', () => {
  it('shows even where the session could not be checked after it', async () => {
    const page = await begin({ moves: true });
    await visits.now.call('POST', '/api/api-keys', { name: 'Script' });
    await openSettings(page, '/settings/api-keys');
    await page.route('**/api/auth/session', (route) => route.fulfill({ status: 404, json: {} }));
    await section(page, 'API keys').getByRole('button', { name: 'Revoke Script' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectToast(page, 'API key revoked');
    await section(page, 'API keys').getByText('Script', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('what is shown once', () => {
  it('stays until it has been kept', async () => {
    const page = await begin({ moves: true });
    await openSettings(page, '/settings/api-keys');
    await section(page, 'API keys').getByRole('button', { name: 'Create a key' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Bitwarden');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    await shown.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    await shown.getByRole('button', { name: 'Copy API key' }).click();
    await expectToast(page, 'Copied!');
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await shown.waitFor({ state: 'detached' });
  });
});

it('a dialog closes on Escape also where a toast came meanwhile', async () => {
  const page = await begin({ moves: true });
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  await dialog.getByLabel('Your message').fill('The masks are fine.');
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 200, body: 'nonsense' }));
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await expectToast(page, 'Not Sent');
  await dialog.getByLabel('Your message').press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
