import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundAlias } from '#core/aliases/standing/find-alias.ts';
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

function targets(alias: FoundAlias | undefined): unknown {
  if (alias === undefined || alias.standing === 'unknown') return 'unknown';
  return alias.routes.map(({ target }) => target);
}

it('gives everybody who asks at once their alias', async () => {
  const { findAlias } = mail.context;
  const locals = ['one', 'two', 'nobody', 'bare', 'two', 'one', '', "'; drop table aliases; --"];
  const found = await Promise.all(locals.map((local) => findAlias({ local, domainId })));
  const one = ['ann@one.example'];
  const two = ['bea@one.example', 'cy@one.example', 'dee@one.example'];
  expect(found.map(targets)).toEqual([one, two, 'unknown', [], two, one, 'unknown', 'unknown']);
  expect(found.map(({ standing }) => standing)).toEqual([
    'live',
    'live',
    'unknown',
    'unconfirmed',
    'live',
    'live',
    'unknown',
    'unknown',
  ]);
  expect(found[1]).toEqual(await findAlias({ local: 'two', domainId }));
});

it('does not mix up one name on two domains', async () => {
  const other = mail.context.domains.find('mask.test')?.id ?? '';
  expect(other).not.toBe('');
  const [here, there] = await Promise.all([
    mail.context.findAlias({ local: 'one', domainId }),
    mail.context.findAlias({ local: 'one', domainId: other }),
  ]);
  expect(here.standing).toBe('live');
  expect(there.standing).toBe('unknown');
});

it('answers each of many who ask at once', async () => {
  const names = Array.from({ length: 500 }, (_, index) => ({
    local: index % 2 === 0 ? 'one' : `no-${index}`,
    domainId,
  }));
  const found = await Promise.all(names.map(mail.context.findAlias));
  expect(found.map(({ standing }) => standing)).toEqual(
    names.map((_, index) => (index % 2 === 0 ? 'live' : 'unknown')),
  );
});
