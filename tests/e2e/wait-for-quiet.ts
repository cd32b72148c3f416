import type { Page } from 'playwright-core';

/**
 * Waits for what fades and moves to end, and what begins by that. Not waited for: what turns for ever, as a spinner, and
 * what stands still because it is out of sight, in a row that the browser leaves out.
 */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isSeen = (target: Element | null) => target?.checkVisibility({ contentVisibilityAuto: true }) !== false;
    const findMoving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' &&
            effect?.getTiming().iterations !== Infinity &&
            isSeen((effect as KeyframeEffect | null)?.target ?? null),
        );
    for (let moving = findMoving(); moving.length > 0; moving = findMoving()) {
      // One that goes out of sight meanwhile does not end.
      const lookAgain = new Promise((resolve) => setTimeout(resolve, 100));
      await Promise.race([Promise.allSettled(moving.map((animation) => animation.finished)), lookAgain]);
    }
  });
}
