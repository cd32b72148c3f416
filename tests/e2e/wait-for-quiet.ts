import type { Page } from 'playwright-core';

/** Waits for what fades and moves to end, and what begins by that. What turns for ever, as a spinner, is not waited for. */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const findMoving = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    for (let moving = findMoving(); moving.length > 0; moving = findMoving()) {
      await Promise.allSettled(moving.map((animation) => animation.finished));
    }
  });
}
