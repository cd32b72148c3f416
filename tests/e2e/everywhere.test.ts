import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settingsPages } from '#contract/pages.ts';
import { problemMessages } from '#messages/pages/landing/sections.tsx';
import { useVisits } from './begin-visits.ts';
import { expectToast, phone } from './open-page.ts';
import { aliasRow, choose, openForm } from './story.ts';
import { answerNext, handleNext, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** The one thing nobody may see: a page on which nothing has the focus. */
async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/** Presses a button by the keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

describe('everywhere', () => {
  async function expectUnmoved(paths: readonly string[]): Promise<void> {
    const page = await begin();
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement;
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) dataset['shift'] = String(Number(dataset['shift'] ?? 0) + entry.value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('**/*', async (route) => {
      await pause(60);
      await route.continue();
    });
    await page.setViewportSize(phone);
    await seedAliases(visits.now, numbered(`unmoved${paths.length}`, 9), `${visits.now.email}, spare@example.com`);
    const shifts: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const shift = Number(await page.evaluate(() => document.documentElement.dataset['shift'] ?? '0'));
      if (shift > 0.02) shifts.push(`${path}: ${shift.toFixed(3)}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(shifts).toEqual([]);
  }
  it('a page that comes late moves nothing', () => expectUnmoved(['/dashboard', '/settings/inboxes', '/docs/api']));
  it('so does none of the others', { tags: 'proof' }, () => expectUnmoved([...settingsPages, '/docs/configuration']));

  it('a browser can install it: its manifest is without a fault, and its pictures are there in the sizes it names', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    const tools = await visits.now.context.newCDPSession(page);
    const { errors, data = '' } = await tools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const {
      display,
      start_url: start,
      icons,
    } = JSON.parse(data) as {
      display: string;
      start_url: string;
      icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
    };
    expect({ display, start }).toEqual({ display: 'standalone', start: '/dashboard' });
    const sizes = await page.evaluate(
      async (paths) => {
        const pictures = paths.map(async (path) => createImageBitmap(await (await fetch(path)).blob()));
        return (await Promise.all(pictures)).map(({ width, height }) => `${width}x${height}`);
      },
      icons.map(({ src }) => src),
    );
    expect(sizes).toEqual(icons.map((icon) => icon.sizes));
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  });

  it('boxes are warm in the dark when empty, and of the system in forced colours', async () => {
    const page = await begin({ dark: true });
    await seedAliases(visits.now, ['boxed']);
    await page.goto('/dashboard');
    const box = page.getByRole('checkbox', { name: 'Select boxed@kauke.test' });
    const look = () =>
      box.evaluate((one) => {
        const { appearance, backgroundColor } = getComputedStyle(one);
        return { appearance, backgroundColor };
      });
    expect(await look()).toEqual({ appearance: 'none', backgroundColor: 'rgb(29, 25, 21)' });
    await box.check();
    expect((await look()).backgroundColor).toBe('rgb(232, 163, 58)');
    await page.emulateMedia({ forcedColors: 'active' });
    expect((await look()).appearance).not.toBe('none');
  });

  it('forced colours draw in those of the system what would be drawn in those of the theme', async () => {
    const page = await begin();
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto('/home');
    const lines = page.getByRole('img', { name: problemMessages.solutionDrawing }).locator('path');
    const text = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(text).toBe('rgb(255, 255, 255)');
    expect(await lines.first().evaluate((one) => getComputedStyle(one).stroke)).toBe(text);
  });

  it('forced colours keep the state of a switch, the current page and the edge of a button', async () => {
    const page = await begin();
    await page.emulateMedia({ forcedColors: 'active' });
    const [, paused] = await seedAliases(visits.now, ['live', 'paused']);
    await visits.now.call('PATCH', `/api/aliases/${paused}/toggle`, { active: false });
    await page.goto('/dashboard');
    const look = (alias: string) =>
      aliasRow(page, alias)
        .getByRole('switch')
        .evaluate((one) => {
          const thumb = one.firstElementChild;
          if (thumb === null) throw new Error('The switch has no thumb.');
          return { ground: getComputedStyle(one).backgroundColor, thumb: getComputedStyle(thumb).backgroundColor };
        });
    await aliasRow(page, 'live').waitFor();
    const [on, off] = [await look('live'), await look('paused')];
    expect(on.ground).not.toBe(off.ground);
    expect(on.thumb).not.toBe(on.ground);
    expect(off.thumb).not.toBe(off.ground);
    const chips = page.getByRole('group', { name: 'Show' }).getByRole('button');
    const ground = (at: number) => chips.nth(at).evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground(0)).not.toBe(await ground(1));
    const edge = await page
      .getByRole('button', { name: 'Create Alias' })
      .evaluate((one) => [getComputedStyle(one).borderTopWidth, getComputedStyle(one).borderTopStyle]);
    expect(edge).toEqual(['1px', 'solid']);
    const place = await page
      .locator('[aria-current="page"]')
      .first()
      .evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(document.body).backgroundColor]);
    expect(place[0]).not.toBe(place[1]);
  });
});

describe('the focus', () => {
  it('never falls to the page, whatever it was on is taken away or switched off', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['kept']);
    await page.goto('/dashboard');
    await aliasRow(page, 'kept').waitFor();
    await press(page, 'Send again');
    await expectToast(page, /sent/i.source);
    await expectFocus(page);
    await choose(page, 'SMTP settings of kept@kauke.test');
    await press(page, 'Create SMTP');
    await expectToast(page, 'SMTP Credentials Created');
    await expectFocus(page);
    await openForm(page);
    await press(page, 'Use my email');
    await page.getByRole('list', { name: 'Targets' }).first().waitFor();
    await expectFocus(page);
    await press(page, 'Got it');
    await expectFocus(page);
    await choose(page, 'Delete kept@kauke.test');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await see(page, 'No aliases yet');
    await expectFocus(page);
    await page.getByRole('button', { name: 'Log out' }).press('Enter');
    await page.waitForURL('**/home');
    await expectFocus(page);
    await page.goto('/auth');
    await press(page, 'Forgot password?');
    await page.getByRole('button', { name: 'Back to sign in' }).waitFor();
    await expectFocus(page);
    await press(page, 'Back to sign in');
    await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
    await expectFocus(page);
  });
});

describe('a toast', () => {
  async function expectBesideItsRow(onPhone: boolean, block: 'start' | 'end'): Promise<void> {
    const page = await begin({ phone: onPhone });
    await seedAliases(
      visits.now,
      Array.from({ length: 9 }, (_, at) => `${block}-${at}`),
    );
    await page.goto('/dashboard');
    for (const name of [0, 4, 8].map((at) => `${block}-${at}`)) {
      const row = page.locator('[data-alias]').filter({ hasText: `${name}@` });
      const toggle = row.getByRole('switch');
      await toggle.evaluate((one, end) => one.scrollIntoView({ block: end }), block);
      await toggle.focus();
      await page.keyboard.press('Space');
      const toast = page.getByRole('region', { name: /Notifications/ }).locator('li', { hasText: name });
      await toast.waitFor();
      const covers = async () => {
        const [one, other] = [await toast.boundingBox(), await row.boundingBox()];
        if (!one || !other) throw new Error('One of them is not drawn.');
        return one.y < other.y + other.height && other.y < one.y + one.height;
      };
      await expect.poll(covers).toBe(false);
    }
  }
  it('never lies over the row it tells of: at the top of a phone', () => expectBesideItsRow(true, 'start'));
  it('does not so at the end of a desktop', { tags: 'proof' }, () => expectBesideItsRow(false, 'end'));
});

describe('the menu of the last row', () => {
  async function expectCutOffByNothing(onPhone: boolean, kind: string): Promise<void> {
    const page = await begin({ phone: onPhone });
    // More than are drawn whether they are seen or not.
    await seedAliases(visits.now, [`last-${kind}`, ...numbered(kind, 12)]);
    await page.goto('/dashboard');
    await page.getByLabel('Per page').selectOption('25');
    const row = page.locator('[data-alias]').filter({ hasText: `last-${kind}@` });
    const isLeftOut = () => row.evaluate((one) => getComputedStyle(one).contentVisibility);
    await row.waitFor();
    expect(await isLeftOut()).toBe('auto');
    await row.getByRole('button', { name: `Actions of last-${kind}@` }).click();
    // Each of them is hit where it is drawn.
    for (const entry of await row.getByRole('menuitem').all()) await entry.click({ trial: true });
    const [menu, box] = [await row.getByRole('menu').boundingBox(), await row.boundingBox()];
    if (!menu || !box) throw new Error('One of them is not drawn.');
    expect(menu.y + menu.height).toBeGreaterThan(box.y + box.height);
    await page.keyboard.press('Escape');
    expect(await isLeftOut()).toBe('auto');
  }
  it('is cut off by nothing, and its row is left out again: in the table', () => expectCutOffByNothing(false, 'row'));
  it('is so in the cards of a phone', { tags: 'proof' }, () => expectCutOffByNothing(true, 'card'));
});

describe('a session whose token changes under a request', () => {
  it('leaves the page where it is', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['stays']);
    await page.goto('/dashboard');
    await aliasRow(page, 'stays').waitFor();
    const refused = { status: 401, json: { message: 'Please sign in', code: 'not_signed_in' } };
    await answerNext(page, '**/api/aliases/*/toggle', 'PATCH', refused);
    let asked = false;
    await handleNext(page, '**/api/auth/session', 'GET', (route) => {
      asked = true;
      return route.continue();
    });
    await aliasRow(page, 'stays').getByRole('switch').click();
    await expect.poll(() => asked).toBe(true);
    await expectToast(page, 'Please sign in');
    expect(await aliasRow(page, 'stays').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Sign in again' }).count()).toBe(0);
  });
});
