import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AliasRow } from '#mail/recipient/find-alias.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;
let domainId: string;

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
  await mail.addAlias({ local: 'one', targets: ['ann@one.example'] });
  await mail.addAlias({ local: 'two', targets: ['bea@one.example', 'cy@one.example', 'dee@one.example'] });
  await mail.addAlias({ local: 'bare', targets: [] });
  domainId = mail.context.domains.find('kauke.test')?.id ?? '';
});

afterAll(() => mail.close());

it('gives everybody who asks at once the rows of their alias', async () => {
  const { findAlias } = mail.context;
  const locals = ['one', 'two', 'nobody', 'bare', 'two', 'one', '', "'; drop table aliases; --"];
  const found = await Promise.all(locals.map((local) => findAlias({ local, domainId })));
  const alone = [await findAlias({ local: 'one', domainId }), await findAlias({ local: 'two', domainId })];
  const targets = (rows: readonly AliasRow[] | undefined): unknown[] => (rows ?? []).map((row) => row.target_id);
  const [one, two] = alone.map(targets);
  expect(one).toHaveLength(1);
  expect(new Set(two).size).toBe(3);
  expect(found.map(targets)).toEqual([one, two, [], [null], two, one, [], []]);
  expect(found[1]?.every(({ id }) => id === alone[1]?.[0]?.id)).toBe(true);
});

it('does not mix up one name on two domains', async () => {
  const other = mail.context.domains.find('mask.test')?.id ?? '';
  expect(other).not.toBe('');
  const [here, there] = await Promise.all([
    mail.context.findAlias({ local: 'one', domainId }),
    mail.context.findAlias({ local: 'one', domainId: other }),
  ]);
  expect(here).toHaveLength(1);
  expect(there).toHaveLength(0);
});

it('answers each of many who ask at once', async () => {
  const names = Array.from({ length: 500 }, (_, index) => ({
    local: index % 2 === 0 ? 'one' : `no-${index}`,
    domainId,
  }));
  const found = await Promise.all(names.map(mail.context.findAlias));
  expect(found.map((rows) => rows.length)).toEqual(names.map((_, index) => (index % 2 === 0 ? 1 : 0)));
});
