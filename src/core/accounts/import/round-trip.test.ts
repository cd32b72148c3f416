import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainRule } from '#contract/domains/domain-rules.ts';
import type { ImportReport } from '#contract/export.ts';
import type { User } from '#contract/sign-in.ts';
import { saveAccountChoices } from '#core/domains/account-choices.ts';
import { exportAliases } from '#core/accounts/export-alias-file.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { changeHolding } from '#core/held/held-mail.ts';
import { changeDomain } from '#core/own-domains/own-domains.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { listRules, replaceRules } from '#core/rules/domain-rules.ts';
import { createLabel, listLabels } from '#core/labels/labels.ts';
import { setCountMail } from '#core/stats/alias-counts.ts';
import { addSenderRule, listSenderRules } from '#core/sender-rules/sender-rules.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
const name = 'own.example';

let here: TestCore;
let there: TestCore;
let ann: User;
let moved: User;

beforeEach(async () => {
  const domains = { own: true, below: [], mailHostname: 'mx.kauke.test' };
  [here, there] = await Promise.all([
    createTestCore({ targetConfirmation: 'off', domains }),
    createTestCore({ targetConfirmation: 'off', domains }),
  ]);
  ann = (await signUp(here.core, 'ann@home.example')).user;
  moved = (await signUp(there.core, 'ann@home.example')).user;
});
afterEach(() => Promise.all([here.drop(), there.drop()]));

/** An account with a little of everything that a file carries. */
async function fillAccount(): Promise<void> {
  const { core } = here;
  const { id: domainId } = await addOwnDomain(core, { userId: ann.id, name });
  const member = { domainId, userId: ann.id, ip };
  await changeDomain(core, member, {
    catchAll: 'rules',
    defaultForwardTo: 'box@elsewhere.example',
    active: false,
    fromName: 'Ann, of "=Shoes"',
    description: '=1+1; for shops',
  });
  const rules: DomainRule[] = [
    { pattern: 'shop-*', kind: 'glob', action: 'make', forwardTo: 'shop@elsewhere.example', labels: ['Shops', 'New'] },
    { pattern: '[a-z]+-old', kind: 'regex', action: 'refuse' },
    { pattern: '?old-*', kind: 'glob', action: 'make' },
  ];
  await replaceRules(core, { ...member, rules });
  await changeHolding(core, ann.id, { holdDays: 5, heldDigest: true });
  const choices = { aliasFormat: 'uuid', endingFormat: 'characters', senderFormat: 'name' } as const;
  await saveAccountChoices(core, ann.id, { ...choices, defaultDomain: 'kauke.test' });
  await setCountMail(core, ann.id, true);
  await createLabel(core, ann.id, 'For later');
  const make = (alias: string, domain: string, more: object = {}) =>
    createAlias(
      core,
      { alias, domain, forwardTo: 'box@elsewhere.example, two@elsewhere.example', ...more },
      { ownerId: ann.id, askerId: ann.id, ip },
    );
  await make('plain', 'kauke.test', { notes: '=1+1, "so"', labels: ['Shops'], copyReplies: true });
  await make('ending', 'kauke.test', { maxMessages: 3, idleDays: 9, expiresAt: '2027-11-21T12:00:00.000Z' });
  const { id: aliasId } = await make('mine', name, { labels: ['Private'] });
  await addSenderRule(core, ann.id, { scope: { aliasId }, match: 'bob@rival.example', action: 'hold' });
  await addSenderRule(core, ann.id, { scope: 'account', match: '@rival.example', action: 'block' });
}

async function exported(test: TestCore, user: User): Promise<string> {
  return exportAliases(test.core, user.id);
}

function bring(csv: string, dryRun = false): Promise<ImportReport> {
  return importAliases(there.core, { user: moved, ip }, { csv, domain: 'kauke.test', dryRun });
}

/** All that a file says, but for when its aliases were made. */
function factsOf(csv: string): string[] {
  const rows = parse<Record<string, string>>(csv, { columns: true });
  return rows.map((row) => JSON.stringify({ ...row, created_at: null })).toSorted();
}

function outcomesOf({ rows }: ImportReport): Record<string, string> {
  return Object.fromEntries(rows.map(({ alias, outcome }) => [alias, outcome]));
}

const proveIt = () =>
  there.core.database.db.updateTable('domains').set({ state: 'verified' }).where('name', '=', name).execute();

