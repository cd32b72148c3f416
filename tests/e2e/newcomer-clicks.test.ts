import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageSource } from './kept-pages.ts';
import { expectAccessible, openPage } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { aliasRow, openConfirmationLink, openMessage, register } from './story.ts';
import { preparePreview } from './prepare-preview.ts';

/** From the landing page to a paused alias. Fields are reached by the Tab key. */
const clicksMax = 20;

const owner = { email: 'ruta@example.com', password: 'correct horse battery' };
const stranger = 'test@sender.example';

let preview: Preview;
let browser: PageSource;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];
let clicks: number;

preparePreview({}, (place) => ({ preview, browser } = place));

beforeEach(async () => {
  ({ context, page, complaints } = await openPage(browser, preview.webUrl));
  clicks = 0;
  await context.exposeFunction('noteClick', () => (clicks += 1));
  await context.addInitScript(() => {
    const { noteClick } = globalThis as unknown as { noteClick: () => void };
    document.addEventListener('click', ({ isTrusted }) => isTrusted && noteClick(), { capture: true });
  });
});

afterEach(() => context.close());

/** From the first steps to the form that writes as a stranger, where the alias that was just made stands already. */
async function sendTest(alias: string): Promise<void> {
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await page.getByRole('link', { name: 'Write a test' }).click();
  const form = page.getByRole('form', { name: 'Write to an alias' });
  await expect.poll(() => form.getByLabel('Alias').inputValue()).toBe(alias);
  await form.getByRole('button', { name: 'Send a test' }).click();
  await form.getByText(`A test message went to ${alias}.`).waitFor();
}

describe('a newcomer without a terminal', () => {
  it('makes an alias, gets mail, answers it, sees the answer as the stranger does, and pauses the alias', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started Free' }).first().click();
    await register(page, owner);
    await page.getByRole('link', { name: 'the preview inbox' }).click();
    await openConfirmationLink(page, await openMessage(page, owner.email));
    await page.getByRole('button', { name: 'Confirm this inbox' }).click();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.getByLabel('Alias Name').fill('my-alias');
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await aliasRow(page, 'my-alias').getByText('On', { exact: true }).waitFor();

    await sendTest('my-alias@kauke.test');
    await page.getByRole('link', { name: 'A test message for your alias' }).click();
    const message = page.getByRole('article', { name: 'Message' });
    await message.getByText('forwarding works').waitFor();
    await message.getByRole('link', { name: 'attachment.txt' }).waitFor();
    await message.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('Thank you, it works.');
    await message.getByRole('button', { name: 'Send reply' }).click();
    await message.getByText('Sent. What the other side gets').waitFor();
    await page
      .getByRole('link')
      .filter({ hasText: `to ${stranger}` })
      .click();
    await message.getByText('Thank you, it works.').waitFor();
    expect(await message.getByRole('definition').first().textContent()).toContain('my-alias@kauke.test');
    expect(await message.textContent()).not.toContain(owner.email);

    await page.getByRole('link', { name: 'Aliases', exact: true }).click();
    // All but the last step were seen to be done.
    await page.getByText('3 of 4 done').waitFor();
    await aliasRow(page, 'my-alias').getByRole('switch').click();
    await aliasRow(page, 'my-alias').getByText('Paused - emails silently dropped').waitFor();
    expect(clicks).toBeGreaterThan(10);
    expect(clicks).toBeLessThanOrEqual(clicksMax);
    expect(complaints).toEqual([]);
  });
});

describe('the inbox', () => {
  it('says at its field what keeps something from being sent, and loses no focus', async () => {
    await page.goto('/inbox');
    await page.getByRole('button', { name: 'Write to an alias' }).click();
    const form = page.getByRole('form', { name: 'Write to an alias' });
    const field = form.getByLabel('Alias');
    await field.waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await form.getByRole('button', { name: 'Send a test' }).click();
    await form.getByText('Say which alias').waitFor();
    await field.fill('nobody@kauke.test');
    await page.keyboard.press('Enter');
    await form.getByText('There is no such alias here.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('nobody@elsewhere.example');
    await page.keyboard.press('Enter');
    await form.getByText('This address is at no domain of this installation.').waitFor();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Close' }).click();
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Write to an alias');
  });
});
