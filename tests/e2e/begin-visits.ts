import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import type { DomainCommandContext } from '#cli/database.ts';
import type { PageSource } from './kept-pages.ts';
import { desktop, phone } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';
import { beginVisit, manyVisitors, type Visit } from './visit.ts';

interface VisitLook {
  readonly phone?: boolean;
  readonly dark?: boolean;
  readonly moves?: boolean;
}

export interface Visits {
  /** Who is there in the test that runs. */
  readonly now: Visit;
  readonly browser: PageSource;
  readonly webUrl: string;
  /** Where mail comes in. */
  readonly mxPort: number;
  /** For commands that run beside the program. */
  readonly command: DomainCommandContext;
  begin(look?: VisitLook): Promise<Page>;
}

/** Each test of a file has an account of its own; a console that complains of more than answers of 4xx fails it. */
export function useVisits(environment: Record<string, string> = {}): Visits {
  let preview: Preview;
  let browser: PageSource;
  let visit: Visit | null = null;
  let count = 0;

  preparePreview({ ...manyVisitors, ...environment }, (place) => ({ preview, browser } = place));

  afterEach(async () => {
    const complaints = visit?.complaints.filter((text) => !text.includes('status of 4')) ?? [];
    await visit?.context.close();
    visit = null;
    if (complaints.length > 0) throw new Error(`The console complained:\n${complaints.join('\n')}`);
  });

  return {
    get now() {
      if (visit === null) throw new Error('Nobody is there yet.');
      return visit;
    },
    get browser() {
      return browser;
    },
    get webUrl() {
      return preview.webUrl;
    },
    get mxPort() {
      return preview.mxPort;
    },
    get command() {
      return preview.command;
    },
    begin: async ({ phone: onPhone = false, dark = false, moves = false } = {}) => {
      count += 1;
      const email = `owner${count}@example.com`;
      const { webUrl } = preview;
      visit = await beginVisit(browser, { webUrl, email, viewport: onPhone ? phone : desktop, dark, moves });
      return visit.page;
    },
  };
}
