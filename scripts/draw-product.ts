import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { languages, type Language } from '#contract/account/languages.ts';
import { launchBrowser } from '#support/browser.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { openPreview, type Preview } from '../tests/e2e/open-preview.ts';
import { beginVisit, manyVisitors, type Visit } from '../tests/e2e/visit.ts';
import { waitForProgram } from '../tests/e2e/wait-for-program.ts';
import { waitForQuiet } from '../tests/e2e/wait-for-quiet.ts';

/** Photographs the product for the landing page and the README. Run by hand (`npm run prestart` before it) when its looks change. */

const root = resolve(import.meta.dirname, '..');
const landingFolder = join(root, 'src/web/public/product');
const readmeFolder = join(root, 'docs/images');

type Theme = 'light' | 'dark';
const themes = ['light', 'dark'] as const;

const wide = { viewport: { width: 1200, height: 790 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 };
/** The paper in it differs from that around it by one of 255. */
const webpQuality = 0.88;

/** What somebody notes of an alias, in each language that the page has. */
const notes: readonly (readonly [address: string, note: Readonly<Record<Language, string>>])[] = [
  ['train-tickets@mask.test', { en: 'Trips and delays', de: 'Reisen, Verspätungen', lt: 'Kelionės ir vėlavimai' }],
  ['library@kauke.test', { en: 'Loans', de: 'Ausleihen', lt: 'Paimtos knygos' }],
  ['amber.finch2041@veil.test', { en: 'A free trial', de: 'Probeabo', lt: 'Bandomasis laikas' }],
  ['garden@mask.test', { en: 'Seeds and bulbs', de: 'Samen und Zwiebeln', lt: 'Sėklos ir svogūnėliai' }],
  ['flat-hunt@veil.test', { en: 'Viewings, until May', de: 'Besichtigungen, bis Mai', lt: 'Apžiūros iki gegužės' }],
  ['concerts@kauke.test', { en: 'Tickets', de: 'Karten', lt: 'Bilietai' }],
  ['old-forum@kauke.test', { en: 'Leaked last spring', de: 'Im Frühjahr gehackt', lt: 'Nutekėjo pavasarį' }],
  ['sunday-read@mask.test', { en: 'The long newsletter', de: 'Der lange Newsletter', lt: 'Ilgasis naujienlaiškis' }],
  ['sneakers@kauke.test', { en: 'Running shoes', de: 'Laufschuhe', lt: 'Bėgimo bateliai' }],
];
const paused = 'old-forum@kauke.test';
const shared = 'flat-hunt@veil.test';
const labels: readonly (Readonly<Record<Language, string>> & { readonly names: readonly string[] })[] = [
  { en: 'Shops', de: 'Einkaufen', lt: 'Pirkiniai', names: ['sneakers@kauke.test', 'concerts@kauke.test'] },
  { en: 'Reading', de: 'Lesen', lt: 'Skaitiniai', names: ['sunday-read@mask.test', 'library@kauke.test'] },
];

const order = [
  'From: Sneaker Shop <orders@shop.example>',
  'To: sneakers@kauke.test',
  'Subject: Your order has shipped',
  'Date: Fri, 20 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@shop.example>',
  '',
  'Hello,',
  '',
  'your shoes are on their way. They will arrive on Tuesday.',
  'Follow them at https://shop.example/orders/1842.',
  '',
].join('\r\n');

/** An account as somebody has it after a while. Gives the ids of its aliases by their names. */
async function furnish({ call, userId, email }: Visit): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [address] of notes) {
    const [alias = '', domain = ''] = address.split('@');
    const forwardTo = address === shared ? `${email}, jonas@example.com` : email;
    const answer = await call<{ alias: { id: string } }>('POST', `/api/aliases/${userId}`, {
      alias,
      domain,
      forwardTo,
    });
    ids.set(address, answer.alias.id);
  }
  await call('PATCH', `/api/aliases/${ids.get(paused)}/toggle`, { active: false });
  return ids;
}

/** What its owner wrote, in the language of the picture. */
async function write({ call }: Visit, ids: ReadonlyMap<string, string>, language: Language): Promise<void> {
  for (const [address, note] of notes) await call('PUT', `/api/aliases/${ids.get(address)}`, { notes: note[language] });
  for (const { names, ...label } of labels) {
    const removeLabels = languages.map((other) => label[other]).filter((name) => name !== label[language]);
    const change = { addLabels: [label[language]], removeLabels };
    await call('PATCH', '/api/aliases', { ids: names.map((name) => ids.get(name)), change });
  }
  await call('PATCH', '/api/account', { language });
}

