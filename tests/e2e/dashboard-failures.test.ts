import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AliasesResponse, CredentialsResponse } from '#contract/aliases.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose, openForm } from './story.ts';
import { texts as allTexts } from './texts.ts';
import { answerNext, see, seedAliases } from './visit.ts';

const texts = allTexts.dashboard;
const visits = useVisits();
const { begin } = visits;

/** Not what a browser can read: nothing of it says why. */
const nonsense = { status: 200, contentType: 'text/html', body: '<!doctype html>' };

async function openDashboard(alias: string): Promise<Page> {
  const page = await begin();
  await seedAliases(visits.now, [alias]);
  await page.goto('/dashboard');
  await aliasRow(page, alias).waitFor();
  return page;
}

/** What the browser says of a server that is down is expected here. */
function forgiveComplaints(): void {
  visits.now.complaints.length = 0;
}

/** Deletes the credentials of the only alias, as another device would. */
async function overtake(): Promise<void> {
  const { call, userId } = visits.now;
  const { aliases } = await call<AliasesResponse>('GET', `/api/aliases/${userId}`);
  const aliasId = aliases[0]?.id;
  const { credentials } = await call<CredentialsResponse>('GET', `/api/smtp-credentials/alias/${aliasId}`);
  await call('DELETE', `/api/smtp-credentials/${credentials[0]?.id}/alias/${aliasId}`);
}

async function fillForm(page: Page): Promise<Locator> {
  await openForm(page);
  await page.getByLabel('Alias Name').fill('wanted');
  await page.getByLabel('Forward To').fill('ruta@example.com ');
  await page.getByLabel('Notes').fill('typed with care');
  return page.getByRole('button', { name: 'Create Alias' });
}

