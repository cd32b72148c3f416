import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { ruleMessages } from '#messages/pages/account/rules.ts';
import { heldMessages } from '#messages/pages/held.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { startImprovmxServer } from '#support/improvmx-server.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { aliasRow, choose, chooseForDomain, createAlias } from './story.ts';
import { texts } from './texts.ts';
import { see, seedAliases } from './visit.ts';

const [provider, sink, dns, port] = await Promise.all([
  startImprovmxServer(),
  startSmtpSink(),
  startDnsServer(),
  findFreePort(),
]);
afterAll(() => Promise.all([provider.close(), sink.stop(), dns.close()]));

const visits = useVisits({
  FORWARDING_PROVIDER: 'improvmx',
  IMPROVMX_API_KEY: provider.apiKey,
  IMPROVMX_API_URL: provider.apiUrl,
  DELIVERY: 'smarthost',
  SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
  DNS_SERVERS: dns.address,
  BIND_ADDRESS: '127.0.0.1',
  HTTP_PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  OPERATOR_EMAIL: 'operator@inbox.example',
  TARGET_CONFIRMATION: 'off',
});
const { begin } = visits;

/** The provider knows the domains, and is not in the middle of anything. */
async function openDashboard(): Promise<Page> {
  const page = await begin();
  await expect.poll(() => provider.account.forwardOf('veil.test', 'abuse')).not.toBeNull();
  await page.goto('/dashboard');
  await see(page, texts.dashboard.list.empty[0]);
  return page;
}

describe('under ImprovMX', () => {
  it('an alias is set up until the provider has it, and not live where that refuses it', async () => {
    const page = await openDashboard();
    provider.trouble = () => 'drop_before';
    await createAlias(page, { alias: 'shoes', forwardTo: visits.now.email });
    await see(aliasRow(page, 'shoes'), 'Setting up');
    await expectAccessible(page);
    provider.trouble = () => null;
    await see(aliasRow(page, 'shoes'), 'On');
    expect(provider.account.forwardOf('kauke.test', 'shoes')).toBe(visits.now.email);
    expect(await page.getByText('Setting up').count()).toBe(0);

    provider.trouble = () => 'drop_before';
    await createAlias(page, { alias: 'full', forwardTo: visits.now.email });
    await see(aliasRow(page, 'full'), 'Setting up');
    const { plan } = provider.account;
    provider.account.plan = { ...plan, aliases: 0 };
    provider.trouble = () => null;
    await see(
      aliasRow(page, 'full'),
      'Not live',
      "The forwarding provider's plan does not allow this. Please contact whoever runs this service.",
    );
    await expectAccessible(page);
    provider.account.plan = plan;
  });

  it('mail programs send by the provider, and what it has not is not offered', async () => {
    const page = await openDashboard();
    await seedAliases(visits.now, ['sends']);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    const row = aliasRow(page, 'sends');
    await choose(row, 'SMTP settings');
    await page.getByRole('button', { name: texts.dashboard.smtp.createButton }).click();
    await page.getByText('smtp.improvmx.com on port 587 with TLS, or 465 with SSL').waitFor();
    await see(page, 'sends@kauke.test');
    // Contacts, transparent mode and its siblings stand in this panel alone.
    await row.getByRole('button', { name: 'Actions of' }).click();
    await row.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Contacts and mail handling' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(asked.filter((path) => path.includes('deliveries') || path.includes('contacts'))).toEqual([]);
    await expectAccessible(page);

    await page.goto('/settings/inboxes');
    const targets = page.getByRole('region', { name: 'Targets', exact: true });
    await targets.getByText(visits.now.email).waitFor();
    expect(await targets.getByRole('switch').count()).toBe(0);
    await expectAccessible(page);
  });

  it('an owner is warned where a reply would show the inbox, and every guide says what is different', async () => {
    const page = await openDashboard();
    await see(
      page,
      'Answer by SMTP as the alias: its page has the password. A reply from your inbox would show your address.',
    );
    expect(await page.getByText('Your address stays hidden.').count()).toBe(0);
    const [id] = await seedAliases(visits.now, ['warned']);
    await page.goto(`/aliases/${id}`);
    await see(
      page,
      'A reply from your inbox shows its address to whoever wrote: ImprovMX forwards the mail here. To answer as the alias, send by SMTP.',
    );
    expect(await page.getByText('It does not end by itself.').count()).toBe(0);
    await expectAccessible(page);
    for (const guide of ['getting-started', 'replies', 'see-and-stop']) {
      await page.goto(`/docs/${guide}`);
      await page.getByText('Here ImprovMX forwards the mail: a reply from an inbox shows its address').waitFor();
    }
    await expectAccessible(page);
  });

  it('a domain is forwarded as a whole or not at all, and held mail says that there is none', async () => {
    const page = await begin();
    const { userId } = visits.now;
    await withDomains(visits.command, (core) => addOwnDomain(core, { userId, name: 'own.example' }));
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    await chooseForDomain(section, 'own.example', 'Catch-all of own.example');
    const panel = section.getByRole('region', { name: 'Mail to unknown names on own.example' });
    await panel.getByText(ruleMessages.elsewhere.hint).waitFor();
    const choice = panel.getByLabel(ruleMessages.catchAllLabel);
    const { off } = ruleMessages.catchAll;
    expect(await choice.getByRole('option').allInnerTexts()).toEqual([off, ruleMessages.elsewhere.all]);
    await choice.selectOption('all');
    await panel.getByLabel(ruleMessages.elsewhere.forwardTo).fill('all@home.example');
    expect(await panel.getByText(ruleMessages.rules).count()).toBe(0);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Domain changed');
    await page.goto('/settings/held');
    await page.getByText(heldMessages.elsewhere).waitFor();
    expect(await page.getByRole('main').getByRole('region').count()).toBe(0);
    await expectAccessible(page);
  });

  it('the legal pages say who carries the mail and what it keeps', async () => {
    const page = await begin();
    const said = 'ImprovMX, which carries the mail, keeps logs of its own with addresses and subjects.';
    const untrue = [
      'Reply addresses',
      'touches a disk',
      'four days',
      'waiting mail',
      'signed with DKIM',
      'reply and send',
      'How many messages',
      'when they end',
    ];
    for (const path of ['/privacy', '/gdpr', '/about', '/transparency']) {
      await page.goto(path);
      await page.getByText(said).first().waitFor();
      if (path === '/privacy' || path === '/gdpr')
        await page.getByText(`We keep no email activity logs. ${said}`).waitFor();
      const text = await page.getByRole('main').innerText();
      const found = untrue.filter((words) => text.includes(words));
      expect(found, `at ${path}`).toEqual([]);
    }
  });

  it('the landing page promises nothing that the provider does not keep', async () => {
    const page = await begin();
    await page.goto('/home');
    await page
      .getByText('ImprovMX, which forwards the mail, keeps logs of its own with addresses and subjects.')
      .waitFor();
    await page.getByText('Here ImprovMX forwards the mail.').waitFor();
    await page.getByText('Send as your alias', { exact: true }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(
      /leaves as the alias|header of any mail|anonymous|Zero Logs|touches a disk|Answer as the alias|never lost|Nothing about your mail|nlimited aliases|A paused alias drops/,
    );
    await expectAccessible(page);
  });
});
