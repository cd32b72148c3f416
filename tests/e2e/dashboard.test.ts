import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { texts as allTexts } from './texts.ts';
import { expectAccessible, expectToast as toast } from './open-page.ts';
import { aliasRow, choose, openForm, watchRows } from './story.ts';
import { see, seedAliases } from './visit.ts';

const texts = allTexts.dashboard;
// More aliases than an account that nobody confirmed may have.
const visits = useVisits({ ALIASES_UNCONFIRMED: '100' });
const { begin } = visits;

describe('the form for a new alias', () => {
  it('makes an alias from pasted targets and says what is wrong on the way', async () => {
    const page = await begin();
    await page.goto('/dashboard');
    await see(page, texts.title, texts.subtitle, texts.create.spamNote);
    await openForm(page);
    await see(page, texts.create.heading, ...texts.create.labels, texts.create.counter);
    await see(page, texts.list.heading, ...texts.list.empty);
    await page.getByText(texts.create.hint).waitFor();
    const name = page.getByPlaceholder(texts.create.placeholder);
    const targets = page.getByLabel('Forward To');
    const submit = page.getByRole('button', { name: 'Create Alias' });
    expect(await page.getByLabel('Domain').inputValue()).toBe('kauke.test');

    await submit.click();
    await see(page, ...texts.create.fieldErrors);
    await name.fill('no spaces');
    await see(page, texts.create.invalidAlias);
    await name.fill('a'.repeat(500));
    await see(page, texts.create.invalidAlias);
    await name.fill('admin');
    await targets.fill('not-an-address ');
    await submit.click();
    await see(page, texts.create.invalidTargets);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove not-an-address' }).click();
    expect(await page.locator(':focus').getAttribute('id')).toBe(await targets.getAttribute('id'));

    const many = Array.from({ length: 200 }, (_, index) => `t${index}@example.com`).join('\n');
    await targets.fill(`${many}\n`);
    await see(page, '200 of 20');
    await name.fill('newsletters');
    await submit.click();
    await see(page, texts.create.tooManyTargets);

    await page.reload();
    await openForm(page);
    await name.fill('admin');
    await targets.fill('"Rūtaitė, Rūta" <ruta@example.com>; jonas@example.com\negle@example.com ');
    expect(await page.getByRole('list', { name: 'Targets' }).getByRole('listitem').count()).toBe(3);
    await submit.click();
    await toast(page, texts.create.reserved);
    expect(await page.getByText(texts.list.empty[0]).isVisible()).toBe(true);

    await name.fill('shoes');
    await page.getByLabel('Notes').fill(`<b>שלום</b> 👟 ${'x'.repeat(200)}`);
    await see(page, '0 of 128 left');
    await submit.dblclick();
    await toast(page, texts.create.created);
    await toast(page, [texts.create.created[0], 'shoes@kauke.test']);
    const row = aliasRow(page, 'shoes');
    await see(row, `<b>שלום</b> 👟 ${'x'.repeat(16)}...`);
    await see(row, '3 not taking mail');
    expect(await page.locator(':focus').getAttribute('placeholder')).toBe(texts.create.placeholder);
    await row.getByRole('button', { name: '3 inboxes of shoes@kauke.test' }).click();
    await see(row, 'ruta@example.com', 'jonas@example.com', 'egle@example.com');
    await expectAccessible(page);
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await name.inputValue()).toBe('');
  });

  it('can be filled in by keyboard alone, a chip for each comma, space or line', async () => {
    const page = await begin({ phone: true, dark: true });
    await page.goto('/dashboard');
    await see(page, ...texts.list.empty);
    await page.keyboard.press('n');
    await page.keyboard.type('keys');
    await page.getByRole('button', { name: 'More about the new alias' }).press('Enter');
    await page.getByLabel('Forward To').waitFor();
    await page.locator('input:focus').waitFor();
    expect(await page.locator('input:focus').inputValue()).toBe('keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('a@example.com,b@example.com c@example.com');
    await page.keyboard.press('Enter');
    const chips = page.getByRole('list', { name: 'Targets' }).getByRole('listitem');
    expect(await chips.allTextContents()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    await page.keyboard.press('Backspace');
    expect(await page.getByLabel('Forward To').inputValue()).toBe('c@example.com');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await toast(page, texts.create.created[0]);
    await page.getByRole('heading', { name: 'keys@kauke.test' }).waitFor();
    await expectAccessible(page);
  });
});

describe('the list', () => {
  it('is searched, paged and found again by going back', async () => {
    const page = await begin();
    const names = Array.from({ length: 23 }, (_, index) => `list-${String(index + 1).padStart(2, '0')}`);
    const [first] = await seedAliases(visits.now, names);
    await visits.now.call('PUT', `/api/aliases/${first}`, { forwardTo: 'other@example.net', notes: 'Tea SHOP' });
    await visits.now.call('PATCH', `/api/aliases/${first}/toggle`, { active: false });
    await page.goto('/dashboard');
    await see(page, 'Showing 1-10 of 23 aliases');
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([...texts.list.columns]);
    await see(aliasRow(page, 'list-23'), texts.list.noNote, 'Waiting');
    expect(await page.getByLabel('Per page').getByRole('option').allTextContents()).toEqual([...texts.list.pageSizes]);
    const [previous, next] = texts.list.steps;
    expect(await page.getByRole('button', { name: previous }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: next }).click();
    await see(page, 'Showing 11-20 of 23 aliases');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await see(page, 'Showing 21-23 of 23 aliases');
    await see(aliasRow(page, 'list-01'), texts.list.paused);

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.goBack();
    await see(page, 'Showing 21-23 of 23 aliases');
    await page.getByLabel('Per page').selectOption('25');
    await see(page, 'Showing 1-23 of 23 aliases');
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);

    const search = page.getByPlaceholder(texts.list.search);
    for (const [term, count] of [
      ['LIST-0', 9],
      ['other@', 1],
      ['tea shop', 1],
      ['null', 0],
    ] as const) {
      await search.fill(term);
      await see(page, count === 0 ? texts.list.noMatch[0] : `Showing 1-${count} of ${count} aliases`);
    }
    await search.fill('nowhere');
    await see(page, ...texts.list.noMatch);
    await expectAccessible(page);
  });

  it('finds what was typed last again, however soon one left', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['delta', 'echo1']);
    await page.goto('/dashboard');
    await see(page, 'echo1@kauke.test');
    const settings = page.getByRole('link', { name: 'Settings' }).first();
    // Faster than any hand: typed and left within one task of the page.
    await settings.evaluate((link: HTMLElement, label: string) => {
      const field = document.querySelector<HTMLInputElement>(`input[placeholder="${label}"]`)!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'delt');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      link.click();
    }, texts.list.search);
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['delta@kauke.test']);
    expect(await page.getByPlaceholder(texts.list.search).inputValue()).toBe('delt');
  });

  it('changes an alias in its place: Enter saves, Escape leaves it', async () => {
    const page = await begin();
    const [id] = await seedAliases(visits.now, ['first']);
    await visits.now.call('PATCH', `/api/aliases/${id}/toggle`, { active: false });
    await page.goto('/dashboard');
    const edit = (): Promise<void> => choose(page, 'Edit first@kauke.test');
    await edit();
    const form = page.getByRole('form', { name: 'Edit first@kauke.test' });
    await form.getByRole('listitem').waitFor();
    expect(await form.getByRole('listitem').allTextContents()).toEqual([visits.now.email]);
    // On a phone the list is another one, so nothing is typed yet.
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await edit();
    await form.getByLabel('Alias Name').fill('never');
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of first@kauke.test');

    await edit();
    await form.getByLabel('Alias Name').fill(' ');
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await form.getByLabel('Alias Name').fill('second');
    await form.getByRole('button', { name: `Remove ${visits.now.email}` }).click();
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.keyboard.type('next@example.net');
    await page.keyboard.press('Enter');
    await toast(page, texts.list.toasts.updated);
    await see(aliasRow(page, 'second'), texts.list.paused, 'next@example.net');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of second@kauke.test');
  });

  it('tells of a change in another tab before it is overwritten', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['shared', 'occupied']);
    await page.goto('/dashboard');
    const second = await visits.now.context.newPage();
    await second.goto('/dashboard');
    await choose(page, 'Edit shared@kauke.test');
    await page.getByRole('form').getByLabel('Notes').last().fill('from the first');
    await choose(second, 'Edit shared@kauke.test');
    await second.getByRole('form', { name: 'Edit' }).getByLabel('Notes').fill('from the second');
    await second.keyboard.press('Enter');
    await toast(second, texts.list.toasts.updated);
    await page.getByText('This alias was changed elsewhere since you began.').waitFor();
    // Pages in the background draw nothing.
    await page.bringToFront();
    await page.getByRole('form', { name: 'Edit' }).getByLabel('Alias Name').fill('occupied');
    await page.keyboard.press('Enter');
    await toast(page, texts.failures.update[0]);
    expect(await page.getByRole('form', { name: 'Edit' }).getByLabel('Notes').inputValue()).toBe('from the first');
  });

  it('pauses, activates, copies and deletes', async () => {
    const page = await begin({ dark: true });
    await seedAliases(visits.now, ['switched', 'kept']);
    await page.goto('/dashboard');
    const row = aliasRow(page, 'switched');
    const onOff = row.getByRole('switch');
    await onOff.click();
    await toast(page, texts.list.toasts.off);
    await see(row, texts.list.paused);
    expect(await onOff.getAttribute('aria-checked')).toBe('false');
    await onOff.press('Space');
    await toast(page, texts.list.toasts.on);
    await row.getByRole('button', { name: 'Copy' }).click();
    await toast(page, texts.list.copied);
    await row.getByRole('button', { name: 'Send again' }).click();
    await toast(page, 'Confirmation mail sent');

    await choose(row, 'Delete');
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of switched@kauke.test');
    await choose(row, 'Delete');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete alias' }).dblclick();
    await toast(page, texts.list.toasts.deleted);
    await row.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toContain(texts.list.heading);
  });

  it('tells which mail waits', async () => {
    const page = await begin();
    const [aliasId] = await seedAliases(visits.now, ['slow']);
    const nextAttemptAt = '2026-11-21T14:05:00.000Z';
    await page.route('**/api/deliveries', (route) =>
      route.fulfill({ json: { deliveries: [{ aliasId, waiting: 1, failing: 0, nextAttemptAt }] } }),
    );
    await page.goto('/dashboard');
    const time = await page.evaluate(
      (iso) => new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' }),
      nextAttemptAt,
    );
    await see(aliasRow(page, 'slow'), `1 message waiting, next try ${time}`);
  });

  it('draws 10,000 aliases at once and follows what is typed', async () => {
    const page = await begin();
    const targets = [
      { id: crypto.randomUUID(), kind: 'email', value: visits.now.email, state: 'confirmed', failingSince: null },
    ];
    const endless = { expiresAt: null, maxMessages: null, messagesLeft: null, idleDays: null, ended: null };
    const usual = { labels: [], copyReplies: false, lastForwardTo: null, ...endless };
    const aliases = Array.from({ length: 10_000 }, (_, index) => ({
      id: crypto.randomUUID(),
      userId: visits.now.userId,
      alias: `alias-${index}`,
      domain: 'kauke.test',
      forwardTo: visits.now.email,
      improvmxId: '',
      providerState: 'live',
      active: true,
      notes: `Note ${index}`,
      ...usual,
      createdAt: '2026-11-20T10:00:00.000Z',
      targets,
    }));
    await page.route(`**/api/aliases/${visits.now.userId}`, (route) => route.fulfill({ json: { aliases } }));
    const countDrawn = await watchRows(page);
    await page.goto('/dashboard');
    await see(page, 'Showing 1-10 of 10,000 aliases');
    expect(await page.getByRole('table').getByText('On', { exact: true }).count()).toBe(10);
    // How long that takes, `npm run bench -- web` measures.
    expect(await countDrawn()).toBe(10);
    const typed = 'alias-9999';
    await page.getByPlaceholder(texts.list.search).pressSequentially(typed);
    await see(page, 'Showing 1-1 of 1 aliases');
    expect(await countDrawn()).toBeLessThanOrEqual(10 + 10 * typed.length);
  });
});
