import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { openForm } from './story.ts';
import { texts } from './texts.ts';
import { expectToast } from './open-page.ts';
import { expectShown } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** From now on a script of the program cannot be loaded. What the browser says of that is expected. */
async function lose(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.abort());
}
function forgiveComplaints(): void {
  visits.now.complaints.length = 0;
}

it('a page whose program cannot be loaded says so after a while', async () => {
  await begin({ phone: true });
  const { context } = visits.now;
  await context.route('**/assets/*.js', (route) => route.abort());
  // Of its own: nobody waits for its program.
  const page = await context.newPage();
  await page.goto('/dashboard');
  const readNote = () =>
    page.evaluate(() => {
      const { content, visibility } = getComputedStyle(document.body, '::after');
      return { content, visibility };
    });
  const content = '"This page takes long to load. Reload it to try again."';
  expect(await readNote()).toEqual({ content, visibility: 'hidden' });
  await page.evaluate(() => {
    for (const animation of document.body.getAnimations({ subtree: true })) {
      if (animation instanceof CSSAnimation && animation.animationName === 'late') animation.finish();
    }
  });
  expect(await readNote()).toEqual({ content, visibility: 'visible' });
  await context.unroute('**/assets/*.js');
  await page.reload();
  await expect.poll(async () => (await readNote()).content).toBe('none');
  await page.getByRole('button', { name: 'Create Alias' }).waitFor();
});

describe('a part that cannot be loaded', () => {
  it('leaves the page with all that was typed, when it is the feedback form', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await openForm(page);
    await page.getByLabel('Notes').fill('typed with care');
    await lose(page, 'feedback-dialog');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('alert').filter({ hasText: 'The form could not be loaded.' }).waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('typed with care');
    forgiveComplaints();
  });

  it('still tells what there is to tell, when it is the toaster', async () => {
    const page = await begin();
    await page.goto('/about');
    await lose(page, 'toaster');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expectShown(page.getByRole('alert').filter({ hasText: texts.toasts.loggedOut[1] }));
    await page.getByRole('heading', { level: 1, name: 'Be anyone' }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    forgiveComplaints();
  });

  it('brings the toaster along with the feedback form', async () => {
    const page = await begin();
    await page.goto('/about');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByLabel('Your message').fill('Words that get lost.');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expectToast(page, 'Not Sent');
    expect(await page.getByLabel('Your message').inputValue()).toBe('Words that get lost.');
    forgiveComplaints();
  });
});
