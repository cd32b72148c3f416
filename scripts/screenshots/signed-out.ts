import { TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { installFakeWallet } from '#support/fake-wallet.ts';
import type { Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

async function takeAuth(page: Page, take: Take): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Create Account' }).waitFor();
  await take(page, 'auth-sign-in');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Login Failed', { exact: true }).waitFor();
  await take(page, 'auth-sign-in-failed');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Valid email address is required').waitFor();
  await take(page, 'auth-register-errors');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await take(page, 'auth-forgot');
  await page.goto('/auth?error=google&reason=taken');
  await page.getByText('already belongs to an account here').waitFor();
  await take(page, 'auth-google-failed');
  await page.goto('/reset#never-was');
  await page.getByLabel('New Password').waitFor();
  await take(page, 'reset');
  await page.getByLabel('New Password').fill('a brand new one');
  await page.getByLabel('Confirm Password').fill('a brand new one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await take(page, 'reset-expired');
}

/** With Google, links elsewhere and two wallets, as an operator and a visitor may have them. */
async function takeConfigured(context: BrowserContext, take: Take): Promise<void> {
  await installFakeWallet(context, { name: 'First Wallet' });
  await installFakeWallet(context, { name: 'Second Wallet' });
  const page = await context.newPage();
  const links = { docs: null, social: '/a', video: '/b', reviewSite: '/c', review: '/d', feedback: null };
  await page.route('/api/config', async (route) => {
    const config = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...config, google: true, preview: false, links } });
  });
  await page.goto('/home');
  await page.getByRole('link', { name: 'Sign Up with Google' }).waitFor();
  await take(page, 'home-configured');
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Continue with Gmail' }).waitFor();
  await page.getByRole('button', { name: 'Continue with Solana Wallet' }).click();
  await page.getByRole('button', { name: 'Second Wallet' }).waitFor();
  await take(page, 'auth-configured');
  await page.close();
}

/** Every screen of those who are signed out. */
export async function visitSignedOut(context: BrowserContext, take: Take): Promise<void> {
  const page = await context.newPage();
  await page.goto('/home');
  await page.getByRole('link', { name: 'Get Started Free' }).first().waitFor();
  await take(page, 'home');
  await takeAuth(page, take);
  const guides = ['docs', 'docs/sending', 'docs/replies', 'docs/webhooks', 'docs/self-hosting', 'docs/configuration'];
  for (const name of ['about', 'privacy', 'terms', 'gdpr', 'transparency', ...guides, 'docs/api']) {
    await page.goto(`/${name}`);
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
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
  await page.goto('/home');
  await page.route('**/about-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Learn more about our mission' }).click();
  await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
  await take(page, 'not-loaded');
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await take(page, 'offline');
  await context.setOffline(false);
  await page.close();
  await takeConfigured(context, take);
}

/** The second step of signing in, of an account that has one. */
export async function visitSecondStep({ context, page, email, call }: Visit, password: string, take: Take) {
  const { secret } = await call<{ secret: string }>('POST', '/api/account/second-factor', {});
  await call('POST', '/api/account/second-factor/enable', { code: new TOTP({ secret }).generate() });
  await context.clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Code').waitFor();
  await take(page, 'auth-second-factor');
}