/** What floats, and what only a preview has, is no part of the picture. */
async function tidy(page: Page): Promise<void> {
  await page.evaluate(() => {
    const banner = document.querySelector<HTMLElement>('a[href="/inbox"]')?.closest<HTMLElement>('aside');
    const floating = [...document.querySelectorAll('button')].filter(
      (one) => getComputedStyle(one).position === 'fixed',
    );
    for (const element of [banner, ...floating]) if (element) element.style.display = 'none';
  });
  await waitForQuiet(page);
}

/** The list with all that it says of its aliases. */
async function untilListed(page: Page, language: Language): Promise<void> {
  for (const text of ['sneakers@kauke.test', labels[0]?.[language] ?? '']) {
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  await tidy(page);
}

/** As somebody sees a page who has been here before. */
async function open(context: BrowserContext, path: string, theme: Theme): Promise<Page> {
  const page = await context.newPage();
  waitForProgram(page);
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await page.goto(path);
  return page;
}

/** Browsers write WebP themselves. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async ([octets, quality]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(octets), (one) => one.charCodeAt(0))]));
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [png.toString('base64'), webpQuality] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The list in one language, for the landing page. */
async function takeList(browser: Browser, visit: Visit, language: Language): Promise<void> {
  for (const [name, { viewport, deviceScaleFactor }] of Object.entries({ list: wide, phone })) {
    const { origin } = new URL(visit.page.url());
    const storageState = await visit.context.storageState();
    for (const theme of themes) {
      const context = await browser.newContext({ baseURL: origin, storageState, viewport, deviceScaleFactor });
      const page = await open(context, '/dashboard', theme);
      await untilListed(page, language);
      const file = join(landingFolder, `${name}-${language}-${theme}.webp`);
      await writeFile(file, await toWebp(page, await page.screenshot()));
      await context.close();
      console.log(file);
    }
  }
}

/** What the README shows. */
async function takeReadme(browser: Browser, { webUrl, mxPort }: Preview, visit: Visit): Promise<void> {
  const viewport = { width: 1200, height: 790 };
  const storageState = await visit.context.storageState();
  const context = await browser.newContext({ baseURL: webUrl, storageState, viewport });
  const list = await open(context, '/dashboard', 'dark');
  await untilListed(list, 'en');
  await list.screenshot({ path: join(readmeFolder, 'dashboard.png') });
  await sendMessage({ port: mxPort, from: 'orders@shop.example', to: 'sneakers@kauke.test', data: order });
  const inbox = await open(context, '/inbox', 'light');
  await inbox.getByRole('link', { name: 'Your order has shipped' }).click();
  await inbox.getByText('They will arrive on Tuesday.').waitFor();
  await waitForQuiet(inbox);
  await inbox.screenshot({ path: join(readmeFolder, 'inbox.png') });
  const stranger = await browser.newContext({
    baseURL: webUrl,
    viewport: { width: 1200, height: 690 },
    reducedMotion: 'reduce',
  });
  const landing = await open(stranger, '/', 'light');
  await landing.getByRole('heading', { level: 1 }).waitFor();
  await waitForQuiet(landing);
  await landing.screenshot({ path: join(readmeFolder, 'landing.png') });
}

await mkdir(landingFolder, { recursive: true });
const preview = await openPreview({ ...manyVisitors, TARGET_CONFIRMATION: 'off' });
const browser = await launchBrowser();
try {
  const visit = await beginVisit(browser, { webUrl: preview.webUrl, email: 'ruta@example.com' });
  const ids = await furnish(visit);
  await visit.page.goto('/dashboard');
  await visit.page.evaluate((userId) => {
    localStorage.setItem('spam-note', 'read');
    localStorage.setItem(`first-steps:${userId}`, 'over');
  }, visit.userId);
  for (const language of languages) {
    await write(visit, ids, language);
    await takeList(browser, visit, language);
    if (language === 'en') await takeReadme(browser, preview, visit);
  }
} finally {
  await browser.close();
  await preview.stop();
}