describe('an alias that is not made', () => {
  it('keeps what was typed and says why, in the words of the server where it has some', async () => {
    const page = await openDashboard('beside');
    const submit = await fillForm(page);
    const create = (answer: object) => answerNext(page, '**/api/aliases/*', 'POST', answer);

    await create(nonsense);
    await submit.click();
    await expectToast(page, texts.failures.create);
    await create({ status: 502, body: 'no JSON' });
    await submit.click();
    await expectToast(page, [texts.failures.create[0], '502: Bad Gateway']);
    await create({ status: 503, json: { message: 'Back in a minute' } });
    await submit.click();
    await expectToast(page, [texts.failures.create[0], 'Back in a minute']);
    await expectAccessible(page);

    const resetTime = '2026-11-21T14:05:00.000Z';
    await create({ status: 429, json: { message: 'Too many aliases.', rateLimited: true, resetTime } });
    await submit.click();
    // Of another day, it is named with that.
    const time = await page.evaluate(
      (iso) => new Date(iso).toLocaleString(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' }),
      resetTime,
    );
    await expectToast(page, [texts.failures.rateLimited, `Too many aliases. Try again after ${time}.`]);

    const errors = { alias: ['That name is odd', 'and more'], notes: ['Those notes too'] };
    await create({ status: 400, json: { message: 'Invalid input', errors } });
    await submit.click();
    await expectToast(page, texts.failures.invalid);
    await see(page, 'That name is odd', 'Those notes too');
    expect(await page.getByText('and more').count()).toBe(0);
    expect(await page.getByLabel('Notes').inputValue()).toBe('typed with care');
    await expectAccessible(page);
    forgiveComplaints();
  });

  it('is not sent without a domain, nor with notes that are too long', async () => {
    const page = await begin();
    await page.route('**/api/domains', (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('option', { name: 'Domains could not be loaded' }).waitFor({ state: 'attached' });
    const submit = await fillForm(page);
    const notes = page.getByLabel('Notes');
    await notes.evaluate((field) => field.removeAttribute('maxlength'));
    await notes.fill('x'.repeat(129));
    await submit.click();
    await see(page, texts.create.domainRequired, texts.create.notesTooLong);
    await expectAccessible(page);

    await page.unroute('**/api/domains');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByLabel('Domain', { exact: true }).inputValue()).toBe('kauke.test');
    await page.getByLabel('Alias Name').fill('with-a-domain');
    await notes.fill('typed with care');
    await submit.click();
    await expectToast(page, texts.create.created);
    forgiveComplaints();
  });
});

describe('what fails', () => {
  it('in the list leaves it as it is and says so', async () => {
    const page = await openDashboard('stays');
    const row = aliasRow(page, 'stays');
    await answerNext(page, '**/api/aliases/*/toggle', 'PATCH', nonsense);
    await row.getByRole('switch').click();
    await expectToast(page, texts.failures.toggle);
    expect(await row.getByRole('switch').getAttribute('aria-checked')).toBe('true');

    await answerNext(page, '**/api/aliases/*', 'PUT', nonsense);
    await choose(row, 'Edit');
    const form = page.getByRole('form', { name: 'Edit' });
    await form.getByLabel('Notes').fill('not lost');
    await page.keyboard.press('Enter');
    await expectToast(page, texts.failures.update);
    expect(await form.getByLabel('Notes').inputValue()).toBe('not lost');
    await page.keyboard.press('Escape');

    await answerNext(page, '**/api/aliases/*', 'DELETE', nonsense);
    await choose(row, 'Delete');
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await expectToast(page, texts.failures.remove);
    await row.waitFor();

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
    });
    await row.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, texts.failures.copy);
  });

  it('with SMTP credentials and the account is told as well', async () => {
    const page = await openDashboard('sends');
    await choose(page, 'SMTP settings');
    await answerNext(page, '**/api/smtp-credentials', 'POST', nonsense);
    await page.getByRole('button', { name: texts.smtp.createButton }).click();
    await expectToast(page, texts.failures.createSmtp);
    await page.getByRole('button', { name: texts.smtp.createButton }).click();
    await expectToast(page, texts.smtp.created);
    await answerNext(page, '**/regenerate', 'PATCH', nonsense);
    await page.getByRole('button', { name: 'Regenerate password' }).click();
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await expectToast(page, texts.failures.regenerateSmtp);
    await answerNext(page, '**/api/smtp-credentials/**', 'DELETE', nonsense);
    await page.getByRole('button', { name: 'Delete credentials', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, texts.failures.removeSmtp);

    await answerNext(page, '**/api/account', 'DELETE', nonsense);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByLabel('Type DELETE').fill('DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await expectToast(page, texts.failures.removeAccount);
  });

  it('is told before the page has looked again', async () => {
    const page = await openDashboard('unhurried');
    await choose(page, 'SMTP settings');
    await page.getByRole('button', { name: texts.smtp.createButton }).click();
    await expectToast(page, texts.smtp.created);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/smtp-credentials/alias/*', (route) => answer.promise.then(() => route.continue()));
    await answerNext(page, '**/regenerate', 'PATCH', nonsense);
    await page.getByRole('button', { name: 'Regenerate password' }).click();
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await expectToast(page, texts.failures.regenerateSmtp);
    answer.resolve();
    await page.getByRole('button', { name: 'Regenerate password' }).waitFor();
  });

  it('as another tab was faster is drawn as it is by now', async () => {
    const page = await openDashboard('overtaken');
    const row = aliasRow(page, 'overtaken');
    await choose(row, 'SMTP settings');
    await page.getByRole('button', { name: texts.smtp.createButton }).click();
    await expectToast(page, texts.smtp.created);
    for (const [open, answer, told] of [
      ['Regenerate password', 'Regenerate', texts.failures.regenerateSmtp[0]],
      ['Delete credentials', 'Delete', texts.failures.removeSmtp[0]],
    ] as const) {
      await page.getByRole('button', { name: open, exact: true }).click();
      await overtake();
      await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click();
      await expectToast(page, told);
      await page.getByRole('button', { name: texts.smtp.createButton }).click();
      await page.getByRole('button', { name: 'Regenerate password' }).waitFor();
    }

    await choose(row, 'Delete overtaken');
    const { aliases } = await visits.now.call<AliasesResponse>('GET', `/api/aliases/${visits.now.userId}`);
    await visits.now.call('DELETE', `/api/aliases/${aliases[0]?.id}`);
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await expectToast(page, texts.failures.remove[0]);
    await row.waitFor({ state: 'detached' });
  });

  it('on the way to the list leaves a way to try again', async () => {
    const page = await begin();
    await answerNext(page, '**/api/aliases/*', 'GET', { status: 500, json: {} });
    await page.goto('/dashboard');
    await page.getByText('Your aliases could not be loaded.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page, ...texts.list.empty);
    forgiveComplaints();
  });
});

describe('what takes long', () => {
  it('is said wherever something is waited for', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['slow']);
    /** Holds back what is asked of a path until it is let go. */
    const hold = async (path: string, method = 'GET'): Promise<() => Promise<void>> => {
      const [letGo, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(path, async (route) => {
        const isHeld = route.request().method() === method;
        if (isHeld) await letGo.promise;
        await route.fallback();
        if (isHeld) gone.resolve();
      });
      return async () => {
        letGo.resolve();
        // What is on its way when the route ends may be sent twice.
        await gone.promise;
        await page.unroute(path);
      };
    };
    const goOn = await Promise.all(
      ['**/api/auth/session', '**/api/domains', '**/api/aliases/*'].map((path) => hold(path)),
    );
    for (const path of ['/dashboard', '/']) {
      await page.goto(path);
      await see(page, allTexts.loading);
    }
    await expectAccessible(page);
    await goOn[0]?.();
    await see(page, texts.list.loading);
    await page.getByRole('option', { name: texts.create.loadingDomains }).waitFor({ state: 'attached' });
    await expectAccessible(page);
    await Promise.all([goOn[1]?.(), goOn[2]?.()]);
    await aliasRow(page, 'slow').waitFor();

    const created = await hold('**/api/aliases/*', 'POST');
    await (await fillForm(page)).click();
    expect(await page.getByRole('button', { name: texts.create.busy }).isDisabled()).toBe(true);
    await created();
    await expectToast(page, texts.create.created);

    await choose(page, 'SMTP settings of slow@kauke.test');
    const smtp = await hold('**/api/smtp-credentials', 'POST');
    await page.getByRole('button', { name: texts.smtp.createButton }).click();
    expect(await page.getByRole('button', { name: texts.create.busy }).isDisabled()).toBe(true);
    await smtp();
    await expectToast(page, texts.smtp.created);

    await choose(page, 'Edit slow@kauke.test');
    const saved = await hold('**/api/aliases/*', 'PUT');
    await page.getByRole('form', { name: 'Edit' }).getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('button', { name: 'Saving...' }).isDisabled()).toBe(true);
    await saved();
    await expectToast(page, texts.list.toasts.updated);

    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByLabel('Type DELETE').fill('DELETE');
    const deleted = await hold('**/api/account', 'DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    expect(await page.getByRole('button', { name: texts.deleteAccount.busy }).isDisabled()).toBe(true);
    await deleted();
    await expectToast(page, texts.deleteAccount.toast);
  });
});
