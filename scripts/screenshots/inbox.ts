import type { Page } from 'playwright-core';
import { sendMessage } from '#support/smtp-client.ts';
import { openConfirmationLink, openMessage } from '../../tests/e2e/story.ts';
import type { Take } from './camera.ts';

/** The confirmation mail, and each screen its link leads to. */
export async function confirmInbox(page: Page, email: string, take: Take): Promise<void> {
  await page.goto('/inbox');
  const message = await openMessage(page, email);
  await take(page, 'inbox-confirmation');
  await openConfirmationLink(page, message);
  await take(page, 'confirm-asked');
  await page.getByRole('button', { name: 'This was not me' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'confirm-stop-dialog');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Confirm this inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
  await take(page, 'confirm-done');
}

/** A message to an alias, as it arrives. */
export async function readForwarded(page: Page, { mxPort, alias }: { mxPort: number; alias: string }, take: Take) {
  await sendMessage({
    port: mxPort,
    from: 'orders@shop.example',
    to: `${alias}@kauke.test`,
    data: [
      'From: Sneaker Shop <orders@shop.example>',
      `To: ${alias}@kauke.test`,
      'Subject: Your order has shipped',
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      'Message-ID: <1@shop.example>',
      '',
      'Hello,',
      '',
      'your shoes are on their way. They will arrive on Tuesday.',
      'Follow them at https://shop.example/orders/1842.',
      '',
    ].join('\r\n'),
  });
  await page.goto('/inbox');
  await page.getByRole('link', { name: 'Your order has shipped' }).waitFor();
  await take(page, 'inbox-list');
  await page.getByRole('link', { name: 'Your order has shipped' }).click();
  await page.getByText('They will arrive on Tuesday.').waitFor();
  await take(page, 'inbox-message');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await take(page, 'inbox-headers');
  await takeTest(page, `${alias}@kauke.test`, take);
}

/** A test with HTML and an attachment, its reply, and what the stranger gets. */
async function takeTest(page: Page, alias: string, take: Take): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Write to an alias' }).click();
  const form = page.getByRole('form', { name: 'Write to an alias' });
  await form.getByLabel('Alias').fill('nobody@kauke.test');
  await form.getByRole('button', { name: 'Send a test' }).click();
  await form.getByText('There is no such alias here.').waitFor();
  await take(page, 'inbox-write-refused');
  await form.getByLabel('Alias').fill(alias);
  await form.getByRole('button', { name: 'Send a test' }).click();
  await form.getByText(`A test message went to ${alias}.`).waitFor();
  await take(page, 'inbox-write-sent');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'A test message for your alias' }).first().click();
  const message = page.getByRole('article', { name: 'Message' });
  await message.getByRole('link', { name: 'attachment.txt' }).waitFor();
  await take(page, 'inbox-test');
  await message.getByRole('tab', { name: 'HTML', exact: true }).click();
  await message.frameLocator('iframe').getByText('forwarding works').waitFor();
  await take(page, 'inbox-html');
  await message.getByRole('tab', { name: 'Message' }).click();
  await message.getByRole('button', { name: 'Reply' }).click();
  await message.getByRole('textbox').fill('Thank you, it works.');
  await take(page, 'inbox-reply');
  await message.getByRole('button', { name: 'Send reply' }).click();
  await message.getByText('Sent. What the other side gets').waitFor();
  await take(page, 'inbox-replied');
  await page.getByRole('link').filter({ hasText: 'to test@sender.example' }).click();
  await message.getByText('Thank you, it works.').waitFor();
  await take(page, 'inbox-stranger');
}
