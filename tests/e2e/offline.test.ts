import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, openSettings } from './story.ts';
import { expectShown, password, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

const label = 'Keep the list in this browser';
const title = { name: 'Your aliases, offline' };

/** What this browser keeps, as a script of ours would find it. */
function readKept(page: Page) {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const workers = await navigator.serviceWorker.getRegistrations();
    const kept = {
      names,
      caches: await caches.keys(),
      choice: localStorage.getItem('offline-list'),
      workers: workers.length,
    };
    if (names.length === 0) return { ...kept, row: null };
    const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('not read')));
      });
    const opening = indexedDB.open('offline-list');
    // Erased since it was named: looking must not make it anew.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await settle(opening);
    const row = (await settle(database.transaction('list').objectStore('list').get('newest'))) as {
      key: CryptoKey;
      iv: Uint8Array<ArrayBuffer>;
      sealed: ArrayBuffer;
    };
    database.close();
    const { key, iv, sealed } = row;
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
    const exported = await crypto.subtle.exportKey('raw', key).then(
      () => 'exported',
      (error: unknown) => (error instanceof DOMException ? error.name : 'failed'),
    );
    const plain = new TextDecoder().decode(sealed);
    return { ...kept, row: { text, exported, extractable: key.extractable, algorithm: key.algorithm.name, plain } };
  });
}

const nothing = { names: [], caches: [], choice: null, workers: 0, row: null };

async function keepList(page: Page): Promise<void> {
  await openSettings(page, '/settings/data');
  expect(await readKept(page)).toEqual(nothing);
  await page.getByRole('switch', { name: label }).click();
  await expectToast(page, 'The list is kept');
}

/** Names belong to one account. */
async function begunWithList(...names: readonly string[]): Promise<Page> {
  const page = await begin();
  await seedAliases(visits.now, names);
  await keepList(page);
  return page;
}

async function loseNetwork(page: Page, path: string): Promise<void> {
  await visits.now.context.setOffline(true);
  await page.goto(path);
}

/** A browser complains of each request that it could not make. */
function forgetLostRequests(): void {
  const { complaints } = visits.now;
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')));
}

