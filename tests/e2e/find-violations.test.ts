import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations, isEveryLook } from './find-violations.ts';
import { leaveBrowser, openBrowser } from './worker-browser.ts';

let page: Page;
beforeAll(async () => {
  page = await (await openBrowser()).newPage();
});
afterAll(() => leaveBrowser());

/** Colours that nothing of ours has: what other files saw is no help. */
const readable = '<p style="color: #123450">Read me</p>';
const show = (content: string, style = '') =>
  page.setContent(
    `<!doctype html><html lang="en"><head><title>A page</title><style>body { background: #fedcba }</style></head>
    <body><main style="${style}"><h1>A page</h1>${content}</main></body></html>`,
  );

beforeEach(async () => {
  await show(readable);
  const found = await findViolations(page);
  if (found.length > 0) throw new Error(found.join('\n'));
});

it('a text that looks as one that was seen is not looked at again', async () => {
  await show(`${readable}<div>${readable}</div>`);
  expect(await findViolations(page)).toEqual([]);
  const looked = await page.evaluate(() => (window as unknown as { newTexts?: Map<Element, string> }).newTexts?.size);
  expect(looked).toBe(isEveryLook ? undefined : 0);
});

it.each([
  ['on another ground', readable, 'background: #234561'],
  ['below a veil', readable, 'opacity: 0.3'],
  ['on a ground below a veil', `<div style="background: #fedcba">${readable}</div>`, 'opacity: 0.3'],
  ['on a ground that shines through', `<div style="background: #12345099">${readable}</div>`, ''],
  ['in another colour', '<p style="color: #edcba9">Read me</p>', ''],
  [
    'as small as its colour does not allow',
    '<p style="color: #7a6a5a; font-size: 30px">Read</p><p style="color: #7a6a5a">me</p>',
    '',
  ],
])('one %s is, and is found each time', async (_, content, style) => {
  await show(content, style);
  const first = await findViolations(page);
  expect(first).toContainEqual(expect.stringMatching(/^color-contrast: /u));
  expect(await findViolations(page)).toEqual(first);
});

it('one that was hidden counts as not seen', async () => {
  const faint = '<p hidden style="color: #edcba8">Read me</p><p style="color: #edcba8; visibility: hidden">Me, too</p>';
  await show(faint);
  expect(await findViolations(page)).toEqual([]);
  await show(faint.replace('hidden', ''));
  expect(await findViolations(page)).toHaveLength(1);
});

it('other faults are found beside it', async () => {
  await show(`${readable}<img src="data:," width="9" height="9"><button style="color: #edcba7"></button>`);
  expect(await findViolations(page)).toEqual(['button-name: button', 'image-alt: img']);
});

it('a name that leaves out what is written is one', async () => {
  await show(
    '<button aria-label="Delete one">Delete for good</button><button aria-label="Delete for good: one">Delete for good</button>',
  );
  expect(await findViolations(page)).toEqual(['label-content-name-mismatch: button[aria-label="Delete one"]']);
});
