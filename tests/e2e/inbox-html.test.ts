import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendMessage } from '#support/smtp-client.ts';
import { useVisits } from './begin-visits.ts';
import { seedAliases } from './visit.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

const visits = useVisits({ TARGET_CONFIRMATION: 'off' });

/** A server of somebody else's, which mail would like to be asked. */
let trap: Server;
let origin: string;
/** Its folder for the mail of the present test: what a page of the one before asks for late is not counted to this one. */
let outside: string;
let tests = 0;
/** What it was asked, with where the asker came from. */
let caught: { path: string; referrer: string | undefined }[];

beforeAll(async () => {
  trap = createServer((request, response) => {
    const [, folder, path = ''] = /^(\/\d+)(.*)$/su.exec(request.url ?? '') ?? [];
    if (folder === `/${tests}`) caught.push({ path, referrer: request.headers.referer });
    response.end('<!doctype html><title>outside</title>');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
afterAll(() => trap.close());
beforeEach(() => {
  caught = [];
  tests += 1;
  outside = `${origin}/${tests}`;
});

/** One of all that makes a page run, load or lead elsewhere. */
function hostileHtml(): string {
  const run = "top.document.title='run';document.title='run';alert(1)";
  return [
    `<html><head><base href="${outside}/base/"><title>quiet</title>`,
    `<meta http-equiv="refresh" content="0;url=${outside}/refresh">`,
    `<link rel="stylesheet" href="${outside}/style.css"><link rel="preload" as="image" href="${outside}/preload.png">`,
    `<style>@import url(${outside}/import.css); body{background:url(${outside}/css.png)}`,
    `@font-face{font-family:x;src:url(${outside}/font.woff2)} p{font-family:x}</style>`,
    `<script>${run}</script><script src="${outside}/script.js"></script></head><body onload="${run}">`,
    '<p>The words of the mail</p>',
    `<img src="${outside}/image.png" onerror="${run}" srcset="${outside}/srcset.png 2x"><img src="x" onerror="${run}">`,
    `<p style="background:url(${outside}/inline.png)">styled</p><table background="${outside}/table.png"></table>`,
    `<form action="${outside}/form" method="get"><input name="a" autofocus onfocus="${run}"><button>Send it</button></form>`,
    `<iframe src="${outside}/frame"></iframe><iframe srcdoc="<script>${run}</script>"></iframe>`,
    `<object data="${outside}/object"></object><embed src="${outside}/embed">`,
    `<video src="${outside}/video" poster="${outside}/poster.png" autoplay></video><audio src="${outside}/audio" autoplay></audio>`,
    `<svg onload="${run}"><image href="${outside}/svg.png"/><script>${run}</script>`,
    `<a href="javascript:${run}"><text y="9">svg link</text></a></svg>`,
    `<a href="javascript:${run}" id="script-link">script link</a> <a href="${outside}/link" target="_top">plain link</a>`,
    '</body></html>',
  ].join('\r\n');
}

async function receive(alias: string, html: string): Promise<void> {
  const { data } = await sendMessage({
    port: visits.mxPort,
    from: 'eve@evil.example',
    to: `${alias}@kauke.test`,
    data: [
      'From: Eve <eve@evil.example>',
      `To: ${alias}@kauke.test`,
      'Subject: Open me',
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      'Message-ID: <1@evil.example>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="parts"',
      '',
      '--parts',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--parts',
      'Content-Type: image/svg+xml; name="drawing.svg"',
      'Content-Disposition: attachment; filename="drawing.svg"',
      '',
      `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("${outside}/drawing")</script></svg>`,
      '--parts--',
      '',
    ].join('\r\n'),
  });
  expect(data).toMatch(/^250 /);
}

/** Opens the mail; from then on all is noted that the browser asks for elsewhere, and all that it opens. */
async function openMail(): Promise<{ page: Page; message: Locator; strange: string[] }> {
  const page = await visits.begin();
  const [alias = ''] = visits.now.email.split('@');
  await seedAliases(visits.now, [alias]);
  await receive(alias, hostileHtml());
  const strange: string[] = [];
  const note = (request: Request, how: string): void => {
    const url = request.url();
    if (new URL(url).origin !== visits.webUrl && !url.startsWith('data:')) strange.push(`${how} ${url}`);
  };
  const { context } = visits.now;
  context.on('response', (response) => note(response.request(), 'answered'));
  // What a policy stops before it leaves counts as a request that failed for that reason.
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') note(request, request.failure()?.errorText ?? 'failed');
  });
  page.on('popup', (popup) => strange.push(`popup ${popup.url()}`));
  page.on('dialog', (dialog) => {
    strange.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto('/inbox');
  await page.getByRole('link', { name: 'Open me' }).first().click();
  const message = page.getByRole('article', { name: 'Message' });
  await message.getByText('The words of the mail').waitFor();
  return { page, message, strange };
}

/** What a policy keeps from loading it says in the console; anything else is a fault of ours. */
function forgiveRefusals(): void {
  const { complaints } = visits.now;
  const others = complaints.filter((text) => !/Content Security Policy|sandboxed|Blocked script execution/u.test(text));
  complaints.length = 0;
  complaints.push(...others);
}

it('does all that it must not do here, where nothing keeps it from it', async () => {
  const page = await visits.begin();
  await page.setContent(hostileHtml().replace(/<meta[^>]*>/u, ''), { waitUntil: 'domcontentloaded' });
  await expect
    .poll(() => caught.map(({ path }) => path))
    .toEqual(expect.arrayContaining(['/image.png', '/css.png', '/frame']));
  // It does as it likes, and sometimes does not let itself be left and emptied for the next test.
  await page.close();
  visits.now.complaints.length = 0;
});

it('runs, loads and leads nowhere, as text, as a page or as source', async () => {
  const { page, message, strange } = await openMail();
  const title = await page.title();
  await message.getByRole('tab', { name: 'HTML', exact: true }).click();
  const frame = message.frameLocator('iframe');
  await frame.getByText('The words of the mail').waitFor();
  await waitForQuiet(page);
  // What has no name any more is text: nothing in it takes a click.
  for (const words of ['script link', 'plain link', 'Send it']) await frame.getByText(words).click();
  await frame.locator('input').press('Enter');
  await message.getByRole('tab', { name: 'HTML source' }).click();
  await message.getByText('http-equiv').waitFor();
  await waitForQuiet(page);
  forgiveRefusals();
  expect(strange).toEqual([]);
  expect(caught).toEqual([]);
  expect(await page.title()).toBe(title);
  expect(new URL(page.url()).pathname).toBe('/inbox');
});

it('is opened by itself as harmlessly as in its frame', async () => {
  const { page, message, strange } = await openMail();
  await message.getByRole('tab', { name: 'HTML', exact: true }).click();
  const path = await message.locator('iframe').getAttribute('src');
  await page.evaluate((to) => window.location.assign(to), path ?? '');
  await page.getByText('The words of the mail').waitFor();
  await page.getByText('plain link').click();
  await waitForQuiet(page);
  forgiveRefusals();
  expect(strange).toEqual([]);
  expect(caught).toEqual([]);
  expect(await page.title()).not.toBe('run');
});

it('has its links opened apart, without a word of where they were read, and its attachments saved', async () => {
  const { page, message } = await openMail();
  const hrefs = await message
    .getByRole('tabpanel')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !/^(?:https?:|\/api\/inbox\/)/u.test(href))).toEqual([]);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    message.getByRole('link', { name: `${outside}/link` }).click(),
  ]);
  await popup.waitForLoadState();
  expect(await popup.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
  expect(caught.find(({ path }) => path === '/link')).toEqual({ path: '/link', referrer: undefined });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    message.getByRole('link', { name: 'drawing.svg' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('drawing.svg');
  expect(caught.some(({ path }) => path === '/drawing')).toBe(false);
  forgiveRefusals();
});
