import { expect, it } from 'vitest';
import { senderRulesResponseSchema } from '#contract/held/sender-rules.ts';
import { startTestApi } from '#support/api.ts';
import { addAlias, aliasesOf, importReport, outcomes } from '#support/alias-files.ts';
import { createTestCore, dayMs } from '#support/core.ts';
import { registerPerson, useApi, type Person } from '#support/use-api.ts';

const test = useApi(dayMs);

const { register } = test;

it('an export and its import carry the sender rules of the aliases and of the whole account', async () => {
  const person = await register('ruler@example.com');
  await addAlias(person, 'ruled');
  const [alias] = await aliasesOf(person);
  const rules = [
    { scope: { aliasId: alias?.id }, match: 'Bob@Example.com', action: 'block' },
    { scope: { aliasId: alias?.id }, match: 'list:news.example.com', action: 'allow' },
    { scope: { aliasId: alias?.id }, match: String.raw`"a;b \" c"@example.com`, action: 'block', active: false },
    { scope: 'account', match: '@example.net', action: 'allow', evenIfRejected: true },
  ];
  for (const rule of rules) {
    expect((await person.visitor.send('POST', '/api/sender-rules', rule)).status).toBe(201);
  }
  const exported = String((await person.visitor.send('GET', '/api/account/export?format=csv')).body);
  expect(exported).toContain('block bob@example.com; allow list:news.example.com"');
  expect(exported).toContain('"*",,,,,,,,,,"allow! @example.net"');
  const fresh = await createTestCore();
  const freshApi = await startTestApi(fresh.core);
  try {
    const mover = await registerPerson(freshApi, 'ruler@example.com');
    const rulesOf = async ({ visitor }: Person) =>
      senderRulesResponseSchema
        .parse((await visitor.send('GET', '/api/sender-rules')).body)
        .senderRules.map(({ scope, match, action, evenIfRejected }) => [
          scope === 'account',
          match,
          action,
          evenIfRejected,
        ])
        .toSorted(([, a = ''], [, b = '']) => String(a).localeCompare(String(b)));
    expect(await importReport(mover, exported, { dryRun: true })).toMatchObject({ skipped: 0 });
    expect(await rulesOf(mover)).toEqual([]);
    expect(await importReport(mover, exported)).toMatchObject({ skipped: 0 });
    expect(await rulesOf(mover)).toEqual(await rulesOf(person));
    const broken = 'alias,domain,forward_to,sender_rules\nx,kauke.test,box@example.org,shout bob@example.com';
    expect(outcomes(await importReport(mover, broken))).toEqual(['2 x invalid']);
  } finally {
    await freshApi.stop();
    await fresh.drop();
  }
});
