import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { startDnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { startImprovmxServer } from '#support/improvmx-server.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible } from './open-page.ts';
import { aliasRow, createAlias } from './story.ts';
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
    await row.getByRole('button', { name: 'SMTP settings' }).click();
    await page.getByRole('button', { name: texts.dashboard.smtp.createButton }).click();
    await page.getByText('smtp.improvmx.com on port 587 with TLS, or 465 with SSL').waitFor();
    await see(page, 'sends@kauke.test');
    // Contacts, transparent mode and its siblings stand in this panel alone.
    expect(await page.getByRole('button', { name: 'Contacts and mail handling' }).count()).toBe(0);
    expect(asked.filter((path) => path.includes('deliveries') || path.includes('contacts'))).toEqual([]);
    await expectAccessible(page);

    await page.goto('/settings');
    const targets = page.getByRole('region', { name: 'Targets', exact: true });
    await targets.getByText(visits.now.email).waitFor();
    expect(await targets.getByRole('switch').count()).toBe(0);
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
    ];
    for (const path of ['/privacy', '/gdpr', '/about', '/transparency']) {
      await page.goto(path);
      await page.getByText(said).first().waitFor();
      const text = await page.getByRole('main').innerText();
      const found = untrue.filter((words) => text.includes(words));
      expect(found, `at ${path}`).toEqual([]);
    }
    for (const path of ['/privacy', '/gdpr']) {
      await page.goto(path);
      await page.getByText(`We keep no email activity logs. ${said}`).waitFor();
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
      /leaves as the alias|header of any mail|anonymous|Zero Logs|touches a disk|Answer as the alias|never lost|Nothing about your mail/,
    );
    await expectAccessible(page);
  });
});
