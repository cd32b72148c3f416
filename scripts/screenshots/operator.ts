import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { runAccountDelete, runAccountSuspend, runOperatorAdd } from '#cli/operator/account.ts';
import type { DomainCommandContext } from '#cli/database.ts';
import type { Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

const print = () => {};
const reason =
  'Several people complained about messages that were sent as your aliases.\nWrite to abuse@kauke.test and tell us what happened.';
const at = '2026-11-23T09:30:00.000Z';
const waiting = { waiting: 0, held: 0, oldestAt: at, nextAt: at, onHold: false };
const destinations = [
  { ...waiting, id: '0123456789ab', name: 'gmail.com', waiting: 1_204 },
  { ...waiting, id: '123456789abc', name: 'slow.example', waiting: 12, held: 12, nextAt: null, onHold: true },
  {
    ...waiting,
    id: '23456789abcd',
    name: `webhook at ${'hooks-of-a-long-name.'.repeat(5)}example`,
    waiting: 3,
    held: 1,
  },
  { ...waiting, id: '3456789abcde', name: 'empty.example', oldestAt: null, nextAt: null, onHold: true },
];

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[role="dialog"], [role="alertdialog"]').waitFor({ state: 'detached' });
}

async function takeQueue(page: Page, take: Take): Promise<void> {
  await page.route('/api/operator/queue', (route) => route.fulfill({ json: { destinations } }));
  await page.route('/api/operator/log', async (route) => {
    const log = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...log, brokenAt: '3' } });
  });
  await page.goto('/operator');
  await page.getByText('Somebody changed this list').waitFor();
  await take(page, 'operator-queue');
  await page.getByRole('button', { name: 'Drop… gmail.com' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'operator-drop');
  await closeDialog(page);
  await page.unroute('/api/operator/log');
  await page.unroute('/api/operator/queue');
  await page.route('/api/operator/queue', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/operator');
  await page.getByText('This could not be loaded.').waitFor();
  await take(page, 'operator-not-loaded');
  await page.unroute('/api/operator/queue');
}

async function takeDialogs(page: Page, accounts: Locator, take: Take): Promise<void> {
  await accounts.getByRole('button', { name: 'Suspend…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByText('Enter a reason.').waitFor();
  await take(page, 'operator-suspend');
  await closeDialog(page);
  await accounts.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'operator-delete');
  await closeDialog(page);
  await accounts.getByRole('button', { name: 'Quota…' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'operator-quota');
  await closeDialog(page);
  const link = {
    url: `https://kauke.example/reset#${'x'.repeat(43)}`,
    worksAt: at,
    expiresAt: '2026-11-30T09:30:00.000Z',
  };
  await page.route('**/recovery-link', (route) => route.fulfill({ json: { link } }));
  await accounts.getByRole('button', { name: 'Recovery link…' }).click();
  await page.getByRole('button', { name: 'Make the link' }).waitFor();
  await take(page, 'operator-recovery');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('It works from').waitFor();
  await take(page, 'operator-recovery-link');
  await page.goto('/operator');
}

const byAge = { day: 3, week: 41, older: 12_204 };
const mailReports = {
  dmarc: ['2026-11-22', '2026-11-21'].map((day) => ({
    day,
    reporters: 3,
    messages: 1_204,
    passed: 1_190,
    dkimAligned: 1_190,
    spfAligned: 800,
    quarantined: 9,
    rejected: 5,
    ownFailed: 2,
  })),
  tls: ['2026-11-22', '2026-11-21'].map((day) => ({
    day,
    reporters: 2,
    succeeded: 3_310,
    starttlsFailed: 0,
    certificateFailed: 4,
    daneFailed: 0,
    stsFailed: 1,
    otherFailed: 0,
  })),
};
const lists: Readonly<Record<string, unknown>> = {
  reports: {
    accounts: [
      { name: '1a2b3c4d', reports: { sent: 40, forwarded: 0, named: 3, lastAt: at } },
      { name: '2b3c4d5e', reports: { sent: 0, forwarded: 2, named: 1, lastAt: at } },
    ],
  },
  waiting: {
    accounts: ['1a2b3c4d', '2b3c4d5e'].map((name, index) => ({
      id: `${name}-0000-4000-8000-000000000000`,
      name,
      since: at,
      authMethod: index === 0 ? 'email' : 'wallet',
      proven: index === 0,
    })),
  },
  blocks: {
    blocks: [
      { name: 'spam.example', since: at },
      { name: `eve@${'a-very-long-name.'.repeat(6)}example`, since: at },
    ],
    total: 312,
  },
  'mail-reports': {
    domains: [
      { name: 'kauke.test', ...mailReports },
      { name: null, ...mailReports, tls: [] },
    ],
  },
  volume: {
    days: ['2026-11-23', '2026-11-22', '2026-11-20'].map((day) => ({
      day,
      forwarded: byAge,
      sent: { day: 0, week: 7, older: 1_204 },
    })),
  },
  health: {
    domains: [
      { name: 'kauke.test', retired: false, records: { mx: 'ok', spf: 'ok', dkim: 'ok', dmarc: 'ok', mtaSts: 'ok' } },
      {
        name: 'mask.test',
        retired: true,
        records: { mx: 'other', spf: 'ok', dkim: 'unknown', dmarc: 'missing', mtaSts: 'ok' },
      },
    ],
    certificates: [
      { name: 'mx.kauke.test', endsAt: '2027-02-01T00:00:00.000Z', ended: false, failure: null },
      { name: 'kauke.test', endsAt: '2026-11-01T00:00:00.000Z', ended: true, failure: 'connection' },
      { name: 'mta-sts.kauke.test', endsAt: null, ended: false, failure: null },
    ],
  },
};

async function takeLists(page: Page, take: Take): Promise<void> {
  for (const [name, json] of Object.entries(lists))
    await page.route(`/api/operator/${name}`, (route) => route.fulfill({ json }));
  await page.goto('/operator');
  await page.getByRole('button', { name: 'Show: Volume' }).waitFor();
  while ((await page.getByRole('button', { name: 'Show: ' }).count()) > 0)
    await page.getByRole('button', { name: 'Show: ' }).first().click();
  await page.getByText('It ended on').waitFor();
  await page.getByLabel('Address or domain').fill('nothing');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await take(page, 'operator-lists');
  await page.getByRole('button', { name: 'Refuse… account 1a2b3c4d' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'operator-refuse');
  await closeDialog(page);
  for (const name of Object.keys(lists)) await page.unroute(`/api/operator/${name}`);
}

/** The operator's page. `owner`: whose account is looked at. */
export async function visitOperator(
  { page, email, call }: Visit,
  owner: string,
  command: DomainCommandContext,
  take: Take,
): Promise<void> {
  await runOperatorAdd(command, email, print);
  const { secret } = await call<{ secret: string }>('POST', '/api/account/second-factor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await call('POST', '/api/account/second-factor/enable', { code });
  await page.goto('/operator');
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await page.getByText('an unbroken chain').waitFor();
  await take(page, 'operator');
  const find = async (who: string): Promise<void> => {
    await accounts.getByLabel('Email, account id').fill(who);
    await accounts.getByRole('button', { name: 'Find' }).click();
  };
  await find('nobody@example.com');
  await accounts.getByText('No account found.').waitFor();
  await take(page, 'operator-nobody');
  await find(owner);
  await accounts.getByText('SMTP passwords').waitFor();
  await takeDialogs(page, accounts, take);
  await takeLists(page, take);
  await runAccountSuspend(command, [owner, 'all', reason], print);
  await find(owner);
  await accounts.getByText('All mail is suspended').waitFor();
  await take(page, 'operator-account');
  await takeQueue(page, take);
}

/** What a suspended owner sees; the account is gone after that. */
export async function visitSuspended({ page, email, call }: Visit, command: DomainCommandContext, take: Take) {
  await runAccountSuspend(command, [email, 'sending', reason], print);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Sending is suspended' }).waitFor();
  await take(page, 'dashboard-sending-suspended');
  await runAccountSuspend(command, [email, 'all', reason], print);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'This account is suspended' }).waitFor();
  await take(page, 'dashboard-suspended');
  await runAccountDelete(command, [email, reason], print);
  await page.context().clearCookies();
  await call('POST', '/api/auth/login', { email, password: 'correct horse battery' });
  await page.goto('/dashboard');
  await page.getByText(reason.split('\n')[0] ?? '').waitFor();
  await take(page, 'dashboard-deleted-by-operator');
}
