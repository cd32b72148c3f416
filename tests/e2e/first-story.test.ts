import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendMessage } from '#support/smtp-client.ts';
import { useStrangers } from './begin-strangers.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { aliasRow, choose, createAlias, openConfirmationLink, openForm, openMessage, register } from './story.ts';

let preview: Preview;
let page: Page;
let complaints: readonly string[];

useStrangers({}, (opened) => ({ preview, page, complaints } = opened));

describe('a newcomer', () => {
  it('registers, confirms an inbox, creates an alias and reads what was sent to it', async () => {
    const owner = { email: 'ruta@example.com', password: 'correct horse battery' };
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started Free' }).first().click();
    await register(page, owner);
    await expectToast(page, 'Registration Successful');
    await page.getByText('No aliases yet').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'the preview inbox' }).click();
    const confirmation = await openMessage(page, owner.email);
    await expectAccessible(page);
    await openConfirmationLink(page, confirmation);
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.getByRole('definition').allTextContents()).toEqual([owner.email, 'a Kauke account']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm this inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await createAlias(page, { alias: 'my-alias', forwardTo: owner.email, notes: 'Shoes' });
    await expectToast(page, 'Alias Created');
    expect(await aliasRow(page, 'my-alias').getByText('On', { exact: true }).isVisible()).toBe(true);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Open the inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    const replies = await sendMessage({
      port: preview.mxPort,
      from: 'orders@shop.example',
      to: 'my-alias@kauke.test',
      data: [
        'From: Sneaker Shop <orders@shop.example>',
        'To: my-alias@kauke.test',
        'Subject: Your order has shipped',
        'Date: Fri, 20 Nov 2026 10:00:00 +0000',
        'Message-ID: <1@shop.example>',
        '',
        'It will arrive on Tuesday.',
        '',
      ].join('\r\n'),
    });
    expect(replies.data).toMatch(/^250 /);
    // The page notices by itself.
    await page.getByRole('link', { name: 'Your order has shipped' }).click();
    const message = page.getByRole('article', { name: 'Message' });
    await message.getByText('It will arrive on Tuesday.').waitFor();
    expect(await message.getByRole('definition').first().textContent()).toContain('(orders at shop.example)');
    await message.getByRole('tab', { name: 'Headers' }).click();
    await message.getByText('DKIM-Signature').waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('is told what is wrong, and deletes only after a question', { tags: 'proof' }, async () => {
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: 'Create Account' }).click();
    await page.getByLabel('Email').fill('jonas@example.com');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm Password').fill('other');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'Password Mismatch');
    await page.getByLabel('Confirm Password').fill('short');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'Password Too Short');
    await register(page, { email: 'jonas@example.com', password: 'long enough' });

    await openForm(page);
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await page.getByText('Alias is required').waitFor();
    await page.getByText('At least one email address or webhook URL is required').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Alias Name').fill('postmaster');
    await page.getByRole('button', { name: 'Use my email' }).click();
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await page.getByText('"postmaster" is a reserved alias name. Please choose a different name.').first().waitFor();

    await createAlias(page, { alias: 'short-lived', forwardTo: 'jonas@example.com\nrasa@example.com' });
    await aliasRow(page, 'short-lived').getByText('2 not taking mail').waitFor();
    await aliasRow(page, 'short-lived').getByRole('button', { name: '2 inboxes' }).click();
    expect(await aliasRow(page, 'short-lived').getByText('Waiting for confirmation').count()).toBe(2);
    await choose(page, 'Delete short-lived@kauke.test');
    await page.getByRole('button', { name: 'Keep it' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await aliasRow(page, 'short-lived').count()).toBe(1);
    await choose(page, 'Delete short-lived@kauke.test');
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await page.getByText('No aliases yet').waitFor();
    await expectToast(page, 'Alias Deleted');
    expect(complaints).toEqual([]);
  });

  it('finds no use in a link that never was', async () => {
    await page.goto('/confirm#never-was');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).waitFor();
    await expectAccessible(page);
  });
});