describe('an export and its import', () => {
  it('carry aliases, domains with their rules and labels, and what holds for the account', async () => {
    await fillAccount();
    const file = await exported(here, ann);
    const first = await bring(file);
    expect(outcomesOf(first)).toEqual({
      'plain@kauke.test': 'created',
      'ending@kauke.test': 'created',
      [`mine@${name}`]: 'invalid',
      [`*@${name}`]: 'created',
      '*': 'created',
    });
    expect(first.rows.find(({ alias }) => alias.startsWith('mine'))?.message).toContain(`Prove ${name} here first`);
    // It takes no mail and no aliases before its DNS proves it.
    const { domains } = await listOwnDomains(there.core, moved.id);
    expect(domains).toMatchObject([{ name, state: 'unverified', owned: true, role: 'admin', catchAll: 'rules' }]);
    expect(domains).toMatchObject([{ active: false, fromName: 'Ann, of "=Shoes"', description: '=1+1; for shops' }]);
    await proveIt();
    expect(outcomesOf(await bring(file))).toMatchObject({ [`mine@${name}`]: 'created', [`*@${name}`]: 'exists' });
    expect(factsOf(await exported(there, moved))).toEqual(factsOf(file));
    expect(await listRules(there.core, moved.id)).toEqual(await listRules(here.core, ann.id));
    expect(await bring(file)).toMatchObject({ created: 0 });
    const choices = there.core.database.db
      .selectFrom('users')
      .select(['holdDays', 'heldDigest', 'countMail'])
      .select(['aliasFormat', 'endingFormat', 'senderFormat']);
    expect(await choices.execute()).toEqual([
      {
        holdDays: 5,
        heldDigest: true,
        countMail: true,
        aliasFormat: 'uuid',
        endingFormat: 'characters',
        senderFormat: 'name',
      },
    ]);
    expect((await listLabels(there.core, moved.id)).map(({ name: label }) => label)).toContain('For later');
    expect(factsOf(await exported(there, moved))).toEqual(factsOf(file));
  });

  it('say before what they would do, and do nothing then', async () => {
    await fillAccount();
    const report = await bring(await exported(here, ann), true);
    expect(outcomesOf(report)).toMatchObject({ [`*@${name}`]: 'created', '*': 'created' });
    expect((await listOwnDomains(there.core, moved.id)).domains).toEqual([]);
    expect(await listSenderRules(there.core, moved.id)).toEqual([]);
    expect(await there.core.database.db.selectFrom('users').select('holdDays').execute()).toEqual([{ holdDays: null }]);
  });
});

describe('a domain of a file', () => {
  const head = 'alias,domain,forward_to,catch_all,domain_rules,hold_days';

  it('is told where others have a name above or below it, or nobody can have it', async () => {
    const eve = (await signUp(there.core, 'eve@work.example', '198.51.100.1')).user.id;
    await addOwnDomain(there.core, { userId: eve, name: `deep.${name}` });
    const { rows } = await bring([head, `*,${name},,all,,`, '*,co.uk,,all,,', '*,mask.test,,all,,'].join('\n'));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['invalid', 'invalid', 'invalid']);
    expect(new Set(rows.map(({ message }) => message)).size).toBe(3);
    expect((await listOwnDomains(there.core, moved.id)).domains).toEqual([]);
  });

  it('keeps what its owner chose here already, and so does the account', async () => {
    await addOwnDomain(there.core, { userId: moved.id, name, catchAll: 'all' });
    await changeHolding(there.core, moved.id, { holdDays: 0 });
    const { rows } = await bring([head, `*,${name},,rules,,`, '*,,,,,14'].join('\n'));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['exists', 'created']);
    expect((await listOwnDomains(there.core, moved.id)).domains).toMatchObject([{ catchAll: 'all' }]);
    expect(await there.core.database.db.selectFrom('users').select('holdDays').execute()).toEqual([{ holdDays: 0 }]);
  });

  it('is refused with rules that are none, and leaves nothing behind', async () => {
    const broken = ['{', '[{"pattern":"(","kind":"regex","action":"make"}]', '[{"pattern":"*"}]', '"x"'];
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = broken.map((rules, at) => `*,n${at}.example,,rules,${cell(rules)},`);
    const report = await bring([head, ...rows, '*,n9.example,,sometimes,,', '*,,,,,15'].join('\n'));
    expect(report.rows.map(({ outcome }) => outcome)).toEqual(Array(6).fill('invalid'));
    expect((await listOwnDomains(there.core, moved.id)).domains).toEqual([]);
  });
});
