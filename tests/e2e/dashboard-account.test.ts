import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { texts as allTexts } from './texts.ts';
import { expectAccessible, expectToast as toast } from './open-page.ts';
import { aliasRow, choose } from './story.ts';
import { listenForComplaints, password, see, seedAliases } from './visit.ts';

const texts = allTexts.dashboard;
const visits = useVisits();
const { begin } = visits;

describe('SMTP credentials', () => {
  it('are made, shown for 30 seconds, made anew and deleted', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['sender']);
    await page.clock.install();
    await page.goto('/dashboard');
    await choose(page, 'SMTP settings of sender@kauke.test');
    const panel = page.getByRole('region', { name: 'SMTP settings of sender@kauke.test' });
    await see(panel, texts.smtp.none);
    expect(await panel.getByRole('link', { name: 'Setup guide' }).getAttribute('href')).toBe('/docs/sending');
    await panel.getByRole('button', { name: texts.smtp.createButton }).dblclick();
    await toast(page, texts.smtp.created);
    await see(panel, 'sender@kauke.test');
    await panel.getByText('on port 587 with TLS, or 465 with SSL').waitFor();
    await panel.getByText(/Hidden in (?:30|2\d) s/).waitFor();
    const shown = await panel.locator('code').textContent();
    expect(shown).toHaveLength(24);
    await panel.getByRole('button', { name: 'Copy SMTP password' }).click();
    await toast(page, texts.list.copied);
    await expectAccessible(page);
    await page.clock.runFor(30_000);
    await see(panel, texts.smtp.hidden);

    await panel.getByRole('button', { name: 'Regenerate password' }).click();
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await toast(page, texts.smtp.regenerated);
    expect(await panel.locator('code').textContent()).not.toBe(shown);
    await panel.getByRole('button', { name: 'Delete credentials', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, texts.smtp.deleted);
    await see(panel, texts.smtp.none);
  });
});

describe('the account', () => {
  it('is deleted only by the typed word, and comes back to who signs in within the week', async () => {
    const page = await begin({ phone: true });
    await seedAliases(visits.now, ['last']);
    await page.goto('/dashboard');
    await see(page, texts.deleteAccount.card);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await see(dialog, ...texts.deleteAccount.lost);
    await dialog.getByText(/Until \w+\s\d+,\s20\d\d you can sign in and keep your account\./).waitFor();
    const button = dialog.getByRole('button', { name: 'Delete Account' });
    await dialog.getByLabel('Type DELETE').fill('delet');
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel('Type DELETE').fill('delete');
    await expectAccessible(page);
    await button.click();
    await toast(page, texts.deleteAccount.toast);
    await page.waitForURL('**/');
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
    expect(await visits.now.call('GET', '/api/auth/session')).toEqual({ user: null });

    await page.goto('/settings');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(visits.now.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await see(page, ...texts.deleteAccount.leaving);
    await expectAccessible(page);
    await page.getByRole('button', { name: texts.deleteAccount.comeBack }).dblclick();
    await toast(page, texts.deleteAccount.back);
    await page.getByRole('heading', { name: 'last@kauke.test' }).waitFor();
  });

  it('loses its session and finds the page again as it was', async () => {
    const page = await begin({ dark: true });
    await seedAliases(visits.now, ['resumed']);
    await page.goto('/dashboard');
    await page.getByLabel('Alias Name').fill('half-typed');
    await choose(page, 'Edit resumed@kauke.test');
    const notes = page.getByRole('form', { name: 'Edit' }).getByLabel('Notes');
    await notes.fill('not saved yet');
    await visits.now.context.clearCookies();
    await page.keyboard.press('Enter');
    await see(page, ...texts.signedOut);
    expect(await page.getByRole('heading', { name: texts.title }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(visits.now.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: texts.title }).waitFor();
    expect(await notes.inputValue()).toBe('not saved yet');
    expect(await page.getByLabel('Alias Name').first().inputValue()).toBe('half-typed');

    await visits.now.context.clearCookies();
    await notes.press('Enter');
    await see(page, ...texts.signedOut);
    await expectAccessible(page);
  });

  it('shows its balance in dollars once there is some', async () => {
    const page = await begin();
    const answer = await visits.now.call<{ user: object }>('GET', '/api/auth/session');
    let balance = '0.00';
    await page.route('**/api/auth/session', (route) => route.fulfill({ json: { user: { ...answer.user, balance } } }));
    await page.goto('/dashboard');
    await page.getByRole('banner').getByText(visits.now.email).waitFor();
    expect(await page.getByRole('banner').getByText('$').count()).toBe(0);
    balance = '12.50';
    await page.reload();
    await see(page.getByRole('banner'), '$12.50');
    await expectAccessible(page);
  });

  it('leaves every tab when it signs out in one', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['secret-list']);
    await page.goto('/dashboard');
    const other = await visits.now.context.newPage();
    listenForComplaints(other, visits.now.complaints);
    await other.goto('/dashboard');
    await aliasRow(other, 'secret-list').waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Log out' }).click();
    await toast(page, ['Logged Out', 'Successfully logged out']);
    await other.getByRole('tab', { name: 'Create Account' }).waitFor();
    expect(await other.getByText('secret-list').count()).toBe(0);
  });
});
