import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast, phone } from './open-page.ts';
import { aliasRow, createAlias } from './story.ts';
import { answerNext, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

const look = 'Look there for “Confirm this inbox” from postmaster@kauke.test.';

it('an inbox that waits says what to search for, that its server took the mail, and when it was asked often enough', async () => {
  const page = await begin();
  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: 'Waiting for confirmation' });
  await see(waiting, visits.now.email);
  await waiting.getByText(look).waitFor();
  // It may be seen on its way first; then the page asks once more.
  await waiting.getByText('Its mail server accepted the mail.').waitFor();
  await expectAccessible(page);
  const again = waiting.getByRole('button', { name: `Send again: ${visits.now.email}` });
  await page.setViewportSize(phone);
  const [said, act] = await Promise.all([waiting.getByText(look).boundingBox(), again.boundingBox()]);
  expect([act?.x, (act?.y ?? 0) >= (said?.y ?? 0) + (said?.height ?? 0)]).toEqual([said?.x, true]);
  for (let sent = 0; sent < 2; sent += 1) {
    await again.click();
    await expectToast(page, 'Confirmation mail sent');
    await expect.poll(() => again.isEnabled()).toBe(true);
  }
  await again.click();
  const tomorrow = await page.evaluate(
    (time) => new Date(time).toLocaleDateString(undefined, { weekday: 'long' }),
    systemClock.now() + 86_400_000,
  );
  await expectToast(page, ['Rate Limit Exceeded', `Try again after ${tomorrow}`]);
});

it('an inbox says what became of its mail', async () => {
  const page = await begin({ dark: true });
  const firstSteps = (mail: string) => ({
    isNew: true,
    confirmed: false,
    used: false,
    apiKey: false,
    waiting: Array.from({ length: 5 }, (_, at) => ({
      id: crypto.randomUUID(),
      value: `${'long'.repeat(15)}${at}@example.org`,
      mail,
    })),
    look: { from: 'postmaster@kauke.test', subject: 'Confirm this inbox' },
  });
  for (const [mail, words] of [
    ['refused', 'Its mail server refused the mail. Is the address right?'],
    ['delayed', 'Its mail server has not accepted the mail yet. We keep trying for four days.'],
    ['none', 'No mail is on its way there.'],
  ] as const) {
    const json = { firstSteps: firstSteps(mail) };
    await answerNext(page, '**/api/account/first-steps', 'GET', { json });
    await page.goto('/dashboard');
    await page.getByText(words).nth(2).waitFor();
    await page.getByRole('link', { name: '2 more in the settings' }).waitFor();
    await expectAccessible(page);
  }
});

it('an inbox that waits from now on is told together with its alias: nothing pushes the list away later', async () => {
  const page = await begin();
  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: 'Waiting for confirmation' });
  await see(waiting, visits.now.email);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/account/first-steps', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await createAlias(page, { alias: 'new', forwardTo: 'new@example.org' });
  const row = aliasRow(page, 'new');
  const place = await row.boundingBox();
  expect(await waiting.getByText('new@example.org').isVisible()).toBe(true);
  const answer = page.waitForResponse('**/api/account/first-steps');
  answered.resolve();
  await answer;
  await waiting.getByText('Its mail server accepted the mail.').nth(1).waitFor();
  expect(await row.boundingBox()).toEqual(place);
});

it('another inbox takes its place on all of its aliases at once, beside the others that they have, and back', async () => {
  const page = await begin();
  await seedAliases(visits.now, ['one', 'two'], 'wrong@example.org');
  await page.goto('/dashboard');
  const other = page.getByRole('button', { name: 'Other inbox than wrong@example.org' });
  await other.click();
  const field = page.getByLabel('Inbox of 2 aliases from now on');
  await field.fill('not an address');
  await page.keyboard.press('Enter');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Other inbox than wrong@example.org');
  await other.click();
  await field.fill('right@example.org');
  await page.keyboard.press('Enter');
  await expectToast(page, ['Inbox Changed', 'right@example.org is asked to confirm.']);
  for (const name of ['one', 'two']) await see(aliasRow(page, name), 'right@example.org');
  await page.getByRole('button', { name: 'Other inbox than right@example.org' }).waitFor();
  await other.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const name of ['one', 'two']) await see(aliasRow(page, name), 'wrong@example.org');
});

it('the first steps fold to a line once there is an alias, are ticked, and never come back once they are dismissed', async () => {
  const page = await begin();
  await page.goto('/dashboard');
  await see(page, '0 of 4 done', 'Make an alias first, then write to it.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Alias' }).click();
  await see(page, 'Next: Confirm an inbox');
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await page.getByRole('checkbox', { name: 'Reply' }).check();
  await see(page, '1 of 4 done');
  await page.reload();
  await see(page, '1 of 4 done');
  await visits.now.call('POST', '/api/api-keys', { name: 'Password manager' });
  await page.reload();
  await see(page, '2 of 4 done');
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
  expect(await page.locator(':focus').textContent()).toBe('Email Forwarding');
  await page.reload();
  await page.getByRole('rowheader').waitFor();
  expect(await page.getByText('of 4 done').count()).toBe(0);
});

it('the last step that is ticked ends them', async () => {
  const page = await begin({ phone: true });
  await answerNext(page, '**/api/account/first-steps', 'GET', {
    json: {
      firstSteps: {
        isNew: true,
        confirmed: true,
        used: true,
        apiKey: true,
        waiting: [],
        look: { from: 'postmaster@kauke.test', subject: 'Confirm this inbox' },
      },
    },
  });
  await page.goto('/dashboard');
  await see(page, '3 of 4 done');
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Reply' }).click();
  await expectToast(page, 'All first steps are done');
  await page.reload();
  await see(page, 'No aliases yet');
  expect(await page.getByText('of 4 done').count()).toBe(0);
});
