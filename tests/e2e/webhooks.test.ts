import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose, createAlias, openForm } from './story.ts';
import { expectShown, seedAliases } from './visit.ts';

const visits = useVisits({ WEBHOOK_ALLOW_INSECURE: 'true' });
const { begin } = visits;

let receiver: WebhookReceiver;
let url: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver({ secure: false });
  url = `http://127.0.0.1:${receiver.port}/mail`;
});
afterAll(() => receiver.stop());
beforeEach(() => receiver.answer(204));

async function openTargets(page: Page): Promise<Locator> {
  await page.goto('/settings/inboxes');
  const row = page.getByRole('region', { name: 'Targets' }).getByRole('listitem').filter({ hasText: url });
  await row.waitFor();
  return row;
}

async function openDetails(page: Page): Promise<Locator> {
  const row = await openTargets(page);
  await row.getByText('Verified', { exact: true }).waitFor();
  await row.getByRole('button', { name: `Details of ${url}` }).click();
  return row;
}

describe('a webhook', () => {
  it('is added on the dashboard, asked again until it agrees, and refused when its address is no good', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    receiver.answer(500);
    await openForm(page);
    await page.getByLabel('Alias Name').fill('hooked');
    await page.getByLabel('Forward To').fill('https://user:secret@hooks.mask.lt/ ');
    await page.getByRole('img', { name: 'Not valid:' }).waitFor();
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await page.getByText('Please enter valid email addresses and/or webhook URLs').waitFor();
    await page.getByRole('button', { name: 'Remove https://user:secret@hooks.mask.lt/' }).click();
    await createAlias(page, { alias: 'hooked', forwardTo: `${url}, ${visits.now.email}` });
    const row = aliasRow(page, 'hooked');
    const unfold = row.getByRole('button', { name: '2 inboxes and webhooks of hooked@kauke.test' });
    await unfold.click();
    await row.getByText(url).waitFor();
    await row.getByText('Not verified yet').waitFor();
    await expectAccessible(page);
    // On a phone the list is another one, and folded again.
    await unfold.click();
    await row.getByRole('button', { name: `Verify now: ${url}` }).click();
    await expectToast(page, ['Not Verified', 'The endpoint answered 500. It must answer 2xx.']);
    receiver.answer(204);
    await row.getByRole('button', { name: `Verify now: ${url}` }).click();
    await expectToast(page, 'Webhook verified');
    await row.getByText('Not verified yet').waitFor({ state: 'detached' });
  });

  it('is edited in place as a chip with its sign', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['chips']);
    await page.goto('/dashboard');
    await choose(page, 'Edit chips@kauke.test');
    const form = page.getByRole('form', { name: 'Edit chips@kauke.test' });
    await form.getByLabel('Forward To').fill(`${url} `);
    await form.getByRole('img', { name: 'Webhook' }).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await aliasRow(page, 'chips').getByRole('button', { name: '2 inboxes and webhooks' }).click();
    await expectShown(aliasRow(page, 'chips').getByText(url));
  });

  it('shows its secret when asked to, copies it, and gets a new one', async () => {
    const page = await begin({ phone: true });
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await seedAliases(visits.now, ['hook-secret'], url);
    const row = await openDetails(page);
    expect(await row.getByText('whsec_').count()).toBe(0);
    await row.getByRole('button', { name: 'Show secret' }).click();
    const first = await row.getByText(/^whsec_/).textContent();
    await row.getByRole('button', { name: 'Copy secret' }).click();
    await expectToast(page, 'Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await row.getByRole('button', { name: 'New secret' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make a new one' }).click();
    await expectToast(page, 'New secret made');
    await row.getByText('The secret before it signs too').waitFor();
    expect(await row.getByText(/^whsec_/).textContent()).not.toBe(first);
    await row.getByRole('button', { name: 'Hide secret' }).click();
    expect(await row.getByText('whsec_').count()).toBe(0);
  });

  it('is tested, and tells what came of it', async () => {
    const page = await begin({ dark: true });
    const [id] = await seedAliases(visits.now, ['hook-tried'], url);
    const row = await openDetails(page);
    await row.getByRole('button', { name: 'Send test' }).click();
    await row.getByText('Test taken').waitFor();
    await row.getByText('The endpoint answered 204.').waitFor();
    receiver.answer((response) => void response.writeHead(302, { Location: '/' }).end('words of its own'));
    await row.getByRole('button', { name: 'Send test' }).click();
    await row.getByText('Test not taken').waitFor();
    await row.getByText('The endpoint answered 302, a redirect, which we do not follow. It must answer 2xx.').waitFor();
    expect(await page.getByText('words of its own').count()).toBe(0);
    await row.getByRole('button', { name: 'Send waiting mail now' }).click();
    await expectToast(page, 'Nothing waits for this webhook');
    await expectAccessible(page);

    await page.goto(`/aliases/${id}`);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test not taken').waitFor();
  });

  it('that failed tells it, is switched on again by keyboard, and is removed', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['hook-off'], `${url}, ${visits.now.email}`);
    const state = { state: 'disabled', failingSince: '2026-11-18T12:00:00.000Z' };
    await page.route('/api/targets', async (route) => {
      const answer = await route.fetch();
      const { targets } = (await answer.json()) as { targets: { kind: string }[] };
      await route.fulfill({
        json: { targets: targets.map((one) => (one.kind === 'webhook' ? { ...one, ...state } : one)) },
      });
    });
    const row = await openTargets(page);
    await row.getByText('Switched off: it took no mail').waitFor();
    await page.unroute('/api/targets');
    await row.getByRole('button', { name: `Switch on: ${url}` }).focus();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Webhook switched on');
    await row.getByText('Verified', { exact: true }).waitFor();
    await row.getByRole('button', { name: `Remove ${url}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Target removed');
    await row.waitFor({ state: 'detached' });
  });
});
