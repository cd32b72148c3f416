import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStrangers } from './begin-strangers.ts';
import { aliasRow } from './story.ts';

let page: Page;
let complaints: readonly string[];

useStrangers({}, (opened) => ({ page, complaints } = opened));

/** More keys than that, and nobody would get there. */
const keysMax = 80;

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Goes to something by one key, as somebody does who has no pointer. */
async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let keys = 0; keys < keysMax; keys += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${keysMax} keys.`);
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target);
  await page.keyboard.press(key);
}

async function type(target: Locator, text: string): Promise<void> {
  await reach(target);
  await page.keyboard.type(text);
}

async function makeAlias(name: string): Promise<void> {
  const field = page.getByLabel('Alias Name').first();
  if (!(await hasFocus(field))) await reach(field, 'Shift+Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await aliasRow(page, name).waitFor();
}

/** From the landing page to an account. */
async function signUp(email: string): Promise<void> {
  await page.goto('/');
  await press(page.getByRole('link', { name: 'Get Started Free' }).first());
  await page.waitForURL('**/auth');
  await reach(page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), 'correct horse battery');
  await type(page.getByLabel('Confirm Password'), 'correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
}

describe('somebody without a pointer', () => {
  it('confirms an inbox, makes an alias, gets a test, answers it, reads the answer and pauses the alias', async () => {
    const email = 'story@example.com';
    await signUp(email);
    await press(page.getByRole('link', { name: 'the preview inbox' }));
    const message = page.getByRole('article', { name: 'Message' });
    const inList = (text: string) => page.getByRole('main').getByRole('link').filter({ hasText: text }).first();
    await press(inList(`to ${email}`));
    await press(message.getByRole('link', { name: '/confirm#' }));
    await press(page.getByRole('button', { name: 'Confirm this inbox' }));
    await press(page.getByRole('link', { name: 'Go to Dashboard' }));
    await reach(page.getByLabel('Alias Name').first());
    await makeAlias('typed');

    await press(page.getByRole('button', { name: 'Show the first steps' }));
    await press(page.getByRole('link', { name: 'Write a test' }));
    await press(page.getByRole('button', { name: 'Send a test' }));
    await press(inList('A test message for your alias'));
    await message.getByText('forwarding works').waitFor();
    await press(message.getByRole('button', { name: 'Reply' }));
    await page.keyboard.type('Thank you, it works.');
    await press(message.getByRole('button', { name: 'Send reply' }));
    await press(inList('to test@sender.example'));
    await message.getByText('Thank you, it works.').waitFor();

    await reach(page.getByRole('link', { name: 'Aliases', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('3 of 4 done').waitFor();
    await press(aliasRow(page, 'typed').getByRole('switch'), 'Space');
    await aliasRow(page, 'typed').getByText('Paused - emails silently dropped').waitFor();
    expect(complaints).toEqual([]);
  });

  it('edits, pauses, changes many, undoes, finds the settings and signs out', { tags: 'proof' }, async () => {
    await signUp('keys@example.com');

    await reach(page.getByLabel('Alias Name').first());
    await makeAlias('first');
    await makeAlias('second');

    await press(page.getByRole('button', { name: 'Actions of second@kauke.test' }));
    await reach(page.getByRole('menuitem', { name: 'Edit second@kauke.test' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Edit second@kauke.test' });
    await type(form.getByLabel('Notes'), 'Shoes');
    await press(form.getByRole('button', { name: 'Save' }));
    await form.waitFor({ state: 'detached' });
    await aliasRow(page, 'second').getByText('Shoes').waitFor();

    const toggle = (name: string): Locator => aliasRow(page, name).getByRole('switch');
    if (!(await hasFocus(toggle('second')))) await reach(toggle('second'), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => toggle('second').getAttribute('aria-checked')).toBe('false');

    await reach(page.getByRole('checkbox', { name: 'Select second@kauke.test' }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await press(page.getByRole('checkbox', { name: 'Select first@kauke.test' }), 'Space');
    await press(
      page
        .getByRole('region', { name: 'What to do with those selected' })
        .getByRole('button', { name: 'Pause', exact: true }),
    );
    await expect.poll(() => toggle('first').getAttribute('aria-checked')).toBe('false');
    // The key that leads to what was just said.
    await page.keyboard.press('F8');
    await press(
      page
        .getByRole('region', { name: /Notifications/ })
        .getByRole('button', { name: 'Undo' })
        .first(),
    );
    await expect.poll(() => toggle('first').getAttribute('aria-checked')).toBe('true');
    expect(await toggle('second').getAttribute('aria-checked')).toBe('false');

    await reach(page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).first(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings**');
    await page.getByRole('main').getByRole('region').first().waitFor();
    await press(page.getByRole('link', { name: 'Security', exact: true }));
    await page.waitForURL('**/settings/security');

    expect(complaints).toEqual([]);
    await reach(page.getByRole('button', { name: 'Log out' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await page.getByRole('link', { name: 'Sign In', exact: true }).waitFor();
    // What was asked for when the session ended is refused.
    expect(complaints.filter((text) => !text.includes('status of 401'))).toEqual([]);
  });
});
