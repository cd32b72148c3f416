import { TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { installFakeWallet } from '#support/fake-wallet.ts';
import { useStrangers } from './begin-strangers.ts';
import { expectAccessible, expectAccessibleRoute, expectToast } from './open-page.ts';
import { texts } from './texts.ts';
import type { Preview } from './start-preview.ts';
import { expectReadAsByServer } from './read-as.ts';
import { openMessage, register } from './story.ts';
import { answerNext } from './visit.ts';

let preview: Preview;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

useStrangers({}, (opened) => ({ preview, context, page, complaints } = opened));

/** A browser reports every answer of 4xx and each 502 of a proxy by itself. */
function expectNoComplaints(): void {
  expect(complaints.filter((text) => !/the server responded with a status of (4|502)/.test(text))).toEqual([]);
}

afterEach(expectNoComplaints);

const password = 'correct horse battery';
function tab(name: string) {
  return page.getByRole('tab', { name });
}
function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}
function exactly(text: string) {
  return page.getByText(text, { exact: true });
}
function dashboard() {
  return page.getByRole('heading', { name: 'Email Forwarding' });
}

/** The next call finds the proxy alone: its answer has no message. */
function answerAsProxy(path: string) {
  return answerNext(page, path, 'POST', { status: 502, body: '<h1>Bad gateway</h1>' });
}

async function logOut(): Promise<void> {
  await button('Log out').click();
  await expectToast(page, texts.toasts.loggedOut);
  await page.waitForURL('/home');
}

