import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePicture } from '#support/pictures.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { answerNext } from './visit.ts';

const { begin } = useVisits();

/** Larger than any that is taken as it is. */
const large = { name: 'me.png', mimeType: 'image/png', buffer: makePicture({ width: 4800, height: 2400 }) };

function inProfile(page: Page) {
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  return {
    input: profile.locator('input[type="file"]'),
    choose: profile.getByRole('button', { name: 'Choose a picture' }),
    remove: profile.getByRole('button', { name: 'Remove the picture' }),
    shown: profile.getByRole('img', { name: 'Your picture' }),
    fault: profile.getByRole('alert'),
    /** It says the same as the identifier beside it, so nobody hears of it. */
    inBar: page.getByRole('button', { name: /^Account:/u }).locator('img'),
  };
}

/** By the keyboard. What the system asks then is answered here. */
async function choose(page: Page, file: typeof large): Promise<void> {
  const { choose: button, input } = inProfile(page);
  await expect.poll(() => button.isEnabled()).toBe(true);
  await input.evaluate((element) =>
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        element.setAttribute('data-asked', '');
      },
      { once: true },
    ),
  );
  await button.press('Enter');
  await expect.poll(() => input.getAttribute('data-asked')).toBe('');
  await input.evaluate((element) => element.removeAttribute('data-asked'));
  await input.setInputFiles(file);
}

/** How large the picture is that a browser has drawn. */
function drawnSize(picture: Locator): Promise<readonly number[]> {
  return picture.evaluate((image) =>
    image instanceof HTMLImageElement && image.complete ? [image.naturalWidth, image.naturalHeight] : [],
  );
}

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}

describe('the picture of an account', () => {
  it('is chosen by keyboard, however large, stands in the settings and in the bar, and goes again', async () => {
    const page = await begin({ phone: true, dark: true });
    await openSettings(page, '/settings/sign-in');
    const parts = inProfile(page);
    expect([await parts.shown.count(), await parts.inBar.count(), await parts.remove.count()]).toEqual([0, 0, 0]);
    await choose(page, large);
    await expectToast(page, 'Picture saved');
    for (const picture of [parts.shown, parts.inBar]) {
      await picture.waitFor();
      await expect.poll(() => drawnSize(picture)).toEqual([512, 256]);
    }
    await expect.poll(() => hasFocus(parts.choose)).toBe(true);
    expect(await parts.inBar.getAttribute('alt')).toBe('');
    await expectAccessible(page);

    const before = await parts.shown.getAttribute('src');
    await choose(page, { ...large, name: 'letter.png', buffer: Buffer.from('no picture') });
    await parts.fault.getByText('Your browser cannot read this file as a picture').waitFor();
    expect(await parts.shown.getAttribute('src')).toBe(before);
    await expect.poll(() => hasFocus(parts.choose)).toBe(true);
    await expectAccessible(page);

    await page.goto('/dashboard');
    await expect.poll(() => drawnSize(inProfile(page).inBar)).toEqual([512, 256]);
    await openSettings(page, '/settings/sign-in');
    await parts.remove.click();
    await expectToast(page, 'Picture removed');
    for (const picture of [parts.shown, parts.inBar]) await picture.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(parts.choose)).toBe(true);
  });

  it('says what the server has against one', async () => {
    const page = await begin();
    await openSettings(page, '/settings/sign-in');
    const parts = inProfile(page);
    const reason = 'This picture has 600 KiB. At most 512 KiB are allowed';
    const json = { message: 'Please fix the errors', code: 'invalid_input', errors: { picture: [reason] } };
    await answerNext(page, '**/api/account/picture', 'PUT', { status: 400, json });
    await choose(page, large);
    await parts.fault.getByText(reason).waitFor();
    const limited = { message: 'Too many requests.', code: 'rate_limited', rateLimited: true };
    await answerNext(page, '**/api/account/picture', 'PUT', { status: 429, json: limited });
    await choose(page, large);
    await expectToast(page, 'Too many requests.');
    expect(await parts.fault.count()).toBe(0);
    await choose(page, large);
    await expectToast(page, 'Picture saved');
    await parts.shown.waitFor();
  });

  it('is nothing where it cannot be loaded', async () => {
    const page = await begin();
    await openSettings(page, '/settings/sign-in');
    const parts = inProfile(page);
    await page.route('**/api/pictures/*', (route) => route.fulfill({ status: 404, json: {} }));
    await choose(page, large);
    await parts.remove.waitFor();
    await expect.poll(async () => [await parts.shown.count(), await parts.inBar.count()]).toEqual([0, 0]);
  });
});
