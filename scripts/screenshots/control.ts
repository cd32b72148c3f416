import type { Page } from 'playwright-core';
import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { heldMessages, senderRuleMessages, traceMessages } from '#messages/pages/held.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { choose, chooseForDomain, openForm } from '../../tests/e2e/story.ts';
import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import type { Take } from './camera.ts';

/** Domains, rules, labels, lives, held mail: what becomes of mail, and whose an alias is. */

async function takeDomains({ page, userId }: Visit, command: DomainCommandContext, take: Take): Promise<void> {
  await withDomains(command, (core) => addOwnDomain(core, { userId, name: 'own.example' }));
  await page.goto('/settings/domains');
  const section = page.getByRole('region', { name: 'Domains', exact: true });
  await section.getByLabel('Domain', { exact: true }).fill('mail.example.org');
  await section.getByRole('button', { name: 'Add domain' }).click();
  await section.getByRole('list', { name: 'Records of mail.example.org' }).waitFor();
  await take(page, 'domains-records');
  for (const name of ['mail.example.org', 'own.example']) {
    await section.getByRole('button', { name: `Hide records of ${name}` }).click();
  }
  await chooseForDomain(section, 'own.example', 'Catch-all of own.example');
  const panel = section.getByRole('region', { name: 'Mail to unknown names on own.example' });
  await panel.getByLabel('Mail to unknown names').selectOption('rules');
  await panel.getByRole('button', { name: 'Add rule' }).click();
  const first = panel.getByRole('group', { name: 'Rule 1' });
  await first.getByLabel('Kind').selectOption('regex');
  await first.getByLabel('Name', { exact: true }).fill('shop-[a-z]+');
  await first.getByLabel('Labels').fill('Shops, mail');
  await panel.getByRole('button', { name: 'Add rule' }).click();
  const second = panel.getByRole('group', { name: 'Rule 2' });
  await second.getByLabel('Name', { exact: true }).fill('*.old');
  await second.getByLabel('Action').selectOption('refuse');
  await panel.getByLabel('Try a name').fill('news.old');
  await panel.getByRole('button', { name: 'Try', exact: true }).click();
  await panel.getByText('Rule 2 takes it.').waitFor();
  await take(page, 'domains-rules');
  await page.reload();
  await chooseForDomain(section, 'own.example', 'Members of own.example');
  const members = page.getByRole('dialog', { name: 'Members of own.example' });
  await members.getByLabel('Who is it?').fill('Cousin Ona');
  await members.getByRole('button', { name: 'Make a link' }).click();
  await members.getByText('Cousin Ona', { exact: true }).waitFor();
  await members.getByText('Aliases of all members').click();
  await take(page, 'domains-members');
  await page.keyboard.press('Escape');
  await chooseForDomain(section, 'own.example', 'Pass to another account: own.example');
  await page.getByRole('dialog', { name: 'Pass own.example on?' }).getByRole('button', { name: 'Make a link' }).click();
  await page.getByText(/take#[\w-]{43}$/).waitFor();
  await take(page, 'domains-pass');
}

async function takeMany({ page, call }: Visit, ids: readonly string[], take: Take): Promise<void> {
  await call('PATCH', '/api/aliases', { ids: ids.slice(0, 4), change: { addLabels: ['Shops', 'Family and friends'] } });
  await call('PUT', `/api/aliases/${ids[0]}`, { maxMessages: 3, notes: 'A fair in spring' });
  await call('PUT', `/api/aliases/${ids[1]}`, { expiresAt: '2027-03-01T12:00:00.000Z', notes: 'Until the lease ends' });
  await call('PUT', `/api/aliases/${ids[2]}`, { idleDays: 90, notes: '' });
  await page.goto('/dashboard');
  await page.getByText('Ends after 3 more messages').waitFor();
  await take(page, 'dashboard-lives');
  await openForm(page);
  await page.getByText('Labels and end').click();
  await page.getByLabel('Ends after messages').waitFor();
  await take(page, 'dashboard-life-form');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Filter by label', { exact: true }).selectOption('Shops');
  await take(page, 'dashboard-filters');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Set an end' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await take(page, 'dashboard-many');
  for (const [deed, name] of [
    ['Change inbox', 'inbox'],
    ['Label', 'label'],
    ['Set an end', 'end'],
  ] as const) {
    await page.getByRole('button', { name: deed, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await take(page, `dashboard-many-${name}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-many-delete');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Manage labels' }).click();
  await page.getByRole('button', { name: 'Rename Shops' }).waitFor();
  await take(page, 'dashboard-labels');
}

/** Mail that nobody vouched for, as the server would list it. */
const held = [
  ['Eve Trader <eve@forged.example>', 'An offer that ends today', 'unauthenticated', 41_000],
  ['newsletter@list.example', 'Weekly news of the association of allotment gardeners, number 47', 'spam', 128_000],
  ['bank@bank.example', '', 'rejected', 3_100],
].map(([from, subject, reason, bytes], index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  from,
  subject,
  reason,
  bytes,
}));

async function takeHeld(visit: Visit, aliasId: string, take: Take): Promise<void> {
  const { page, call } = visit;
  await page.goto('/settings/held');
  await page.getByLabel(heldMessages.holdingLabel).waitFor();
  await take(page, 'held-off');
  await call('PATCH', '/api/account', { holdDays: 7 });
  await page.goto('/settings/held');
  await page.getByText(heldMessages.empty).waitFor();
  await take(page, 'held-empty');
  await page.route('**/api/held', (route) =>
    route.fulfill({
      json: {
        held: held.map((one) => ({
          ...one,
          aliasId,
          alias: 'fair@kauke.test',
          receivedAt: '2026-11-21T14:05:00.000Z',
          expiresAt: '2026-11-28T14:05:00.000Z',
        })),
        holdDays: 7,
        digest: true,
        refusals: [],
      },
    }),
  );
  await page.goto('/settings/held');
  await page.getByText('An offer that ends today').waitFor();
  await take(page, 'held-list');
  await page.getByRole('button', { name: 'Release and allow: An offer that ends today' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'held-allow');
  await page.unrouteAll({ behavior: 'wait' });
}

async function takeRules({ page, call }: Visit, take: Take): Promise<void> {
  for (const [match, action] of [
    ['@rival.example', 'block'],
    ['list:news.example', 'allow'],
    ['somebody@example.net', 'hold'],
  ]) {
    await call('POST', '/api/sender-rules', { scope: 'account', match, action });
  }
  await page.goto('/settings/inboxes');
  const rules = page.getByRole('region', { name: senderRuleMessages.title, exact: true });
  await rules.getByText('@rival.example').waitFor();
  await rules.scrollIntoViewIfNeeded();
  await take(page, 'sender-rules');
}

async function takeTrace(page: Page, take: Take): Promise<void> {
  await page.goto('/dashboard');
  await choose(page, 'Contacts and mail handling of fair@kauke.test');
  await page.getByRole('button', { name: traceMessages.start(24) }).click();
  await page.getByText(traceMessages.code).waitFor();
  await take(page, 'alias-trace');
}

/** Takes all of it, in an account of its own. */
export async function visitControl(visit: Visit, command: DomainCommandContext, take: Take): Promise<void> {
  const ids = await seedAliases(visit, ['fair', 'lease', 'forum', 'club', 'news']);
  const [first = ''] = ids;
  await visit.page.goto('/dashboard');
  await visit.page.getByRole('radio').first().waitFor();
  await take(visit.page, 'dashboard-holding');
  await takeDomains(visit, command, take);
  await takeMany(visit, ids, take);
  await takeHeld(visit, first, take);
  await takeRules(visit, take);
  await takeTrace(visit.page, take);
}
