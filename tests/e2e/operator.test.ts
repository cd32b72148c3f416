import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withOperator } from '#cli/operator/with-operator.ts';
import { runAccountResume, runAccountSuspend, runOperatorAdd } from '#cli/operator/account.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { recordAbuseReport } from '#core/operator/abuse-reports.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor } from '#support/api.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { password } from './visit.ts';

const visits = useVisits();
const print = () => {};

/** Turns the second factor of whoever is there on. */
async function turnSecondFactorOn(): Promise<void> {
  const { secret } = await visits.now.call<{ secret: string }>('POST', '/api/account/second-factor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await visits.now.call('POST', '/api/account/second-factor/enable', { code });
}
function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

describe("the operator's page", () => {
  it('is unknown to everybody else', async () => {
    const page = await visits.begin();
    expect((await page.goto('/operator'))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await runOperatorAdd(visits.command, visits.now.email, print);
    await page.reload();
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const signedOut = await visits.browser.newContext({ baseURL: visits.webUrl });
    expect((await signedOut.request.get('/operator')).status()).toBe(404);
    await signedOut.close();
  });

  it('finds an account, suspends and resumes it, holds and releases mail, and lists all that', async () => {
    const page = await visits.begin();
    const { email, command } = { email: visits.now.email, command: visits.command };
    const abuser = 'abuser@example.com';
    await createVisitor({ url: visits.webUrl }).send('POST', '/api/auth/register', { email: abuser, password });
    await runOperatorAdd(command, email, print);
    await turnSecondFactorOn();
    await page.goto('/operator');
    await page.getByRole('heading', { name: 'Operator', exact: true }).waitFor();
    const accounts = section(page, 'Accounts');
    await accounts.getByRole('button', { name: 'Find' }).click();
    await accounts.getByText('Enter whom to look for.').waitFor();
    await accounts.getByLabel('Email, account id').fill('nobody@example.com');
    await accounts.getByRole('button', { name: 'Find' }).click();
    await accounts.getByText('No account found.').waitFor();
    await accounts.getByLabel('Email, account id').fill(abuser);
    await accounts.getByRole('button', { name: 'Find' }).click();
    await accounts.getByText('0 aliases, 0 in the bin').waitFor();
    await expectAccessible(page);

    await accounts.getByRole('button', { name: 'Suspend…' }).click();
    const question = page.getByRole('dialog', { name: /^Suspend account \w+/u });
    await question.getByRole('button', { name: 'Suspend', exact: true }).click();
    await question.getByText('Enter a reason.').waitFor();
    await expectAccessible(page);
    await question.getByLabel('What to stop').selectOption('all');
    await question.getByLabel('Reason').fill('Complaints of spam');
    await question.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expectToast(page, 'Account suspended');
    await accounts.getByText('All mail is suspended').waitFor();
    await section(page, 'What operators did').getByText('Account suspended').waitFor();
    await accounts.getByRole('button', { name: 'Resume' }).click();
    await expectToast(page, 'Account resumed');
    await accounts.getByText('All mail is suspended').waitFor({ state: 'hidden' });
    await accounts.getByRole('button', { name: 'Recovery link…' }).click();
    const recovery = page.getByRole('dialog', { name: /^Make a recovery link for account \w+/u });
    await recovery.getByRole('button', { name: 'Make the link' }).click();
    // Nobody proved its mailbox.
    await expectToast(page, 'Not Done');
    await recovery.getByRole('button', { name: 'Cancel' }).click();
    await accounts.getByRole('button', { name: 'Delete…' }).click();
    const deletion = page.getByRole('dialog', { name: /^Delete account \w+/u });
    await deletion.getByLabel('Reason').fill('Phishing');
    await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Account deleted');
    await accounts.getByText('Deleted, erased on').waitFor();

    const waiting = section(page, 'Waiting mail');
    await waiting.getByText('Nothing waits.').waitFor();
    await visits.now.call('POST', '/api/operator/queue', { destination: 'slow.example', act: 'hold' });
    await page.reload();
    await waiting.getByText('On hold', { exact: true }).waitFor();
    await expectAccessible(page);
    await waiting.getByRole('button', { name: 'Release slow.example' }).click();
    await expectToast(page, 'Released');
    await waiting.getByText('Nothing waits.').waitFor();
    await section(page, 'What operators did').getByText('an unbroken chain').waitFor();
  });

  it('shows complaints, blocked senders, volume and domains when they are asked for, and sets limits', async () => {
    const page = await visits.begin();
    await runOperatorAdd(visits.command, visits.now.email, print);
    await turnSecondFactorOn();
    const reported = 'reported@example.com';
    const answer = await createVisitor({ url: visits.webUrl }).send('POST', '/api/auth/register', {
      email: reported,
      password,
    });
    const { id } = userResponseSchema.parse(answer.body).user;
    await withOperator(visits.command, async (context) => {
      await recordAbuseReport(context, { userId: id, kind: 'sent' });
      await context.database.db
        .updateTable('users')
        .set({ waitingSince: new Date(systemClock.now()) })
        .where('id', '=', id)
        .execute();
    });
    await page.goto('/operator');
    const trace = section(page, 'Trace of an alias');
    await trace.getByRole('button', { name: 'Read' }).click();
    await trace.getByText('Enter a code.').waitFor();
    const complaints = section(page, 'Complaints');
    await complaints.getByRole('button', { name: 'Show: Complaints' }).click();
    await complaints.getByText('1 about what it sent').waitFor();
    // The button is gone: whoever uses a keyboard stands at the title.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Complaints');
    await complaints.getByRole('button', { name: 'Look at it: ' }).click();
    const accounts = section(page, 'Accounts');
    await accounts.getByText('1 about what it sent').waitFor();

    await accounts.getByRole('button', { name: 'Quota…' }).click();
    const quota = page.getByRole('dialog', { name: /^How many aliases may account \w+/u });
    await quota.getByLabel('Aliases').fill('many');
    await quota.getByRole('button', { name: 'Save', exact: true }).click();
    await quota.getByText('Enter a number from 0 to 1,000,000, or nothing.').waitFor();
    await expectAccessible(page);
    await quota.getByLabel('Aliases').fill('3');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Quota set');
    await accounts.getByText('may have 3 aliases').waitFor();

    const waiting = section(page, 'Waiting accounts');
    await waiting.getByRole('button', { name: 'Show: Waiting accounts' }).click();
    await waiting.getByRole('button', { name: 'Refuse… account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await waiting.getByRole('button', { name: 'Approve account' }).click();
    await expectToast(page, 'Account approved');
    await waiting.getByText('No account waits.').waitFor();

    const blocks = section(page, 'Blocked senders');
    await blocks.getByRole('button', { name: 'Show: Blocked senders' }).click();
    await blocks.getByText('Nobody is blocked.').waitFor();
    await blocks.getByLabel('Address or domain').fill('nothing');
    await blocks.getByRole('button', { name: 'Block', exact: true }).click();
    await blocks.getByText('Enter an address or a domain.').waitFor();
    await blocks.getByLabel('Address or domain').fill('spaß.example');
    await blocks.getByText('Read as xn--spa-7ka.example').waitFor();
    await blocks.getByLabel('Address or domain').fill('spam.example');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Sender blocked');
    await blocks.getByRole('button', { name: 'Unblock spam.example' }).waitFor();
    await expectAccessible(page);
    await blocks.getByRole('button', { name: 'Unblock spam.example' }).click();
    await expectToast(page, 'Sender unblocked');
    await blocks.getByText('Nobody is blocked.').waitFor();

    await section(page, 'Volume').getByRole('button', { name: 'Show: Volume' }).click();
    await section(page, 'Volume').getByText('There was no mail.').waitFor();
    const mailReports = section(page, 'Reports of other mail servers');
    await mailReports.getByRole('button', { name: 'Show: Reports of other mail servers' }).click();
    await mailReports.getByText('No reports yet.').waitFor();
    await section(page, 'Domains and certificates').getByRole('button', { name: 'Show' }).click();
    await section(page, 'Domains and certificates').getByText('MX is missing').first().waitFor();
    await expectAccessible(page);
    const log = section(page, 'What operators did');
    for (const act of ['Complaints looked at', 'Quota set', 'Account approved', 'Sender blocked', 'Domains looked at'])
      await log.getByText(act).first().waitFor();
  });

  it('asks once more who is there when that was not proven for a while', async () => {
    const page = await visits.begin({ phone: true });
    await runOperatorAdd(visits.command, visits.now.email, print);
    await turnSecondFactorOn();
    await page.route('/api/operator/queue', (route) =>
      route.fulfill({ status: 403, json: { code: 'confirm_identity', message: 'Please confirm that it is you.' } }),
    );
    await page.goto('/operator');
    const proof = page.getByRole('dialog');
    await proof.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This could not be loaded.').waitFor();
    await expectAccessible(page);
    await page.unroute('/api/operator/queue');
    await page.getByRole('button', { name: 'Try again' }).click();
    await section(page, 'Waiting mail').waitFor();
  });
});

describe('a suspended owner', () => {
  it('reads on the dashboard what was stopped and why, for as long as it lasts', async () => {
    const page = await visits.begin();
    const { email } = visits.now;
    await runAccountSuspend(visits.command, [email, 'sending', 'We had complaints.\nWrite to us.'], print);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Sending is suspended' }).waitFor();
    await page.getByText('We had complaints.').waitFor();
    await expectAccessible(page);
    await page.getByRole('heading', { name: 'Create New Alias' }).waitFor();
    await runAccountSuspend(visits.command, [email, 'all', 'We had complaints.'], print);
    await page.reload();
    await page.getByRole('heading', { name: 'This account is suspended' }).waitFor();
    // Nothing is offered that would be refused.
    expect(await page.getByRole('heading', { name: 'Create New Alias' }).count()).toBe(0);
    await runAccountResume(visits.command, email, print);
    await page.reload();
    await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Sending is suspended' }).count()).toBe(0);
  });
});
