import type { Locator, Page } from 'playwright-core';
import type { SettingsPage } from '#contract/pages.ts';

/** The steps of a newcomer, as the browser sees them. */

interface Account {
  readonly email: string;
  readonly password: string;
}

interface AliasForm {
  readonly alias: string;
  readonly forwardTo: string;
  readonly notes?: string;
}

export async function register(page: Page, { email, password }: Account): Promise<void> {
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
}

/** Unfolds the whole form for a new alias, without the inbox that it would begin with. */
export async function openForm(page: Page): Promise<void> {
  await page.getByLabel('Alias Name').first().waitFor();
  const more = page.getByRole('button', { name: 'More about the new alias' });
  if (await more.isVisible()) await more.click();
  await page.getByLabel('Forward To').waitFor();
  const inbox = page.getByRole('list', { name: 'Targets' }).getByRole('button');
  if (await inbox.isVisible()) await inbox.click();
}

/** Chooses from the menu of an alias: of the one that is named, or of the row that is given. */
export async function choose(where: Page | Locator, name: string): Promise<void> {
  const [address = ''] = /\S+@\S+/.exec(name) ?? [];
  await where.getByRole('button', { name: `Actions of ${address}` }).click();
  await where.getByRole('menuitem', { name }).click();
}

/** Chooses from the menu of a domain. */
export async function chooseForDomain(where: Page | Locator, domain: string, name: string): Promise<void> {
  await where.getByRole('button', { name: `Actions of ${domain}` }).click();
  await where.getByRole('menuitem', { name }).click();
}

export async function createAlias(page: Page, { alias, forwardTo, notes = '' }: AliasForm): Promise<void> {
  await openForm(page);
  await page.getByLabel('Alias Name').fill(alias);
  await page.getByLabel('Forward To').fill(forwardTo);
  await page.getByLabel('Notes').fill(notes);
  await page.getByRole('button', { name: 'Create Alias' }).click();
  await aliasRow(page, alias).waitFor();
}

export function aliasRow(page: Page, alias: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${alias}@` }) });
}

/** Opens the newest message for an inbox, once it is there. */
export async function openMessage(page: Page, to: string): Promise<Locator> {
  await page
    .getByRole('listitem')
    .filter({ hasText: `to ${to}` })
    .first()
    .getByRole('link')
    .click();
  const message = page.getByRole('article', { name: 'Message' });
  await message.getByRole('tab', { name: 'Message' }).waitFor();
  return message;
}

export async function openConfirmationLink(page: Page, message: Locator): Promise<void> {
  await message.getByRole('link', { name: '/confirm#' }).click();
  await page.getByRole('button', { name: 'Confirm this inbox' }).waitFor();
}

/** Opens a section of the settings, and waits until it is drawn. */
export async function openSettings(page: Page, path: SettingsPage): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('region').first().waitFor();
}

/** Counts from the next document on how many rows of aliases are drawn, also those that have gone again. */
export async function watchRows(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const drawn = new Set<Element>();
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[data-alias]')) drawn.add(row);
    }).observe(document, { subtree: true, childList: true });
    Object.assign(window, { countDrawn: () => drawn.size });
  });
  return () => page.evaluate(() => (window as unknown as { countDrawn(): number }).countDrawn());
}
