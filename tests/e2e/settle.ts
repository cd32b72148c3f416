import type { Page } from 'playwright-core';

/** Waits for what fades and moves to end. What turns for ever, as a spinner, is not waited for. */
export const settle = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
};
