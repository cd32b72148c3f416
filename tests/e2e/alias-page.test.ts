import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AliasesResponse } from '#contract/aliases.ts';
import { systemClock } from '#platform/clock.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose } from './story.ts';
import { answerNext, see, seedAliases } from './visit.ts';
import { untilProgram } from './wait-for-program.ts';

// Nobody has to be asked, so nothing changes while it is looked at.
const visits = useVisits({ TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

/** Opens the page of an alias by its address in the browser, and waits until it is whole. */
async function openAlias(page: Page, id: string | undefined): Promise<void> {
  await page.goto(`/aliases/${id}`);
  await page.getByRole('button', { name: 'Copy address' }).waitFor();
}

function title(page: Page): Promise<string | null> {
  return page.getByRole('heading', { level: 1 }).textContent();
}

async function pressAll(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('the way to an alias and back', () => {
  async function expectWholeInbox(width: number): Promise<void> {
    const page = await begin();
    const inbox = `${'long-'.repeat(12)}x@${'inboxes.'.repeat(6)}example`;
    await seedAliases(visits.now, [`narrow-${width}`], inbox);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    // Cut for the eye alone: whoever has it read out, or copies it, gets all.
    const short = page.getByText(inbox, { exact: true });
    await short.waitFor();
    expect(await short.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    expect(await short.getAttribute('title')).toBeNull();
    await choose(page, `Open narrow-${width}@kauke.test`);
    const whole = page.getByRole('listitem').getByText(inbox, { exact: true });
    await whole.waitFor();
    const isWhole = await whole.evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return getComputedStyle(one).textOverflow !== 'ellipsis' && left >= 0 && right <= window.innerWidth;
    });
    expect(isWhole).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  it('shows all of an inbox that its row of 390 pixels has no room for', () => expectWholeInbox(390));
  it('does so of 1280 pixels', { tags: 'proof' }, () => expectWholeInbox(1280));

  it('leads from its row to its page, and back to its row on the same page of the list', async () => {
    const page = await begin();
    await seedAliases(
      visits.now,
      Array.from({ length: 14 }, (_, at) => `one-${at}`),
    );
    await page.goto('/dashboard?sort=alias');
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Open one-9@kauke.test');
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    expect(await title(page)).toBe('one-9@kauke.test');
    await expect.poll(() => page.title()).toBe('one-9@kauke.test · Kauke');
    await page
      .getByRole('navigation', { name: 'Main' })
      .locator('[aria-current="true"]')
      .getByText('Aliases')
      .waitFor();

    await page.getByRole('link', { name: 'All aliases' }).click();
    await see(page, 'Showing 11-14 of 14 aliases');
    expect(new URL(page.url()).search).toBe('?sort=alias');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Actions of one-9@kauke.test');
    // A second visit by another way does not look for it again.
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.goBack();
    await see(page, 'Showing 11-14 of 14 aliases');
    expect(await focused.getAttribute('aria-label')).not.toBe('Actions of one-9@kauke.test');
  });

  it('is a real link, which opens in another tab', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['tabbed']);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Actions of tabbed@kauke.test' }).click();
    const opened = visits.now.context.waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Open tabbed@kauke.test' }).click({ button: 'middle' });
    const tab = await opened;
    await untilProgram(tab);
    await tab.getByRole('button', { name: 'Copy address' }).waitFor();
    await expect.poll(() => title(tab)).toBe('tabbed@kauke.test');
    await tab.getByRole('link', { name: 'All aliases' }).click();
    await aliasRow(tab, 'tabbed').waitFor();
  });

  async function expectOneClick(name: string, onPhone: boolean): Promise<void> {
    const page = await begin({ phone: onPhone });
    await seedAliases(visits.now, [name]);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: `Open ${name}@kauke.test` }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    expect(await title(page)).toBe(`${name}@kauke.test`);
    await page.getByRole('link', { name: 'All aliases' }).click();
    // The way back is a step in the history, and ends at the row.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(`Actions of ${name}@kauke.test`);
  }
  it('is one click from its row on a phone', () => expectOneClick('at-hand', true));
  it('is so on a desktop', { tags: 'proof' }, () => expectOneClick('near', false));

  it('goes by keyboard alone', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['keyed']);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Actions of keyed@kauke.test' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    await pressAll(page, 'Enter');
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await edit.waitFor();
    await edit.press('Enter');
    const note = page.getByLabel('Notes');
    await note.waitFor();
    await note.press('Escape');
    await note.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toBe('Edit');
    await page.getByRole('link', { name: 'All aliases' }).press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Actions of keyed@kauke.test');
  });
});

