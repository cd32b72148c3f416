import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { findViolations } from './find-violations.ts';
import { expectToast } from './open-page.ts';

const visits = useVisits();
const { begin } = visits;

describe('the domains of an account', () => {
  it('are added, shown with the records to publish, checked and removed', async () => {
    const page = await begin();
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    await section.getByLabel('Domain', { exact: true }).fill('co.uk');
    await section.getByRole('button', { name: 'Add domain' }).click();
    await section.getByText('Names like this are for everybody to register under.').waitFor();
    await section.getByLabel('Domain', { exact: true }).fill('mail.example.org');
    await section.getByRole('button', { name: 'Add domain' }).click();
    await expectToast(page, 'mail.example.org is added.');
    const records = section.getByRole('list', { name: 'Records of mail.example.org' });
    expect(await records.getByRole('listitem').count()).toBe(5);
    await records.getByText('_kauke.mail.example.org').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await section.getByRole('button', { name: 'Check mail.example.org now' }).click();
    await expectToast(page, 'Not everything is published yet.');
    await section.getByRole('button', { name: 'Members of mail.example.org' }).click();
    const members = page.getByRole('dialog', { name: 'Members of mail.example.org' });
    await members.getByText('You', { exact: true }).waitFor();
    await members.getByText('Aliases of all members').click();
    await members.getByText('There are none.').waitFor();
    await members.getByLabel('Who is it?').fill('Cousin');
    await members.getByRole('button', { name: 'Make a link' }).click();
    const link = await members.getByText(/settings\/domains#[\w-]{43}$/).innerText();
    await members.getByText('Cousin', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(link.replace(/^[^#]*/, '/settings'));
    await page.getByRole('dialog', { name: 'Join a domain?' }).getByRole('button', { name: 'Join' }).click();
    await expectToast(page, 'You can make aliases on mail.example.org now');

    await section.getByRole('button', { name: 'Hide records' }).click();
    await records.waitFor({ state: 'detached' });

    await section.getByRole('button', { name: 'Remove mail.example.org' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Domain removed');
    await section.getByText('mail.example.org', { exact: true }).waitFor({ state: 'detached' });
  });
});
