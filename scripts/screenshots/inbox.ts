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
}
