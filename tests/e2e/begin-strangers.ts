import { afterEach, beforeEach } from 'vitest';
import type { PageOptions, PageSource } from './kept-pages.ts';
import { openPage, type OpenPage } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';

/** Before each test of a file a page is opened that nobody has signed in on; all see one preview. */
export function useStrangers(
  look: Partial<PageOptions>,
  begin: (opened: OpenPage & { readonly preview: Preview }) => void,
): void {
  let preview: Preview;
  let browser: PageSource;
  let opened: OpenPage;

  preparePreview({}, (place) => ({ preview, browser } = place));
  beforeEach(async () => {
    opened = await openPage(browser, preview.webUrl, look);
    begin({ ...opened, preview });
  });
  afterEach(() => opened.context.close());
}
