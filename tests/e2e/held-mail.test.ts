import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accountFaults } from '#contract/account-faults.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { heldMessages, holdingMessages, senderRuleMessages, traceMessages } from '#messages/pages/held.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { useVisits } from './begin-visits.ts';
import { findViolations } from './find-violations.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { expectShown, seedAliases } from './visit.ts';
import { choose } from './story.ts';

// Nobody has heard of any name, so that nobody vouches for anything.
const dns = await startDnsServer();
afterAll(() => dns.close());
const visits = useVisits({ DNS_SERVERS: dns.address, TARGET_CONFIRMATION: 'off', UNAUTHENTICATED_MAIL: 'refuse' });

async function sendForged(to: string, subject: string): Promise<string | null> {
  const data = `From: Eve Trader <eve@forged.example>\r\nSubject: ${subject}\r\n\r\nHello\r\n`;
  const message = { from: 'eve@forged.example', to, helo: 'client.example', data };
  return (await sendMessage({ port: visits.mxPort, ...message })).data;
}

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

describe('held mail', () => {
  it('is asked for once, listed, released and allowed', async () => {
    const page = await visits.begin();
    await seedAliases(visits.now, ['offers']);
    await page.goto('/dashboard');
    const question = section(page, holdingMessages.title);
    await expectShown(question);
    expect(await question.getByRole('radio', { name: holdingMessages.hold(7) }).isChecked()).toBe(true);
    await expectAccessible(page);
    await question.getByRole('button', { name: holdingMessages.save }).click();
    await question.waitFor({ state: 'detached' });

    expect(await sendForged('offers@kauke.test', 'First offer')).toMatch(/^250 /);
    expect(await sendForged('offers@kauke.test', 'Second offer')).toMatch(/^250 /);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: holdingMessages.see }).click();
    const list = section(page, heldMessages.listTitle);
    await expectShown(list.getByText('Eve Trader <eve@forged.example>').first());
    await expectAccessible(page);

    await list.getByRole('button', { name: heldMessages.removeOne('First offer') }).click();
    await expectToast(page, 'Held message deleted');
    await list.getByText('First offer').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Release and allow: Second offer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: heldMessages.allowConfirm }).click();
    await expectShown(list.getByText(heldMessages.empty));
    expect(await sendForged('offers@kauke.test', 'Third offer')).toMatch(/^250 /);
    await page.reload();
    await expectShown(list.getByText(heldMessages.empty));
  });

  it('is refused for whoever wants none, who reads how much', async () => {
    const page = await visits.begin();
    await page.goto('/settings/held');
    // Nothing is chosen yet, so that each choice is one.
    await expectShown(page.getByText(heldMessages.unanswered));
    await page.getByLabel(heldMessages.holdingLabel).selectOption(heldMessages.choice(0));
    await expectToast(page, 'Mail that would be refused is refused from now on');
    await expectShown(section(page, heldMessages.refusalsTitle).getByText(heldMessages.noRefusals));
    await page.getByLabel(heldMessages.holdingLabel).selectOption(heldMessages.choice(7));
    await expectToast(page, 'Mail that would be refused is held for 7 days from now on');
    await page.getByLabel(heldMessages.holdingLabel).selectOption(heldMessages.choice(0));
    await expectToast(page, 'Mail that would be refused is refused from now on');
    await expectShown(section(page, heldMessages.refusalsTitle).getByText(heldMessages.noRefusals));
    await expectShown(section(page, heldMessages.listTitle).getByText(heldMessages.off));
  });
});

it('what looks like spam promises no more for its sender than a rule will keep', async () => {
  const page = await visits.begin();
  await visits.now.call('PATCH', '/api/account', { holdDays: 7 });
  const of = (id: string, proven: boolean) => ({
    id: `3f0c1a2b-0000-4000-8000-00000000000${id}`,
    aliasId: '3f0c1a2b-0000-4000-8000-000000000000',
    alias: 'offers@kauke.test',
    from: 'eve@forged.example',
    subject: `Offer ${id}`,
    reason: 'spam',
    proven,
    receivedAt: '2026-11-24T10:00:00.000Z',
    expiresAt: '2026-12-01T10:00:00.000Z',
    bytes: 100,
  });
  const list = { held: [of('1', true), of('2', false)], holdDays: 7, digest: false, refusals: [] };
  await page.route('**/api/held', (route) => route.fulfill({ json: list }));
  await page.goto('/settings/held');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Release and allow: Offer 1' }).click();
  await expectShown(dialog.getByText(heldMessages.allowProvenText('offers@kauke.test')));
  await dialog.getByRole('button', { name: heldMessages.keep }).click();
  await page.getByRole('button', { name: 'Release and allow: Offer 2' }).click();
  await expectShown(dialog.getByText(heldMessages.allowSpamText('offers@kauke.test')));
  expect(await findViolations(page)).toEqual([]);
});

describe('sender rules', () => {
  it('are made, told and deleted under the settings', async () => {
    const page = await visits.begin();
    await page.goto('/settings/inboxes');
    const rules = section(page, senderRuleMessages.title);
    await rules.getByLabel(senderRuleMessages.match).fill('nobody');
    await rules.getByRole('button', { name: senderRuleMessages.add }).click();
    await expectShown(rules.getByText(/^Enter an address, a domain/u));
    await rules.getByLabel(senderRuleMessages.match).fill('jörg@rival.example');
    await rules.getByRole('button', { name: senderRuleMessages.add }).click();
    await expectShown(rules.getByText(accountFaults.localBeyondAscii));
    await rules.getByLabel(senderRuleMessages.match).fill('list:straße.example');
    await expectShown(rules.getByText(controlMessages.goesTo('list:xn--strae-oqa.example')));
    await rules.getByLabel(senderRuleMessages.match).fill('@Rival.example');
    await rules.getByRole('button', { name: senderRuleMessages.add }).click();
    await expectShown(rules.getByText('@rival.example'));
    await expectShown(rules.getByText(senderRuleMessages.told.block));
    await rules.getByRole('button', { name: 'Switch off: @rival.example' }).click();
    await expectShown(rules.getByText(senderRuleMessages.off));
    await expectAccessible(page);
    await rules.getByRole('button', { name: 'Switch on: @rival.example' }).click();
    await expectShown(rules.getByText(senderRuleMessages.told.block));
    await rules.getByRole('button', { name: senderRuleMessages.removeOne('@rival.example') }).click();
    await expectShown(rules.getByText(senderRuleMessages.none));
  });

  it('and the trace of an alias stand beneath it', async () => {
    const page = await visits.begin();
    await seedAliases(visits.now, ['traced']);
    await page.goto('/dashboard');
    await choose(page, 'Contacts and mail handling of traced@kauke.test');
    await page.getByRole('button', { name: traceMessages.start(24) }).click();
    await expectShown(page.getByText(traceMessages.code));
    expect(await sendForged('traced@kauke.test', 'Where is it')).toMatch(/^550 5\.7\.26 /);
    const { events, outcomes } = traceMessages;
    const noted = page.getByText(traceMessages.happened(events.message, outcomes.refuse));
    // The line is written beside the reply, not before it.
    const lookAgain = async (): Promise<number> => {
      await page.getByRole('button', { name: traceMessages.refresh }).click();
      return noted.count();
    };
    await expect.poll(lookAgain).toBe(1);
    await expectShown(page.getByText(/Reply 550 5\.7\.26 · spf=none/u));
    await expectAccessible(page);
    await page.getByRole('button', { name: traceMessages.end }).click();
    await expectShown(page.getByRole('button', { name: traceMessages.start(24) }));
  });
});