async function call(path: string, data: object = {}): Promise<unknown> {
  const answer = await context.request.post(path, { data, headers: { origin: preview.webUrl } });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function fillSignIn(email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await button('Sign In').click();
}

describe('an account with a password', () => {
  it('is made at the second tab, once what is wrong has been told', async () => {
    await page.goto('/auth');
    for (const name of texts.auth.tabs) await tab(name).waitFor();
    for (const name of [texts.auth.wallet]) await button(name).waitFor();
    expect(await page.getByRole('link', { name: texts.auth.google }).count()).toBe(0);
    await expectAccessibleRoute(page);
    await button('Sign In').click();
    for (const text of texts.auth.missing) await page.getByText(text).waitFor();
    await tab('Create Account').click();
    await page.getByText(texts.auth.passwordHint).waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm Password').fill('other');
    await button('Create Account').click();
    await expectToast(page, texts.toasts.mismatch);
    await page.getByText('Valid email address is required').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Confirm Password').fill('short');
    await button('Create Account').click();
    await expectToast(page, texts.toasts.tooShort);
    await page.getByLabel('Password', { exact: true }).fill('password123');
    await page.getByText('Easy to guess').waitFor();
    await button('Show password').click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await expectReadAsByServer(page);
    const nonsense = { status: 200, body: 'no JSON' };
    await answerNext(page, '/api/auth/register', 'POST', nonsense);
    await page.getByLabel('Email').fill('ruta@example.com');
    await page.getByLabel('Confirm Password').fill('password123');
    await button('Create Account').click();
    await expectToast(page, texts.toasts.notRegistered);
    await answerAsProxy('/api/auth/register');
    await button('Create Account').click();
    await exactly(texts.auth.unexplained.registration).waitFor();
    // It goes by itself, perhaps before a busy machine has drawn the dashboard.
    const told = expectToast(page, texts.toasts.registered);
    await Promise.all([told, register(page, { email: 'ruta@example.com', password })]);
    await page.waitForURL('**/dashboard');
    await page.getByRole('img', { name: 'by email' }).waitFor();

    await logOut();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await tab('Create Account').click();
    await page.getByLabel('Email').fill('Ruta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await button('Create Account').click();
    await expectToast(page, texts.toasts.emailTaken);
    expect(await page.getByLabel('Email').inputValue()).toBe('Ruta@example.com');
  });

  it('hears of a fault no longer than its form is there', async () => {
    const toast = page.getByRole('region', { name: /Notifications/ }).locator('li');
    // A toast that goes by itself would be late for that.
    const expectGone = () => toast.waitFor({ state: 'detached', timeout: 4_000 });
    await page.goto('/auth');
    for (const leave of [
      () => tab('Sign In').click(),
      () => page.getByRole('banner').getByRole('link', { name: 'Kauke' }).click(),
    ]) {
      await tab('Create Account').click();
      await page.getByLabel('Confirm Password').fill('other');
      await button('Create Account').click();
      await toast.filter({ hasText: texts.toasts.mismatch[0] }).waitFor();
      await leave();
      await expectGone();
    }
  });

  it('is entered with the right password only, and a forgotten one is replaced by mail', async () => {
    await call('/api/auth/register', { email: 'jonas@example.com', password });
    await context.clearCookies();
    await page.goto('/auth');
    await fillSignIn('jonas@example.com', 'something else');
    await expectToast(page, texts.toasts.loginFailed);
    await page.locator('form').getByRole('alert').filter({ hasText: texts.toasts.loginFailed[1] }).waitFor();
    const secret = page.getByLabel('Password', { exact: true });
    expect(await secret.getAttribute('aria-invalid')).toBe('true');
    expect(await secret.evaluate((one) => one === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await answerAsProxy('/api/auth/login');
    await button('Sign In').click();
    await exactly(texts.auth.unexplained.login).waitFor();
    await button('Forgot password?').click();
    await page.locator('input[inputmode=email]:focus').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('jonas@example.com');
    await button('Send the link').click();
    await page.getByText(texts.auth.linkOnItsWay).waitFor();
    await expectAccessible(page);

    await page.goto('/inbox');
    const message = await openMessage(page, 'jonas@example.com');
    await message.getByRole('link', { name: '/reset#' }).click();
    await page.getByLabel('New Password').fill('a brand new one');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('Confirm Password').fill('a brand new two');
    await button('Change password').click();
    await page.getByText('Passwords do not match').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Confirm Password').fill('a brand new one');
    await button('Change password').click();
    await expectToast(page, ['Password Changed', texts.auth.passwordChanged]);
    await fillSignIn('jonas@example.com', 'a brand new one');
    await expectToast(page, texts.toasts.signedIn);
    await dashboard().waitFor();

    await page.goto('/reset#never-was');
    await page.getByLabel('New Password').fill('a brand new one');
    await page.getByLabel('Confirm Password').fill('a brand new one');
    await button('Change password').click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await expectAccessible(page);
    await page.goto('/second-factor#never-was');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await expectAccessible(page);
  });

  it('shows what a mailed link about the second factor can do, and a way out of a lock', async () => {
    const answer = (body: object, status = 200) => ({ status, json: body });
    const link = { turnsOff: true, worksFrom: null };
    await page.route('/api/auth/second-factor/link', (route) => route.fulfill(answer({ link })));
    await page.route('/api/auth/second-factor/off', (route) => route.fulfill(answer({ message: 'Off' })));
    await page.goto('/second-factor#any');
    await page.getByRole('heading', { name: 'Turn off the second factor?' }).waitFor();
    await expectAccessible(page);
    await button('Turn it off').click();
    await page.getByRole('heading', { name: 'The second factor is off' }).waitFor();

    const locked = answer({ code: 'second_factor_locked', message: 'Too many wrong codes.' }, 429);
    await answerNext(page, '/api/auth/login', 'POST', locked);
    await page.route('/api/auth/second-factor', (route) => route.fulfill(answer({ message: 'On its way.' })));
    await page.goto('/auth');
    await fillSignIn('jonas@example.com', 'a brand new one');
    await page.getByText('Too many wrong codes.').waitFor();
    await expectAccessible(page);
    await button('Mail me a link').click();
    await page.getByText('On its way.').waitFor();
  });

  it('asks for a code where a second factor is on', async () => {
    await call('/api/auth/register', { email: 'egle@example.com', password });
    const { secret } = (await call('/api/account/second-factor')) as { secret: string };
    const codes = new TOTP({ secret });
    const enabled = await call('/api/account/second-factor/enable', { code: codes.generate() });
    const [recoveryCode = ''] = (enabled as { recoveryCodes: string[] }).recoveryCodes;
    await context.clearCookies();

    await page.goto('/dashboard');
    await fillSignIn('egle@example.com', password);
    const code = page.getByLabel('Code');
    await code.waitFor();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    // No other way in, with recovery codes of its own.
    expect(await button(texts.auth.wallet).count()).toBe(0);
    await expectAccessible(page);
    await button('Sign In').click();
    await page.getByText('Code is required').waitFor();
    await code.fill('000000');
    await button('Sign In').click();
    await page.getByText('This code is wrong or was already used.').waitFor();
    await button('Back to email and password').click();
    expect(await page.getByLabel('Email').inputValue()).toBe('egle@example.com');
    await button('Sign In').click();
    await code.fill(recoveryCode);
    await button('Sign In').click();
    await expectToast(page, texts.toasts.signedIn);
    await dashboard().waitFor();
  });
});

describe('a wallet', () => {
  it('is told to be installed where there is none, in the same words wherever one is asked for', async () => {
    await page.goto('/auth');
    await button(texts.auth.wallet).click();
    await expectToast(page, ['Connection Failed', texts.auth.noWallet]);
    await register(page, { email: 'ieva@example.com', password });
    await page.goto('/settings');
    await button('Link a wallet').click();
    await expectToast(page, ['Connection Failed', texts.auth.noWallet]);
  });

  it('signs in with its own message, is shown shortened, and is disconnected at the end', async () => {
    const wallet = await installFakeWallet(context);
    await page.goto('/auth');
    wallet.setWilling(false);
    await button(texts.auth.wallet).click();
    await expectToast(page, texts.toasts.walletFailed);
    wallet.setWilling(true);
    await answerAsProxy('/api/auth/wallet');
    await button(texts.auth.wallet).click();
    await exactly(texts.auth.walletRefused).waitFor();
    await button(texts.auth.wallet).click();
    await expectToast(page, texts.toasts.walletConnected);
    await dashboard().waitFor();
    await page.getByText(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-6)}`).waitFor();
    await page.getByRole('img', { name: 'by wallet' }).waitFor();
    await expectAccessible(page);
    const stored = () => page.evaluate(() => localStorage.getItem('walletAddress'));
    expect(await stored()).toBe(wallet.address);
    await page.reload();
    await dashboard().waitFor();
    await logOut();
    await expect
      .poll(() => wallet.calls)
      .toEqual(['signIn', 'signIn', 'signIn', 'connect {"silent":true}', 'disconnect']);
    expect(await stored()).toBeNull();
  });

  it('that knows only plain messages signs the same text, and is chosen by name among several', async () => {
    await installFakeWallet(context, { name: 'Other Wallet' });
    const wallet = await installFakeWallet(context, { name: 'Plain Wallet', ability: 'signMessage' });
    await page.goto('/auth');
    await button(texts.auth.wallet).click();
    await button('Plain Wallet').waitFor();
    await expectAccessible(page);
    await button('Plain Wallet').click();
    await expectToast(page, texts.toasts.walletConnected);
    expect(wallet.calls).toEqual(['connect', 'signMessage']);
  });

  it('with a false signature gets nowhere', async () => {
    await installFakeWallet(context);
    await page.route('/api/auth/wallet', async (route) => {
      const proof = route.request().postDataJSON() as { signature: string };
      await route.continue({ postData: { ...proof, signature: Buffer.alloc(64, 1).toString('base64') } });
    });
    await page.goto('/auth');
    await button(texts.auth.wallet).click();
    await expectToast(page, ['Connection Failed', texts.auth.walletRefused]);
  });
});