describe('the page of an alias', () => {
  it('copies it, pauses it, changes it, and says in words how it stands', async () => {
    const page = await begin();
    await visits.now.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const [id] = await seedAliases(visits.now, ['stands'], `${visits.now.email}, other@example.org`);
    await openAlias(page, id);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await expectToast(page, 'Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('stands@kauke.test');
    await see(page, 'On', 'What comes is forwarded to all 2 targets.', 'other@example.org', 'Takes mail');
    await page.getByRole('switch', { name: 'Forward mail to stands@kauke.test' }).click();
    await see(page, 'Paused', 'Mail is taken and silently dropped. Senders are not told.');
    await see(page, 'Gets nothing while the alias is paused');

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit stands@kauke.test' });
    await form.getByLabel('Alias Name').waitFor();
    expect(await page.getByRole('button', { name: 'Pass to another account' }).count()).toBe(1);
    await form.getByLabel('Alias Name').fill('renamed');
    await form.getByLabel('Notes').fill('הערה ארוכה');
    await form.getByText('Labels and end').click();
    await form.getByLabel('Labels').fill('Shops, old');
    await form.getByLabel('Ends after messages').fill('5');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Alias Updated');
    await page.getByRole('heading', { level: 1, name: 'renamed@kauke.test' }).waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Edit');
    await see(page, 'הערה ארוכה', 'Shops', 'Ends after 5 more messages');
  });

  it('blocks one correspondent, and traces its mail', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['written']);
    await openAlias(page, id);
    const part = page.getByRole('region', { name: 'Write to someone' });
    await part.getByLabel('Their email address').fill('spam@example.net');
    await page.keyboard.press('Enter');
    await part.getByRole('button', { name: 'Block spam@example.net' }).click();
    await expectToast(page, 'Sender blocked');
    await part.getByRole('button', { name: 'Unblock spam@example.net' }).waitFor();

    await page.getByRole('button', { name: 'Watch for 24 hours' }).click();
    await see(page, 'Nothing has come yet.', 'Code for the operator');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Sent and taken. What your inbox gets is in').waitFor();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('A message came: taken').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'the preview inbox' }).click();
    await page.getByRole('link', { name: 'A test message for your alias' }).first().waitFor();
  });

  it('says what became of a test to one that is paused', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['dropping']);
    await visits.now.call('PATCH', `/api/aliases/${id}/toggle`, { active: false });
    await openAlias(page, id);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Sent and taken, and dropped, because the alias is paused. Nothing arrives.').waitFor();
    await answerNext(page, '**/api/aliases/*/test', 'POST', { status: 429, json: { message: 'Too many tests' } });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await see(page, 'Too many tests');
  });

  it('goes into the bin, says so, and comes back', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['gone']);
    await openAlias(page, id);
    await page.getByRole('button', { name: 'Delete alias' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete alias' }).click();
    await page.getByRole('heading', { name: 'In the bin' }).waitFor();
    expect(await title(page)).toBe('gone@kauke.test');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('gone@kauke.test');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore gone@kauke.test' }).click();
    await see(page, 'What comes is forwarded.');
    expect(await title(page)).toBe('gone@kauke.test');
  });

  it('of nobody, or of somebody else, is not there, and leads to the list', async () => {
    const page = await begin();
    const strange = '0b7c1f2e-9a34-4d5e-8f60-a1b2c3d4e5f6';
    const answer = await page.goto(`/aliases/${strange}`);
    expect(answer?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: 'No such alias' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to your aliases' }).click();
    await see(page, 'No aliases yet');
    expect((await page.goto('/aliases/mine'))?.status()).toBe(404);
  });

  it('is asked for again when it did not come', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['retried']);
    const path = `**/api/aliases/${visits.now.userId}`;
    await page.route(path, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(`/aliases/${id}`);
    await page.getByText('This alias could not be loaded.').waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    expect(await title(page)).toBe('retried@kauke.test');
  });

  it('is open to everybody, with twenty inboxes, a long note and a fault, and moves nothing', async () => {
    const page = await begin();
    const inboxes = Array.from({ length: 20 }, (_, at) => `a-rather-long-name-of-an-inbox-${at}@example.org`);
    const [id] = await seedAliases(visits.now, ['a'.repeat(60)], inboxes.join(', '));
    await visits.now.call('PUT', `/api/aliases/${id}`, { notes: 'x'.repeat(128), labels: ['y'.repeat(30)] });
    await page.route(`**/api/aliases/${visits.now.userId}`, async (route) => {
      const { aliases } = (await (await route.fetch()).json()) as AliasesResponse;
      for (const target of aliases[0]?.targets.slice(0, 3) ?? []) target.failingSince = '2026-11-20T12:00:00.000Z';
      await route.fulfill({ json: { aliases } });
    });
    await page.addInitScript(() => {
      const moved = { shift: 0 };
      Object.assign(globalThis, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number }[]) moved.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openAlias(page, id);
    await page.getByText('What comes is forwarded to 17 of 20 targets.').waitFor();
    // Its parts stand in two columns, one right below the other.
    const [contacts, days] = await Promise.all(
      ['Write to someone', 'Mail by day'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect((days?.y ?? 0) - (contacts?.y ?? 0) - (contacts?.height ?? 0)).toBeLessThanOrEqual(48);
    const { shift } = await page.evaluate(() => (globalThis as unknown as { moved: { shift: number } }).moved);
    expect(shift).toBeLessThanOrEqual(0.02);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});

it('shows the last thirty days where mail is counted', async () => {
  const page = await begin();
  const [id] = await seedAliases(visits.now, ['counted']);
  await openAlias(page, id);
  await page.getByRole('link', { name: 'Have it counted in the settings' }).click();
  await page.getByRole('switch', { name: 'Count the mail of my aliases' }).click();
  await expectToast(page, 'Mail is counted from now on');
  const none = { forwarded: 0, dropped: 0, held: 0, replied: 0 };
  const day = new Date(systemClock.now()).toISOString().slice(0, 10);
  await page.route('**/counts', (route) =>
    route.fulfill({ json: { days: [{ ...none, day, forwarded: 1200, dropped: 3 }], before: none } }),
  );
  await openAlias(page, id);
  await page.getByRole('img', { name: 'The last 30 days: 1200 messages forwarded, 3 dropped or held' }).waitFor();
  await page.getByText('Day by day').click();
  await page.getByRole('cell', { name: '1,200' }).waitFor();
  await expectAccessible(page);
});
