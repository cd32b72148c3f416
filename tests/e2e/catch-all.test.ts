import { describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { choose, chooseForDomain } from './story.ts';

const visits = useVisits();
const { begin } = visits;

describe('the rules of a domain', () => {
  it('are written, tried before they are saved, kept in their order, and put into a file', async () => {
    const page = await begin();
    await page.goto('/settings/domains');
    const section = page.getByRole('region', { name: 'Domains', exact: true });
    await section.getByLabel('Domain', { exact: true }).fill('rules.example.org');
    await section.getByRole('button', { name: 'Add domain' }).click();
    await chooseForDomain(section, 'rules.example.org', 'Catch-all of rules.example.org');
    const panel = section.getByRole('region', { name: 'Mail to unknown names on rules.example.org' });
    await panel.getByText('No rules yet.').waitFor();

    await panel.getByLabel('Mail to unknown names').selectOption('rules');
    await panel.getByRole('button', { name: 'Add rule' }).click();
    const first = panel.getByRole('group', { name: 'Rule 1' });
    await first.getByLabel('Kind').selectOption('regex');
    await first.getByLabel('Name', { exact: true }).fill('shop-(');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Rule 1: missing closing ), at character 6').waitFor();
    await expectAccessible(page);

    await first.getByLabel('Name', { exact: true }).fill('shop-[a-z]+');
    const inbox = first.getByLabel('Forwards to');
    await inbox.fill('rūta@home.example');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('The part before the @ may only have letters without accents').waitFor();
    await inbox.fill('Rūta <ruta@straße.example>');
    await first.getByText('Read as ruta@xn--strae-oqa.example', { exact: true }).waitFor();
    await expectAccessible(page);
    await inbox.fill('');
    await first.getByLabel('Labels').fill('Shops, mail');
    await panel.getByRole('button', { name: 'Add rule' }).click();
    const second = panel.getByRole('group', { name: 'Rule 2' });
    await second.getByLabel('Name', { exact: true }).fill('*.old');
    await second.getByLabel('Action').selectOption('refuse');
    await panel.getByLabel('Try a name').fill('news.old');
    await panel.getByRole('button', { name: 'Try', exact: true }).click();
    await panel.getByText('Rule 2 takes it. Mail to it is refused').waitFor();
    // By what is chosen, which is not saved yet.
    await panel.getByLabel('Try a name').fill('shop-new');
    await panel.getByRole('button', { name: 'Try', exact: true }).click();
    await panel.getByText('Rule 1 takes it. The first mail makes this alias').waitFor();
    await panel.getByRole('button', { name: 'Move rule 2 up' }).click();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Rules saved');

    await page.reload();
    await chooseForDomain(section, 'rules.example.org', 'Catch-all of rules.example.org');
    const names = panel.getByLabel('Name', { exact: true });
    await names.nth(1).waitFor();
    expect(await Promise.all([names.nth(0).inputValue(), names.nth(1).inputValue()])).toEqual(['*.old', 'shop-[a-z]+']);
    expect(await panel.getByLabel('Labels').inputValue()).toBe('Shops, mail');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Export rules' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rules-rules.example.org.json');
    await panel.getByRole('button', { name: 'Remove rule 1' }).click();
    await panel.getByLabel('Import rules').setInputFiles(await download.path());
    await names.nth(1).waitFor();
    expect(await panel.getByLabel('Labels').inputValue()).toBe('Shops, mail');
    await expectAccessible(page);
  });
});

it('an alias that somebody else writes to says so, until its owner says that this is fine', async () => {
  const page = await begin();
  const { userId, call } = visits.now;
  const input = { alias: 'also-used', domain: 'kauke.test', forwardTo: 'box@home.example' };
  await call('POST', `/api/aliases/${userId}`, input);
  await withDomains(visits.command, ({ database }) =>
    database.pool.query(
      `update aliases set expected_senders = decode(repeat('aa', 16), 'hex'), other_sender = decode(repeat('bb', 16), 'hex'),
         other_sender_on = '2026-11-12' where local_part = $1`,
      [input.alias],
    ),
  );
  await page.goto('/dashboard');
  const told = page.getByText('Also used by someone else', { exact: true });
  await told.first().waitFor();
  await choose(page, 'Contacts and mail handling of also-used@kauke.test');
  await page.getByText(/^Also used by someone else since .*2026/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'That is fine: also-used@kauke.test' }).click();
  await expectToast(page, 'Noted: they may write to this alias');
  await told.first().waitFor({ state: 'detached' });
});
