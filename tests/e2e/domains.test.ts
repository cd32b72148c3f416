import { afterAll, describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countMailReports } from '#support/count-mail-report.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { recordsOf } from '#support/domain-world.ts';
import { addAliasRows, addMembers, addOwnDomain } from '#support/own-domain.ts';
import { useVisits } from './begin-visits.ts';
import { findViolations } from './find-violations.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { chooseForDomain, openForm } from './story.ts';
import { answerNext } from './visit.ts';

const dns = await startDnsServer();
afterAll(() => dns.close());
const visits = useVisits({ DNS_SERVERS: dns.address });
const { begin } = visits;

/** Domains as months of DNS would have left them: of the account, and those of somebody else in which it has a part. */
async function addStates({ database, ...core }: CoreContext, [mine, others]: readonly [string, string]): Promise<void> {
  const { db } = database;
  const context = { database, ...core };
  const change = (name: string) => db.updateTable('domains').where('name', '=', name);
  await addOwnDomain(context, { userId: mine, name: 'failing.example', state: 'failing' });
  await addOwnDomain(context, { userId: mine, name: 'lost.example', state: 'lost' });
  await addOwnDomain(context, { userId: mine, name: 'passed.example' });
  await change('failing.example')
    .set({ contradictedSince: new Date('2031-03-04T12:00:00Z') })
    .execute();
  await change('passed.example')
    .set({ proofDueAt: new Date('2031-03-04T12:00:00Z') })
    .execute();
  const member = { state: 'verified', ownerId: mine } as const;
  const sub = { id: core.random.uuid(), name: 'ruta.kauke.test', kind: 'sub', ...member } as const;
  await db.insertInto('domains').values(sub).execute();
  await db.insertInto('domainMembers').values({ domainId: sub.id, userId: mine, role: 'admin' }).execute();
  const maker = await addOwnDomain(context, { userId: others, name: 'made.example' });
  await addMembers(context, maker.id, [mine]);
  const managed = await addOwnDomain(context, { userId: others, name: 'managed.example' });
  await addMembers(context, managed.id, [mine], 'admin');
}

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

    await section.getByRole('button', { name: 'Check now: mail.example.org' }).click();
    await expectToast(page, 'Not everything is published yet.');
    await chooseForDomain(section, 'mail.example.org', 'Members of mail.example.org');
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

    await withOperator(visits.command, (context) => countMailReports(context, 'mail.example.org'));
    await chooseForDomain(section, 'mail.example.org', 'Reports of mail.example.org');
    const reports = section.getByRole('group', { name: 'Reports of mail.example.org' });
    const mail = reports.getByRole('table', { name: 'Mail sent from this domain (DMARC)' });
    await mail.getByRole('cell', { name: '1,204', exact: true }).first().waitFor();
    await reports.getByText('4 messages from an address of this service were not proven').waitFor();
    await reports.getByText('Failures: certificate: 8, MTA-STS: 2.').waitFor();
    await reports.getByText('_smtp._tls.mail.example.org').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await chooseForDomain(section, 'mail.example.org', 'Remove mail.example.org');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Domain removed');
    await section.getByText('mail.example.org', { exact: true }).waitFor({ state: 'detached' });
  });

  it('are switched off and on, named and described by whoever may', async () => {
    const page = await begin({ dark: true, phone: true });
    const { userId } = visits.now;
    await withDomains(visits.command, (core) => addOwnDomain(core, { userId, name: 'named.example' }));
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    // What comes next stands there as buttons; all else is in one menu.
    const row = section.getByRole('listitem').filter({ hasText: 'named.example' }).first();
    const buttons = row.locator('button:not([aria-label^="Copy"])');
    expect(await buttons.allInnerTexts()).toEqual(['Check now', 'Hide records', 'Actions']);
    await chooseForDomain(section, 'named.example', 'Settings of named.example');
    await section.getByRole('button', { name: 'Close: Settings of named.example' }).press('Enter');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of named.example');
    await row.getByRole('button', { name: 'Actions of named.example' }).click();
    await row.getByRole('menu').getByText('Remove').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect((await row.getByRole('menu').boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await chooseForDomain(section, 'named.example', 'Settings of named.example');
    const panel = section.getByRole('region', { name: 'Settings of named.example' });
    const takes = panel.getByRole('switch', { name: 'Takes mail' });
    await takes.press('Space');
    await section.getByText('Off', { exact: true }).waitFor();
    expect(await takes.getAttribute('aria-checked')).toBe('false');
    await panel.getByLabel('Name to send with').fill('a@b.example');
    await panel.getByRole('alert').getByText('no line breaks').waitFor();
    await panel.getByLabel('Name to send with').fill('Ann of Shoes');
    await panel.getByLabel('Description').fill('For all the shops that there are. '.repeat(5));
    await panel.getByRole('button', { name: 'Save' }).click();
    await section.getByText('For all the shops').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.reload();
    await chooseForDomain(section, 'named.example', 'Settings of named.example');
    expect(await panel.getByLabel('Name to send with').inputValue()).toBe('Ann of Shoes');
    await takes.press('Space');
    await section.getByText('Off', { exact: true }).waitFor({ state: 'detached' });
  });

  it('say how they stand, whoever they belong to, and that they could not be loaded', async () => {
    await begin();
    const others = visits.now.userId;
    await visits.now.context.close();
    const page = await begin();
    const { userId } = visits.now;
    await withDomains(visits.command, (core) => addStates(core, [userId, others]));
    await answerNext(page, '**/api/account/domains', 'GET', { status: 404, json: { message: 'Not now' } });
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    await section.getByRole('alert').getByText('This could not be loaded.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await section.getByRole('button', { name: 'Try again' }).click();

    const rowOf = (name: string) => section.getByRole('listitem').filter({ hasText: name }).first();
    await rowOf('failing.example').getByText('No longer proven').waitFor();
    await rowOf('failing.example')
      .getByText(/again before .*2031/u)
      .waitFor();
    await rowOf('lost.example').getByText('Its aliases take no mail.').waitFor();
    await rowOf('passed.example').getByText('It passed to you.').waitFor();
    await rowOf('passed.example').getByText('2031').waitFor();
    await rowOf('ruta.kauke.test').getByText('Given to you. There is nothing to publish.').waitFor();
    await rowOf('made.example').getByText('You may make aliases on it.').waitFor();
    expect(await rowOf('made.example').getByRole('button').allInnerTexts()).toEqual(['Remove']);
    await expectAccessible(page);

    // Who manages another's domain neither sees nor says where its mail goes.
    await chooseForDomain(section, 'managed.example', 'Catch-all of managed.example');
    const panel = section.getByRole('region', { name: 'Mail to unknown names on managed.example' });
    await panel.getByRole('button', { name: 'Add rule' }).click();
    await panel.getByLabel('Name', { exact: true }).fill('shop-*');
    expect(await panel.getByLabel(/forward|labels/iu).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Rules saved');
  });

  it('list names of roles that others have, for whoever may give them to the owner', async () => {
    await begin();
    const others = visits.now.userId;
    await visits.now.context.close();
    const page = await begin({ dark: true, phone: true });
    const { userId } = visits.now;
    await withDomains(visits.command, async (core) => {
      const mine = await addOwnDomain(core, { userId, name: 'roles.example', forwardTo: ['own@roles-inbox.example'] });
      await addMembers(core, mine.id, [others]);
      await addAliasRows(core, { userId: others, domainId: mine.id, names: ['admin', 'hostmaster'] });
      const managed = await addOwnDomain(core, { userId: others, name: 'others.example' });
      await addMembers(core, managed.id, [userId], 'admin');
    });
    await answerNext(page, '**/aliases?givable=true', 'GET', { status: 404, json: { message: 'Not now' } });
    await page.goto('/settings/domains');
    const names = page.getByRole('region', { name: 'Names that speak for your domain' });
    await names.getByRole('alert').getByText('They could not be loaded.').waitFor();
    await names.getByRole('button', { name: 'Try again' }).click();
    await names.getByText('hostmaster@roles.example', { exact: true }).waitFor();
    expect(await names.count()).toBe(1);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    for (const name of ['admin', 'hostmaster']) {
      await names.getByRole('button', { name: `Give to the owner: ${name}@roles.example` }).click();
      await expectToast(page, `${name}@roles.example is the owner’s now`);
      await names.getByText(`${name}@roles.example`, { exact: true }).waitFor({ state: 'detached' });
    }
    await names.waitFor({ state: 'detached' });
  });

  it('are looked at again while the page is open, until all is published', async () => {
    const page = await begin();
    const { call } = visits.now;
    const { domain } = await call<{ domain: OwnDomain }>('POST', '/api/account/domains', { name: 'live.example' });
    dns.add({ ...recordsOf(domain, 'ownership'), ...recordsOf(domain, 'mx') });
    await call('POST', `/api/account/domains/${domain.id}/verify`);
    await page.clock.install();
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    await section.getByText('Verified', { exact: true }).waitFor();
    await section.getByText('3 records are not as they should be.').waitFor();
    dns.add({ ...recordsOf(domain, 'dkim'), ...recordsOf(domain, 'dmarc') });
    await page.clock.fastForward('05:00');
    await section.getByText('1 record is not as it should be.').waitFor();
    const [spf = {}, mx = {}] = [recordsOf(domain, 'spf')[domain.name], recordsOf(domain, 'mx')[domain.name]];
    dns.add({ [domain.name]: Object.assign({}, mx, spf) });
    await page.clock.fastForward('05:00');
    await section.getByText('All records are published.').waitFor();
    await expect.poll(() => section.getByRole('list', { name: 'Records of live.example' }).count()).toBe(0);

    // Where all is well, it is looked at again from the menu: once, and it is told while that lasts.
    const released = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(`**/domains/${domain.id}/verify`, async (route) => {
      asked += 1;
      await released.promise;
      await route.continue();
    });
    await chooseForDomain(section, 'live.example', 'Check now: live.example');
    await section.getByText('Checking...', { exact: true }).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions of live.example');
    await section.getByRole('button', { name: 'Actions of live.example' }).click();
    const entry = section.getByRole('menuitem', { name: 'Check now: live.example' });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    await entry.click({ force: true });
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    released.resolve();
    await section.getByText('Checking...', { exact: true }).waitFor({ state: 'detached' });
    await expectToast(page, 'Your domain is verified');
    expect(asked).toBe(1);
  });

  it('take any name, also those that are reserved on shared ones', async () => {
    const page = await begin();
    const { userId } = visits.now;
    await withDomains(visits.command, (core) => addOwnDomain(core, { userId, name: 'own.example' }));
    await page.goto('/dashboard');
    const refused = '"info" is a reserved alias name. Please choose a different name.';
    await page.getByLabel('Alias Name').fill('info');
    await page.getByLabel('Domain', { exact: true }).selectOption('kauke.test');
    await page.getByLabel('Alias Name').press('Enter');
    await page.getByRole('alert').filter({ hasText: refused }).waitFor();
    await page.getByLabel('Domain', { exact: true }).selectOption('own.example');
    await page.getByLabel('Alias Name').press('Enter');
    await page.getByRole('rowheader', { name: 'info@own.example' }).waitFor();

    await openForm(page);
    await page.getByLabel('Alias Name').fill('sales');
    await page.getByLabel('Forward To').fill('box@home.example');
    await page.getByLabel('Domain', { exact: true }).selectOption('kauke.test');
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await expectToast(page, 'Alias Not Allowed');
    await page.getByLabel('Domain', { exact: true }).selectOption('own.example');
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await page.getByRole('rowheader', { name: 'sales@own.example' }).waitFor();
  });
});
