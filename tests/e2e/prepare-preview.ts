import { afterAll, beforeAll } from 'vitest';
import type { PageSource } from './kept-pages.ts';
import { startPreview, type Preview } from './start-preview.ts';
import { leaveBrowser, openBrowser } from './worker-browser.ts';

export interface Place {
  readonly preview: Preview;
  readonly browser: PageSource;
}

/** A program and the browser of this worker, from before the tests of a file, or of a part of it, until after them. */
export function preparePreview(environment: Record<string, string>, begin: (place: Place) => unknown): void {
  let preview: Preview;
  beforeAll(async () => {
    const [started, browser] = await Promise.all([startPreview(environment), openBrowser()]);
    preview = started;
    await begin({ preview, browser });
  });
  afterAll(async () => {
    await leaveBrowser();
    await preview.stop();
  });
}
