import type { Page } from 'playwright-core';

/** The program has taken over what the server drew. */
export function untilProgram(page: Page): Promise<void> {
  return page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
}

/** From now on a page counts as open once its program runs: nobody clicks faster than that, but a test would. */
export function waitForProgram(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...destination) => {
    const answer = await goto(...destination);
    await untilProgram(page);
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload(...options);
    await untilProgram(page);
    return answer;
  };
}
