import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { redeemedPairingSchema } from '#contract/extension/pairing.ts';
import { createVisitor } from '#support/api.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { answerNext, askWhoIsThere, password } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

const state = 'a-word-of-the-extension';

/** What an extension would open, and what only it knows. */
function asking(): { readonly path: string; readonly verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { path: `/pair#challenge=${challenge}&state=${state}`, verifier };
}

async function answerOf(page: Page): Promise<URLSearchParams> {
  await expect.poll(() => page.url()).toContain('#');
  return new URLSearchParams(new URL(page.url()).hash.slice(1));
}

describe('the page on which an extension is let in', () => {
  it('asks its owner, takes a fresh proof, and leaves a code that is good with what only the extension knows', async () => {
    const page = await begin();
    const { path, verifier } = asking();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Let the extension in?' }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.locator('#main').getByText(`Account: ${visits.now.email}`).waitFor();
    await expectAccessible(page);

    await answerNext(page, '**/api/pairings', 'POST', {
      status: 429,
      json: { message: 'Wait.', code: 'rate_limited' },
    });
    await page.getByRole('button', { name: 'Let it in' }).click();
    await expectToast(page, ['Not Let In', 'Wait.']);

    await askWhoIsThere(page, '**/api/pairings', 'POST');
    await page.getByRole('button', { name: 'Let it in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Handed over' }).waitFor();
    await expectAccessible(page);
    const answer = await answerOf(page);
    expect(answer.get('state')).toBe(state);
    const redeemed = await createVisitor({ url: visits.webUrl }).send('POST', '/api/pairings/key', {
      code: answer.get('code'),
      verifier,
    });
    expect(redeemedPairingSchema.parse(redeemed.body).userId).toBe(visits.now.userId);
  });

  it('gives nothing when it is refused, and says when nobody asks', async () => {
    const page = await begin();
    await page.goto('/pair#challenge=short&state=x');
    await page.getByRole('heading', { name: 'No extension asks to be let in' }).waitFor();
    await expectAccessible(page);
    await page.goto('/dashboard');
    await page.goto(asking().path);
    // It stays in this tab, as one may have to leave for Google meanwhile.
    await page.getByRole('heading', { name: 'Let the extension in?' }).waitFor();
    await page.goto('/dashboard');
    await page.goto('/pair');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'Not let in' }).waitFor();
    expect(Object.fromEntries(await answerOf(page))).toEqual({ refused: '1', state });
    await page.goto('/dashboard');
    await page.goto('/pair');
    await page.getByRole('heading', { name: 'No extension asks to be let in' }).waitFor();
  });

  it('lets people sign in first', async () => {
    const page = await begin();
    await visits.now.call('POST', '/api/auth/logout');
    await page.goto(asking().path);
    await page.getByText('Sign in to let the extension in.').waitFor();
    await page.getByLabel('Email', { exact: true }).fill(visits.now.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Let the extension in?' }).waitFor();
    expect(page.url()).not.toContain('#');
  });
});

describe('the settings', () => {
  it.each(['chromium', 'firefox'])('offer the extension for %s', async (family) => {
    const page = await begin();
    await page.goto('/settings/api-keys');
    await page.getByRole('heading', { name: 'Browser extension' }).waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.locator(`a[href$="kauke-${family}.zip"]`).click();
    expect((await downloading).suggestedFilename()).toBe(`kauke-${family}.zip`);
  });
});