describe('the list for when there is no connection', () => {
  it('is shown without a network, with when it was kept, and gives way to the dashboard once there is one', async () => {
    const page = await begunWithList('shop', 'news');
    await page.goto('/dashboard');
    await aliasRow(page, 'news').getByRole('switch').click();
    await expectToast(page, 'Alias Paused');
    await expect.poll(async () => (await readKept(page)).row?.text).toContain('"paused"');

    await loseNetwork(page, '/dashboard');
    await expectShown(page.getByRole('heading', title));
    expect(new URL(page.url()).pathname).toBe('/offline');
    await expectShown(page.getByText(/^Kept on .+\. Nothing can be changed without a connection\.$/));
    const list = page.getByRole('list', { name: 'Aliases' });
    await expectShown(list.getByRole('listitem').filter({ hasText: 'shop@kauke.test' }).getByText('Waiting'));
    await expectShown(list.getByRole('listitem').filter({ hasText: 'news@kauke.test' }).getByText('Paused'));
    await page.getByRole('button', { name: 'Copy shop@kauke.test' }).click();
    await expectToast(page, 'Copied');
    await page.getByLabel('Search').fill('NEW');
    await see(page, '1 of 2 aliases');
    await page.getByLabel('Search').fill('nowhere');
    await see(page, 'No alias is found.');
    await page.getByLabel('Search').fill('');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try to connect' }).click();
    await expectShown(page.getByRole('heading', title));
    // A link into a page of the account, and a reload, lead to the same.
    await page.goto('/settings/inboxes');
    await expectShown(page.getByRole('heading', title));
    await page.reload();
    await expectShown(page.getByRole('heading', title));

    await visits.now.context.setOffline(false);
    // The worker may have its network later than the page hears of it, which would look again after ten seconds.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await aliasRow(page, 'shop').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    forgetLostRequests();
  });

  it('holds addresses and their state alone, under a key that no script can read, and is erased when it is switched off and at log-out', async () => {
    const page = await begunWithList('alone');
    const { row, ...kept } = await readKept(page);
    expect(kept).toMatchObject({ names: ['offline-list'], caches: ['offline-list'], workers: 1 });
    expect(row).toMatchObject({ exported: 'InvalidAccessError', extractable: false, algorithm: 'AES-GCM' });
    expect(row?.plain).not.toContain('alone');
    expect(JSON.parse(row?.text ?? '')).toEqual({
      savedAt: expect.any(Number) as number,
      aliases: [{ address: 'alone@kauke.test', state: 'waiting' }],
    });
    // Of the account nothing is in the page that is kept either.
    const shell = await page.evaluate(async () => (await caches.match('/offline', { ignoreVary: true }))?.text());
    expect(shell).toContain('data-session="none"');
    expect(shell).not.toContain(visits.now.email);

    const choice = page.getByRole('switch', { name: label });
    await choice.click();
    await expectToast(page, 'The list is erased');
    await expect.poll(() => readKept(page)).toEqual(nothing);

    await choice.click();
    await expectToast(page, 'The list is kept');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/home');
    // What stands below comes by itself, and would be missed.
    await page.locator('#more').getByRole('heading').first().waitFor();
    await expect.poll(() => readKept(page)).toEqual(nothing);
    await visits.now.context.setOffline(true);
    await expect(page.goto('/dashboard')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    forgetLostRequests();
  });

  it('is not kept where the page that shows it cannot be, and not called kept before that is', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['early']);
    await openSettings(page, '/settings/data');
    await page.route('**/offline', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('switch', { name: label }).click();
    await expectToast(page, 'The list is not kept');
    expect(await readKept(page)).toEqual(nothing);
    const { complaints } = visits.now;
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('status of 503')));
    await page.unrouteAll({ behavior: 'wait' });

    await page.clock.install();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/offline', async (route) => {
      await held;
      await route.continue();
    });
    await Promise.all([page.waitForRequest('**/offline'), page.getByRole('switch', { name: label }).click()]);
    await page.clock.runFor(2_000);
    expect((await readKept(page)).names).toEqual([]);
    release();
    await expectToast(page, 'The list is kept');
    await page.clock.resume();
    await page.unrouteAll({ behavior: 'wait' });
    await loseNetwork(page, '/dashboard');
    await expectShown(page.getByRole('heading', title));
    forgetLostRequests();
  });

  it('is erased to the end by the next page where one was left meanwhile', async () => {
    const page = await begunWithList('left');
    // As if it were left in the middle.
    await page.evaluate(() => {
      ServiceWorkerRegistration.prototype.unregister = () => new Promise(() => undefined);
    });
    await page.getByRole('switch', { name: label }).click();
    await expect.poll(() => readKept(page)).toMatchObject({ names: [], caches: [], workers: 1 });
    await page.goto('/about');
    await expect.poll(() => readKept(page)).toEqual(nothing);

    await keepList(page);
    // As where a store is full.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByRole('switch', { name: label }).click();
    await expect.poll(() => readKept(page)).toEqual(nothing);
  });

  it('is erased at a 401, by a page that finds the session over, when another account signs in, and with the account', async () => {
    const page = await begunWithList('ended');
    const signIn = () => visits.now.call('POST', '/api/auth/login', { email: visits.now.email, password });
    await visits.now.call('POST', '/api/auth/logout');
    await page.getByRole('button', { name: 'Aliases as CSV' }).click();
    await expectShown(page.getByRole('button', { name: 'Sign in again' }));
    await expect.poll(() => readKept(page)).toEqual(nothing);

    await signIn();
    await keepList(page);
    await visits.now.context.clearCookies();
    await page.goto('/about');
    await expect.poll(() => readKept(page)).toEqual(nothing);

    await signIn();
    await keepList(page);
    await visits.now.call('POST', '/api/auth/register', { email: 'another@example.com', password });
    await page.goto('/dashboard');
    await see(page, 'No aliases yet');
    await expect.poll(() => readKept(page)).toEqual(nothing);

    await keepList(page);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => readKept(page)).toEqual(nothing);
  });

  it('holds ten thousand at most, of which a page draws some', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['many']);
    await page.route('**/api/aliases/*', async (route) => {
      const response = await route.fetch();
      const { aliases } = (await response.json()) as { aliases: object[] };
      const more = Array.from({ length: 10_001 }, (_, at) => ({ ...aliases[0], id: `${at}`, alias: `many-${at}` }));
      await route.fulfill({ response, json: { aliases: more } });
    });
    await openSettings(page, '/settings/data');
    await page.getByRole('switch', { name: label }).click();
    await expectToast(page, 'The list is kept');
    await loseNetwork(page, '/dashboard');
    await see(page, '10,000 aliases', '9,800 more aliases. Search to find them.');
    expect(await page.getByRole('list', { name: 'Aliases' }).getByRole('listitem').count()).toBe(200);
    await page.getByLabel('Search').fill('many-9999@');
    await see(page, 'many-9999@kauke.test', '1 of 10,000 aliases');
    forgetLostRequests();
  });

  it('is erased after seven days', async () => {
    const page = await begunWithList('week');
    await page.clock.install({ time: systemClock.now() + 7 * 24 * 60 * 60 * 1000 - 60_000 });
    await loseNetwork(page, '/dashboard');
    await expectShown(page.getByRole('heading', title));
    await page.clock.setFixedTime(systemClock.now() + 7 * 24 * 60 * 60 * 1000);
    await page.reload();
    await expectShown(page.getByRole('heading', { name: 'There is no connection' }));
    await expectAccessible(page);
    await expect.poll(async () => (await readKept(page)).names).toEqual([]);
    forgetLostRequests();
  });
});
