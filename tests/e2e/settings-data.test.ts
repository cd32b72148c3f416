import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { texts } from './texts.ts';
import { expectShown, handleNext, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function openData(): Promise<Page> {
  const page = await begin();
  await openSettings(page, '/settings/data');
  return page;
}

function csv(name: string): string {
  return `alias,domain,forward_to\r\n${name},no-longer.example,\r\n`;
}

function chooseFile(form: Locator, text: string): Promise<void> {
  return form
    .getByLabel('CSV file')
    .setInputFiles({ name: 'aliases.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Holds back the next call to a path until it is let go. Gives what it carries, once it is under way. */
async function hold(page: Page, path: string): Promise<{ started: Promise<unknown>; letGo: () => Promise<void> }> {
  const started = Promise.withResolvers<Route>();
  const gone = Promise.withResolvers<void>();
  await handleNext(page, path, 'POST', async (route) => {
    started.resolve(route);
    await gone.promise;
    await route.continue();
  });
  return {
    started: started.promise.then((route) => route.request().postDataJSON() as unknown),
    letGo: async () => {
      const answered = page.waitForResponse(path);
      gone.resolve();
      await (await answered).finished();
    },
  };
}

describe('an import', () => {
  it('is of what was checked: each change takes the report away', async () => {
    const page = await openData();
    const form = section(page, 'Import');
    const check = form.getByRole('button', { name: 'Check the file' });
    const start = form.getByRole('button', { name: 'Import 1 alias' });
    await chooseFile(form, csv('first'));
    await check.click();
    await start.waitFor();

    await form.getByLabel('Forward to').fill('elsewhere@example.com');
    await start.waitFor({ state: 'detached' });
    await check.click();
    await start.waitFor();
    await form.getByLabel('Domain').selectOption('mask.test');
    await start.waitFor({ state: 'detached' });
    await check.click();
    await start.waitFor();

    const sent = await hold(page, '**/api/account/import');
    await start.click();
    expect(await sent.started).toEqual({
      csv: csv('first'),
      domain: 'mask.test',
      forwardTo: 'elsewhere@example.com',
      dryRun: false,
    });
    await form.getByRole('button', { name: 'Importing...' }).waitFor();
    expect(await check.isDisabled()).toBe(true);
    expect(await form.getByLabel('Forward to').isDisabled()).toBe(true);
    await sent.letGo();
    await form.getByText('1 created, 0 skipped.').waitFor();
    await form.getByLabel('Forward to').fill('');
    await form.getByText('1 created, 0 skipped.').waitFor({ state: 'detached' });
  });

  it('shows no report of a file that was changed for another during its check', async () => {
    const page = await openData();
    const form = section(page, 'Import');
    const check = form.getByRole('button', { name: 'Check the file' });
    const slow = await hold(page, '**/api/account/import');
    await chooseFile(form, csv('old'));
    await check.click();
    await slow.started;
    await form.getByRole('button', { name: 'Reading...' }).waitFor();
    await chooseFile(form, csv('new'));
    await slow.letGo();
    await check.click({ trial: true });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await form.getByRole('table').count()).toBe(0);
    await check.click();
    await form.getByText('1 would be created, 0 skipped.').waitFor();
    const rows = form.getByRole('region', { name: 'Rows of the file' });
    await rows.getByText('new@kauke.test').waitFor();
    expect(await rows.getByText('old@kauke.test').count()).toBe(0);
  });
});

describe('an export', () => {
  it('asks to sign in again once the session has ended', async () => {
    const page = await openData();
    // What is still on its way would find out before.
    await page.waitForLoadState('networkidle');
    await visits.now.context.clearCookies();
    await section(page, 'Export').getByRole('button', { name: 'Everything as JSON' }).click();
    // Sooner than anything else asks the server by itself.
    await expectShown(page.getByText(texts.dashboard.signedOut[0], { exact: true }));
  });
});

describe('a target that is the only one of an alias', () => {
  it('is not removed, as the question says beforehand', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['alone']);
    await openSettings(page, '/settings/inboxes');
    await section(page, 'Targets')
      .getByRole('button', { name: `Remove ${visits.now.email}` })
      .click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText(
        'No alias forwards to it any more. If it is the only target of an alias, change or delete that alias first.',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, ['Not Changed', 'alone@kauke.test']);
  });
});
