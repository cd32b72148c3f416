import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageSource } from './kept-pages.ts';
import { leaveBrowser, openBrowser } from './worker-browser.ts';
import { htmlToText } from '#web/features/inbox/message-text.tsx';

let browser: PageSource;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => leaveBrowser());

/** Where its parser is: in the browser. */
function read(html: string): Promise<string> {
  return page.evaluate(htmlToText, html);
}

describe('htmlToText', () => {
  it('keeps words, line breaks and the addresses of links', async () => {
    const html =
      '<html><head><title>T</title><style>p{color:red}</style></head><body><p>Hello,<br>you &amp; I&#33;</p>' +
      '<p><a class="b" href="https://kauke.test/x">Confirm</a></p></body></html>';
    expect(await read(html)).toBe('Hello,\nyou & I!\nConfirm https://kauke.test/x');
  });

  it('says the address of a link once where it is its own words, and none of another scheme', async () => {
    const html = '<a href="https://kauke.test/x">https://kauke.test/x</a> <a href="javascript:alert(1)">here</a>';
    expect(await read(html)).toBe('https://kauke.test/x here');
  });

  it('drops scripts and comments', async () => {
    expect(await read('a<script>alert("x")</script><!-- secret -->b')).toBe('ab');
  });

  it('runs nothing of it', async () => {
    expect(await read('<img src=x onerror="document.title = \'run\'"><script>document.title = "run"</script>a')).toBe(
      'a',
    );
    expect(await page.title()).toBe('');
  });

  it('leaves unknown entities as they are, and shows impossible ones as HTML says', async () => {
    expect(await read('&bogus; &#x110000; &#1114112;')).toBe('&bogus; \ufffd \ufffd');
  });
});
