import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { handleNext, see } from './visit.ts';

const visits = useVisits({ ALIASES_UNCONFIRMED: '1000' });
/** A part has at most 400 rows, and nearly 1 MiB: what fills it with words takes the server a quarter of the time. */
const long = { total: 66, part: 30, words: `Many words, and a ""mark"".\r\n${'many words '.repeat(2_930)}` };
const many = { total: 900, part: 400, words: 'Many words, and a ""mark"".\r\n'.repeat(45) };
const path = '**/api/account/import';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A file of its own for each account, as all of them share the domain. */
async function writeAliases(prefix: string, { total, words }: Pick<typeof long, 'total' | 'words'>): Promise<string> {
  const file = join(folder, `${prefix}.csv`);
  const rows = Array.from({ length: total - 1 }, (_, index) => `${prefix}-${index},kauke.test,,"${words}"`);
  // A fault at the end of the file is not to be missed.
  await writeFile(file, ['alias,domain,forward_to,notes', ...rows, 'not a name,kauke.test,,', ''].join('\r\n'));
  expect((await stat(file)).size).toBeGreaterThan(1024 * 1024);
  return file;
}

/** Holds the next part back until it is let go. */
async function hold(page: Page): Promise<{ started: Promise<void>; letGo: () => void }> {
  const started = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  await handleNext(page, path, 'POST', async (route) => {
    started.resolve();
    await gone.promise;
    await route.continue();
  });
  return { started: started.promise, letGo: gone.resolve };
}

async function names(): Promise<string[]> {
  const { aliases } = await visits.now.call<{ aliases: { alias: string }[] }>(
    'GET',
    `/api/aliases/${visits.now.userId}`,
  );
  return aliases.map(({ alias }) => alias);
}

interface Look {
  readonly name: string;
  readonly size: typeof long;
  readonly phone?: boolean;
  readonly dark?: boolean;
}

async function expectPartsImported({ name, size, ...look }: Look): Promise<void> {
  const { total, part: partSize } = size;
  const made = 2 * partSize;
  const left = total - 1 - made;
  const file = await writeAliases(name, size);
  const page = await visits.begin(look);
  await openSettings(page, '/settings/data');
  const form = page.getByRole('region', { name: 'Import', exact: true });
  const bar = form.getByRole('progressbar');
  const stop = form.getByRole('button', { name: 'Stop' });
  const check = async (): Promise<void> => {
    await form.getByLabel('CSV file').setInputFiles(file);
    await form.getByRole('button', { name: 'Check the file' }).click();
  };
  const first = await hold(page);
  await check();
  await first.started;
  await see(form, `0 of ${total} rows checked`);
  const second = await hold(page);
  first.letGo();
  await second.started;
  expect(await bar.getAttribute('max')).toBe(String(total));
  expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  second.letGo();
  await see(form, `${total - 1} would be created, 1 skipped.`);
  // Where not all rows are drawn, the fault is among those that are.
  await form.getByRole('cell', { name: String(total + 1), exact: true }).waitFor();

  const part = await hold(page);
  await form.getByRole('button', { name: `Import ${total - 1} aliases` }).click();
  await part.started;
  await see(form, `0 of ${total} rows imported`);
  await stop.click();
  await form.getByRole('button', { name: 'Stopping...' }).waitFor();
  part.letGo();
  const goOn = form.getByRole('button', { name: 'Continue' });
  await goOn.waitFor();
  expect(await names()).toHaveLength(partSize);
  const next = await hold(page);
  await goOn.click();
  await next.started;
  await stop.click();
  next.letGo();
  await goOn.waitFor();
  await see(form, `${made} of ${total} rows imported`, `${made} created, 0 skipped.`);

  await page.reload();
  await see(
    form,
    `The import of ${name}.csv stopped at ${made} of ${total} rows. Choose the file again to continue: what is yours already stays as it is.`,
  );
  await check();
  await see(form, `${left} would be created, ${made + 1} skipped.`);
  await form.getByRole('button', { name: `Import ${left} aliases` }).click();
  await see(form, `${left} created, ${made + 1} skipped.`);
  expect((await names()).toSorted()).toEqual(
    Array.from({ length: total - 1 }, (_, index) => `${name}-${index}`).toSorted(),
  );
  await page.reload();
  await form.getByRole('button', { name: 'Check the file' }).waitFor();
  expect(await form.getByText('stopped at').count()).toBe(0);
}

it('a file of more than 1 MiB is imported in parts, stopped, gone on, and begun anew after the page was read again', () =>
  expectPartsImported({ name: 'desk', size: long }));

it('so is one of many rows, on a phone', { tags: 'proof' }, () =>
  expectPartsImported({ name: 'phone', size: many, phone: true, dark: true }),
);

it('what breaks off on the way is told, and goes on', async () => {
  const file = await writeAliases('broken', { ...long, total: 34 });
  const page = await visits.begin();
  await openSettings(page, '/settings/data');
  const form = page.getByRole('region', { name: 'Import', exact: true });
  await form.getByLabel('CSV file').setInputFiles(file);
  await form.getByRole('button', { name: 'Check the file' }).click();
  const start = form.getByRole('button', { name: 'Import 33 aliases' });
  await start.waitFor();
  // Made, but nobody hears of it.
  await handleNext(page, path, 'POST', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 429, json: { message: 'Too much at once', code: 'rate_limited' } });
  });
  await start.click();
  await expectToast(page, ['Import Failed', 'Too much at once']);
  await form.getByRole('button', { name: 'Continue' }).click();
  await see(form, '3 created, 31 skipped.');
  expect(await names()).toHaveLength(33);
});
