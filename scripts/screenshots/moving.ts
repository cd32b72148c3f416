import type { Browser, Locator, Page } from 'playwright-core';
import { peerKey, startPeer } from '#support/peers/peer-server.ts';
import { openPreview } from '../../tests/e2e/open-preview.ts';
import { openSettings } from '../../tests/e2e/story.ts';
import { beginVisit, handleNext, manyVisitors, type Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';
import { visitKeys } from './keys.ts';

const viewport = { width: 1440, height: 900 };
const peerAccount = {
  email: 'me@old.example',
  domains: [{ name: 'own.example', catchAll: true }],
  aliases: [
    { address: 'shop.a1b@old.example', note: 'Shoes, and a note that goes on and on '.repeat(5), uses: 9 },
    { address: 'news.c2d@old.example', note: 'News', uses: 7 },
    ...Array.from({ length: 12 }, (_, index) => ({ address: `more.${index}@old.example`, uses: 1 })),
    { address: 'mine@own.example', uses: 5 },
    { address: 'gone@own.example', deleted: true },
  ],
};
const rows = 900;

/** Takes the page while its next request to `path` waits, and lets that go. */
async function takeWaiting(page: Page, path: string, begin: () => Promise<void>, takeIt: () => Promise<void>) {
  const started = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  await handleNext(page, path, 'POST', async (route) => {
    started.resolve();
    await gone.promise;
    await route.continue();
  });
  await begin();
  await started.promise;
  await takeIt();
  gone.resolve();
}

async function takeMove({ page }: Visit, server: string, take: Take): Promise<void> {
  await openSettings(page, '/settings/data');
  const form = page.getByRole('region', { name: 'Move in', exact: true });
  await form.getByLabel('Server', { exact: true }).fill(server);
  await form.getByLabel('API key', { exact: true }).fill('a wrong key');
  await take(page, 'move-source');
  await form.getByRole('button', { name: 'Read my aliases' }).click();
  const move = page.getByRole('region', { name: /^SimpleLogin \(/ });
  await move.getByText('The other service does not take this API key.').waitFor();
  await take(page, 'move-refused');
  await move.getByLabel('API key', { exact: true }).fill(peerKey);
  await move.getByRole('button', { name: 'Read on' }).click();
  const bring = move.getByRole('button', { name: /^Bring \d+ aliases$/ });
  await bring.waitFor();
  await take(page, 'move-preview');
  const begin = (): Promise<void> => bring.click();
  await takeWaiting(page, '**/api/moves/*/run', begin, () => take(page, 'move-running'));
  await move.getByText('14 aliases made here', { exact: true }).waitFor();
  const checklist = page.getByRole('region', { name: 'Change at the site', exact: true });
  await checklist.getByRole('checkbox', { name: 'Changed: news.c2d@old.example' }).click();
  await checklist.getByText('13 sites to go').waitFor();
  await take(page, 'move-done');
  await move.getByRole('button', { name: 'Undo the move from SimpleLogin' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'move-undo');
  await page.keyboard.press('Escape');
}

async function chooseFile(form: Locator): Promise<void> {
  const note = 'Many words about an alias. '.repeat(40);
  const names = Array.from({ length: rows - 1 }, (_, index) => `in-parts-${index},kauke.test,,${note}`);
  const text = ['alias,domain,forward_to,notes', ...names, 'not a name,kauke.test,,', ''].join('\r\n');
  const file = { name: 'aliases.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await form.getByLabel('CSV file').setInputFiles(file);
}

async function takeImport({ page }: Visit, take: Take): Promise<void> {
  await openSettings(page, '/settings/data');
  const form = page.getByRole('region', { name: 'Import', exact: true });
  const path = '**/api/account/import';
  const press = (name: string) => (): Promise<void> => form.getByRole('button', { name, exact: true }).click();
  await chooseFile(form);
  await takeWaiting(page, path, press('Check the file'), () => take(page, 'import-checking'));
  await form.getByText('899 would be created, 1 skipped.').waitFor();
  await take(page, 'import-checked');
  await takeWaiting(page, path, press('Import 899 aliases'), async () => {
    await take(page, 'import-running');
    await press('Stop')();
  });
  await form.getByRole('button', { name: 'Continue' }).waitFor();
  await take(page, 'import-stopped');
  await page.reload();
  await form.getByText('The import of aliases.csv stopped at').waitFor();
  await take(page, 'import-left');
}

async function takeOffline({ page, context }: Visit, take: Take): Promise<void> {
  await openSettings(page, '/settings/data');
  await page.getByRole('switch', { name: 'Keep the list in this browser' }).click();
  await page.getByText('The list is kept', { exact: true }).waitFor();
  await take(page, 'offline-switch');
  await context.setOffline(true);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Your aliases, offline' }).waitFor();
  await take(page, 'offline-list');
  await page.getByLabel('Search').fill('nowhere');
  await page.getByText('No alias is found.').waitFor();
  await take(page, 'offline-no-match');
}

/** What comes from elsewhere, many at once, into a service where an inbox needs no answer. */
export async function visitMoving(browser: Browser, take: Take): Promise<void> {
  const peer = await startPeer('simplelogin', peerAccount);
  const preview = await openPreview({
    ...manyVisitors,
    WEBHOOK_ALLOW_INSECURE: 'true',
    TARGET_CONFIRMATION: 'off',
    ALIASES_UNCONFIRMED: '1000',
  });
  const begin = (email: string): Promise<Visit> => beginVisit(browser, { webUrl: preview.webUrl, email, viewport });
  try {
    const mover = await begin('mover@example.com');
    await visitKeys(await begin('lender@example.com'), preview.command, take);
    await takeMove(mover, peer.baseUrl, take);
    await takeOffline(mover, take);
    await takeImport(await begin('importer@example.com'), take);
  } finally {
    await preview.stop();
    await peer.stop();
  }
}
