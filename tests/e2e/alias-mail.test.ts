import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import { useVisits } from './begin-visits.ts';
import { findViolations } from './find-violations.ts';
import { expectToast } from './open-page.ts';
import { choose } from './story.ts';
import { expectShown, holdBack, see, seedAliases } from './visit.ts';

// Inboxes that have confirmed may reply, and only these have something to set.
const visits = useVisits({ TARGET_CONFIRMATION: 'off' });
const { begin } = visits;

function nameOf(alias: string): string {
  return `Contacts and mail handling of ${alias}@kauke.test`;
}

/** Opens the panel of an alias and waits for its settings. */
async function openPanel(page: Page, alias: string): Promise<Locator> {
  await choose(page, nameOf(alias));
  const panel = page.getByRole('region', { name: nameOf(alias) });
  await panel.getByRole('switch').first().waitFor();
  return panel;
}

async function settingsOf(aliasId: string | undefined): Promise<AliasSettings> {
  const answer = await visits.now.call<{ settings: AliasSettings }>('GET', `/api/aliases/${aliasId}/settings`);
  return answer.settings;
}

function switchOf(panel: Locator, name: string): Locator {
  return panel.getByRole('switch', { name });
}
function stateOf(onOff: Locator): Promise<string | null> {
  return onOff.getAttribute('aria-checked');
}

