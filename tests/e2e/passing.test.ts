import { describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { useVisits } from './begin-visits.ts';
import { findViolations } from './find-violations.ts';
import { expectToast, phone } from './open-page.ts';
import { beginVisit, password, seedAliases } from './visit.ts';
import { choose, chooseForDomain } from './story.ts';

const visits = useVisits();
const { begin } = visits;

describe('passing an alias to another account', () => {
  it('goes from the form of one to the list of the other, who signs in on the way', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['shop']);
    await page.goto('/dashboard');
    await choose(page, 'Edit shop@kauke.test');
    await page.getByRole('button', { name: 'Pass to another account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pass shop@kauke.test on?' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = await dialog.getByText(/take#[\w-]{43}$/).innerText();
    expect(await findViolations(page)).toEqual([]);
    const path = link.replace(/^[^#]*/, '/take');

    // One's own link is none.
    const own = await visits.now.context.newPage();
    await own.goto(path);
    await own.getByRole('heading', { name: 'This is your own link' }).waitFor();
    await own.close();

    const other = await beginVisit(visits.browser, {
      webUrl: visits.webUrl,
      email: 'taker@example.com',
      viewport: phone,
      dark: true,
    });
    try {
      await other.call('POST', '/api/auth/logout');
      await other.page.goto(path);
      await other.page.getByText('Sign in to see what you are offered.').waitFor();
      expect(other.page.url()).not.toContain('#');
      await other.page.getByLabel('Email', { exact: true }).fill('taker@example.com');
      await other.page.getByLabel('Password', { exact: true }).fill(password);
      await other.page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await other.page.getByRole('heading', { name: 'Take this alias?' }).waitFor();
      await other.page.getByText('shop@kauke.test', { exact: true }).waitFor();
      await other.page.getByLabel('Forward to').selectOption('Your default inbox');
      expect(await findViolations(other.page)).toEqual([]);
      await other.page.getByRole('button', { name: 'Take it' }).click();
      await other.page.getByRole('heading', { name: 'shop@kauke.test is yours' }).waitFor();
      expect(await other.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status');
      expect(await findViolations(other.page)).toEqual([]);
      await other.page.getByRole('link', { name: 'Go to Dashboard' }).click();
      await other.page.getByText('shop@kauke.test').first().waitFor();
      await other.page.goto(path);
      await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    } finally {
      await other.context.close();
    }
    await page.keyboard.press('Escape');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Actions of shop@kauke.test' }).waitFor({ state: 'detached' });
  });

  it('is the same for a domain, with the aliases on it', { tags: 'proof' }, async () => {
    const page = await begin();
    const { userId } = visits.now;
    await withDomains(visits.command, (core) => addOwnDomain(core, { userId, name: 'own.example' }));
    const wanted = { alias: 'mine', domain: 'own.example', forwardTo: visits.now.email };
    await visits.now.call('POST', `/api/aliases/${userId}`, wanted);
    await page.goto('/settings/domains');
    await chooseForDomain(page, 'own.example', 'Members of own.example');
    const members = page.getByRole('dialog', { name: 'Members of own.example' });
    await members.getByText('Aliases of all members').click();
    await members.getByRole('listitem').filter({ hasText: 'mine' }).getByText('You · Waits').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await chooseForDomain(page, 'own.example', 'Pass to another account: own.example');
    const dialog = page.getByRole('dialog', { name: 'Pass own.example on?' });
    await dialog.getByLabel('My aliases on it pass, too').check();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = await dialog.getByText(/take#[\w-]{43}$/).innerText();

    const other = await beginVisit(visits.browser, { webUrl: visits.webUrl, email: 'buyer@example.com' });
    try {
      await other.page.goto(link.replace(/^[^#]*/, '/take'));
      await other.page.getByRole('heading', { name: 'Take this domain?' }).waitFor();
      await other.page.getByText('1 passes with it').waitFor();
      expect(await findViolations(other.page)).toEqual([]);
      await other.page.getByRole('button', { name: 'Take it' }).click();
      await other.page.getByRole('heading', { name: 'own.example is yours' }).waitFor();
      await other.page.getByRole('link', { name: 'Go to Settings' }).click();
      await other.page.getByText(/^It passed to you\./).waitFor();
    } finally {
      await other.context.close();
    }
  });

  it('can be taken back', async () => {
    const page = await begin({ phone: true });
    await seedAliases(visits.now, ['kept']);
    await page.goto('/dashboard');
    await choose(page, 'Edit kept@kauke.test');
    await page.getByRole('button', { name: 'Pass to another account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pass kept@kauke.test on?' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByText(/take#[\w-]{43}$/).waitFor();
    await dialog.getByRole('button', { name: 'Take the link back' }).click();
    await expectToast(page, 'The link works no more');
    await dialog.getByRole('button', { name: 'Make a link' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});
