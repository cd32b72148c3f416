import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { rememberToasts } from './remember-toasts.ts';
import { askWhoIsThere, listenForComplaints, password } from './visit.ts';
import { waitForProgram } from './wait-for-program.ts';

const visits = useVisits();

/** A device with a screen lock that knows its holder: Chromium's own authenticator, with real keys. */
async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forget: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

/** From now on the browser offers no passkeys by itself, and its holder has to click. */
async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

let context: BrowserContext | null = null;
const complaints: string[] = [];

/** Somebody who never was here. */
async function beginAsStranger(): Promise<Page> {
  context = await visits.browser.newContext({ baseURL: visits.webUrl, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  waitForProgram(page);
  await rememberToasts(page);
  listenForComplaints(page, complaints);
  return page;
}

afterEach(async () => {
  await context?.close();
  context = null;
  const serious = complaints.splice(0).filter((text) => !text.includes('status of 4'));
  if (serious.length > 0) throw new Error(`The console complained:\n${serious.join('\n')}`);
});

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await section(page, 'Sign-in methods')
    .getByRole('button', { name: /Add (a|another) passkey/u })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Sign-in method added');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/home');
}

describe('a passkey', () => {
  it('opens an account without a name, which recovery codes open once it is lost', async () => {
    const page = await beginAsStranger();
    await withoutOffers(page);
    const device = await giveAuthenticator(page);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Create Account' }).click();
    await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expectAccessible(page);
    const codes = await shown.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('**/dashboard');
    await logOut(page);

    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');
    await openSettings(page, '/settings/sign-in');
    const methods = section(page, 'Sign-in methods');
    await methods.getByText('Your only way in').waitFor();
    await methods.getByText('10 recovery codes left').waitFor();
    await expectAccessible(page);
    await logOut(page);

    await device.forget();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in with a recovery code' });
    await dialog.getByLabel('Recovery code').fill('wrong-code');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('This code is wrong or was already used.').waitFor();
    await dialog.getByLabel('Recovery code').fill(codes[0] ?? '');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    await openSettings(page, '/settings/sign-in');
    await addPasskey(page, 'New phone');
    await methods.getByText('9 recovery codes left').waitFor();
    await methods.getByRole('button', { name: 'Remove Passkey' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Sign-in method removed');
    expect(await methods.getByRole('button', { name: 'Remove New phone' }).count()).toBe(0);
  });

  it('is offered by the browser in the email field, and signs in from there', async () => {
    const page = await visits.begin();
    await giveAuthenticator(page);
    await openSettings(page, '/settings/sign-in');
    await addPasskey(page, 'Laptop');
    await logOut(page);
    const prerendered = await (await page.request.get('/auth')).text();
    expect(prerendered).toMatch(/autocomplete="username webauthn"/iu);
    // The authenticator takes the first offer: nobody clicks.
    await page.goto('/auth');
    await page.waitForURL('**/dashboard');
  });

  it('is added beside a password, named, renamed, and asked for after it', async () => {
    const page = await visits.begin();
    await withoutOffers(page);
    await giveAuthenticator(page);
    await openSettings(page, '/settings/sign-in');
    await addPasskey(page, 'Laptop');
    const methods = section(page, 'Sign-in methods');
    await methods.getByRole('button', { name: 'Rename Laptop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename this passkey' });
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill('Blue key');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await methods.getByText('Blue key').waitFor();

    await openSettings(page, '/settings/security');
    const factor = section(page, 'Second factor');
    await factor.getByRole('switch', { name: 'Ask for a passkey after my password' }).click();
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await factor.getByText('10 recovery codes left').waitFor();
    await openSettings(page, '/settings/sign-in');
    await section(page, 'Sign-in methods').getByText('Opens this account, with a passkey after it').waitFor();
    await expectAccessible(page);
    await logOut(page);

    await page.goto('/auth');
    await page.getByLabel('Email').fill(visits.now.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
    await page.getByText('Now sign in with your passkey, below.').waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await page.getByRole('button', { name: /Wallet|recovery code/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('proves once more who is there, and says so when its holder is not the one it knows', async () => {
    const page = await visits.begin();
    const device = await giveAuthenticator(page);
    await openSettings(page, '/settings/sign-in');
    await addPasskey(page, 'Laptop');
    await askWhoIsThere(page, '**/api/account/passkeys/options', 'POST');
    await section(page, 'Sign-in methods').getByRole('button', { name: 'Add another passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await device.setVerified(false);
    await question.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await expectToast(page, 'Passkey Not Used');
    await device.setVerified(true);
    await question.getByRole('button', { name: 'Confirm with a passkey' }).click();
    // The device holds one already.
    await expectToast(page, ['Not Changed', 'this device already has one']);
    expect(await device.credentials()).toHaveLength(1);
  });
});

it('the profile is filled in by hand, and its picture is never loaded', async () => {
  const page = await visits.begin();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(visits.webUrl)) elsewhere.push(request.url());
  });
  await openSettings(page, '/settings/sign-in');
  await section(page, 'Profile').getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your profile' });
  await dialog.getByLabel('First name').fill('Rasa');
  await dialog.getByLabel('Address of a picture').fill('http://pictures.example/rasa.png');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is not an https:// address').waitFor();
  await dialog.getByLabel('Address of a picture').fill('https://pictures.example/rasa.png');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Profile saved');
  await section(page, 'Profile').getByText('Rasa', { exact: true }).waitFor();
  await section(page, 'Profile').getByText('https://pictures.example/rasa.png').waitFor();
  expect(elsewhere).toEqual([]);
});