describe('the panel of an alias', () => {
  it('keeps what is shown once when the table gives way to cards, and closes at its end', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['turned', 'other']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'turned');
    await panel.getByRole('button', { name: 'Watch for 24 hours' }).click();
    const code = await panel.locator('code').textContent();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('row').first().waitFor({ state: 'detached' });
    await expect.poll(() => panel.locator('code').textContent()).toBe(code);
    await page.getByRole('button', { name: `Close: ${nameOf('turned')}` }).click();
    await panel.waitFor({ state: 'detached' });
    const opener = page.locator(':focus');
    expect(await opener.getAttribute('aria-label')).toBe('Actions of turned@kauke.test');
    expect(await opener.evaluate((button) => button.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  });

  it('gives the reverse address of anybody, always the same, and copies it', async () => {
    const page = await begin();
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await seedAliases(visits.now, ['writer']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'writer');
    await see(panel, 'There is no list: contacts are stored so that nobody can read who they are.');
    const address = panel.getByLabel('Their email address');
    const submit = panel.getByRole('button', { name: 'Get reverse address' });

    await submit.click();
    await see(panel, 'Valid email address is required');
    await address.fill('writer@kauke.test');
    await submit.click();
    await see(panel, 'This is the alias itself');
    await address.fill(' Bob@example.net ');
    await page.keyboard.press('Enter');
    const shown = panel.getByText(/^reply\.[a-z2-7]{33}@kauke\.test$/);
    const reverseAddress = await shown.textContent();
    await see(panel, 'Mail sent to it from your inbox reaches them from writer@kauke.test.');
    await panel.getByRole('button', { name: /^Copy the reverse address of Bob@/i }).click();
    await expectToast(page, 'Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reverseAddress);

    await address.fill('carol@example.net');
    await submit.click();
    await panel.getByText('carol@example.net', { exact: true }).waitFor();
    expect(await shown.textContent()).not.toBe(reverseAddress);
    await address.fill('bob@example.net');
    await submit.click();
    await panel.getByText(reverseAddress ?? '', { exact: true }).waitFor();
  });

  it('blocks by address and unblocks by address, also after it was closed', async () => {
    const page = await begin({ phone: true });
    await seedAliases(visits.now, ['blocker']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'blocker');
    const find = async (): Promise<void> => {
      await panel.getByLabel('Their email address').fill('spam@example.net');
      await panel.getByRole('button', { name: 'Get reverse address' }).click();
    };
    await find();
    await panel.getByRole('button', { name: 'Block spam@example.net' }).click();
    await expectToast(page, 'Sender blocked');
    await see(panel, 'Blocked', 'Their mail is dropped, and they are not told. You cannot write to them.');
    await choose(page, nameOf('blocker'));
    await panel.waitFor({ state: 'detached' });

    await openPanel(page, 'blocker');
    expect(await panel.getByText('spam@example.net').count()).toBe(0);
    await find();
    await see(panel, 'Blocked');
    await panel.getByRole('button', { name: 'Unblock spam@example.net' }).click();
    await expectToast(page, 'Sender unblocked');
    await panel.getByRole('button', { name: 'Block spam@example.net' }).waitFor();
    expect(await panel.getByText('Blocked', { exact: true }).count()).toBe(0);
  });

  it('shows whom one looks at, when an answer about another one comes late', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['looked-up']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'looked-up');
    const find = async (address: string): Promise<void> => {
      await panel.getByLabel('Their email address').fill(address);
      await panel.getByRole('button', { name: 'Get reverse address' }).click();
    };
    const late = await holdBack(page, '**/contacts', (route) => route.continue());
    await find('first@example.net');
    await panel.getByRole('button', { name: 'Block first@example.net' }).click();
    await late.begun;
    await find('second@example.net');
    const block = panel.getByRole('button', { name: 'Block second@example.net' });
    await block.waitFor();
    expect(await block.isEnabled()).toBe(true);
    late.release();
    await expectToast(page, 'Sender blocked');
    await see(panel, 'second@example.net');
    expect(await panel.getByText('first@example.net').count()).toBe(0);
  });

  it('switches how mail is handled, at once and for good', async () => {
    const page = await begin({ dark: true });
    const [id] = await seedAliases(visits.now, ['handled']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'handled');
    await see(panel, 'Your replies to it go past the alias and show your real address.');
    const saved = (): Promise<unknown> =>
      page.waitForResponse((answer) => answer.url().endsWith('/settings') && answer.request().method() !== 'GET');
    for (const name of [
      'Transparent',
      'Store mail',
      'Let auto',
      'Let identifying',
      'Let encrypt',
      'Take trackers',
      'Send mail un',
    ]) {
      expect(await stateOf(switchOf(panel, name))).toBe('false');
      await Promise.all([saved(), switchOf(panel, name).press('Space')]);
      expect(await stateOf(switchOf(panel, name))).toBe('true');
    }
    const pause = panel.getByRole('radio', { name: 'Pause this alias' });
    await Promise.all([saved(), pause.click()]);
    const allowed = { autoReplies: true, identityParts: true, encryptedReplies: true, fromName: null };
    const all = {
      transparent: true,
      cutThrough: false,
      ...allowed,
      removeTrackers: true,
      inClear: true,
      unsubscribe: 'pause',
    };
    expect(await settingsOf(id)).toEqual(all);

    await page.reload();
    await openPanel(page, 'handled');
    await expect.poll(() => pause.isChecked()).toBe(true);
    await Promise.all([saved(), panel.getByText('Store mail before delivering it').click()]);
    expect(await stateOf(switchOf(panel, 'Store mail before'))).toBe('false');
    expect(await settingsOf(id)).toEqual({ ...all, cutThrough: true });
  });

  it('shows a switch as it will be while it is saved, and as it was when that fails', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['unlucky']);
    await page.goto('/dashboard');
    const panel = await openPanel(page, 'unlucky');
    const onOff = switchOf(panel, 'Transparent mode');
    const call = await holdBack(page, `**/api/aliases/${id}/settings`, (route) =>
      route.fulfill({ status: 404, json: { message: 'Not found', code: 'not_found' } }),
    );
    await onOff.click();
    await call.begun;
    await expect.poll(() => stateOf(onOff)).toBe('true');
    await expect.poll(() => onOff.getAttribute('aria-busy')).toBe('true');
    call.release();
    await expectToast(page, ['Not Saved', 'Not found']);
    await expect.poll(() => stateOf(onOff)).toBe('false');
    await expect.poll(() => onOff.getAttribute('aria-busy')).toBe('false');
    expect((await settingsOf(id)).transparent).toBe(false);
  });

  it('asks again when the settings did not come', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['retried']);
    const path = '**/api/aliases/*/settings';
    await page.route(path, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/dashboard');
    await choose(page, nameOf('retried'));
    const panel = page.getByRole('region', { name: nameOf('retried') });
    await panel.getByText('The settings could not be loaded.').waitFor();
    await page.unroute(path);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expectShown(switchOf(panel, 'Transparent mode'));
  });

  it('opens and closes by keyboard, and takes the place of what was open', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['keyed']);
    await page.goto('/dashboard');
    const menu = page.getByRole('button', { name: 'Actions of keyed@kauke.test' });
    const opener = page.getByRole('menuitem', { name: nameOf('keyed') });
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await menu.press('Enter');
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await page.getByRole('region', { name: 'SMTP settings of keyed@kauke.test' }).waitFor();
    await press('ArrowDown', 'End', 'ArrowUp', 'Enter');
    await page.getByRole('region', { name: nameOf('keyed') }).waitFor();
    expect(await page.getByRole('region', { name: 'SMTP settings of' }).count()).toBe(0);
    await press('ArrowDown');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    await press('Escape');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of keyed@kauke.test');
    await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    await page.getByRole('region', { name: nameOf('keyed') }).waitFor({ state: 'detached' });
  });

  async function expectOpen({ alias, ...look }: { phone: boolean; dark: boolean; alias: string }): Promise<void> {
    const page = await begin(look);
    await seedAliases(visits.now, [alias]);
    await page.goto('/dashboard');
    const panel = await openPanel(page, alias);
    await panel.getByLabel('Their email address').fill('bob@example.net');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Block bob@example.net' }).click();
    await see(panel, 'Blocked');
    const toast = page.getByRole('status').filter({ hasText: 'Sender blocked' });
    await expectToast(page, 'Sender blocked');
    // It may have gone by itself meanwhile.
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await close.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await toast.waitFor({ state: 'detached' });
    await panel.getByLabel('Their email address').fill('no address');
    await page.keyboard.press('Enter');
    await see(panel, 'Valid email address is required');
    await switchOf(panel, 'Transparent mode').click();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  it('is open to everybody: light-phone', () => expectOpen({ phone: true, dark: false, alias: 'light-phone' }));
  it.each([
    { phone: false, dark: true, alias: 'dark-desk' },
    { phone: true, dark: true, alias: 'dark-phone' },
    { phone: false, dark: false, alias: 'light-desk' },
  ])('is open to everybody: $alias', { tags: 'proof' }, expectOpen);
});
