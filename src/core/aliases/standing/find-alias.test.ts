import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundAlias } from '#core/aliases/standing/find-alias.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import { findReplyAlias, findSendingAlias } from '#core/aliases/standing/speaker.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { findAliasName } from '#mail/queue/report-failure.ts';
import { findBounced } from '#mail/recipient/find-bounced.ts';
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
  if (alias === undefined || alias.standing === 'unknown' || alias.standing === 'foreign') return 'unknown';
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

it('knows nothing of an alias in the bin, whoever asks about its mail', async () => {
  const { context } = mail;
  const { database } = context;
  const { aliasId, address } = await mail.addAlias({ local: 'binned', targets: ['ann@one.example'] });
  const { id: linkId } = await database.db
    .selectFrom('aliasTargets')
    .select('id')
    .where('aliasId', '=', aliasId)
    .executeTakeFirstOrThrow();
  const { number } = await database.db
    .selectFrom('aliases')
    .select('number')
    .where('id', '=', aliasId)
    .executeTakeFirstOrThrow();
  const password = 'a password of a mail program';
  const passwordHash = createHash('sha256').update(password).digest();
  await database.db.insertInto('smtpCredentials').values({ id: randomUUID(), aliasId, passwordHash }).execute();
  const holder = await checkCredential(context, { username: address, password });
  const asks = async () => [
    (await context.findAlias({ local: 'binned', domainId })).standing,
    (await findPresentRoutes(context, aliasId, null)).standing,
    await findReplyAlias(context, aliasId, 'ann@one.example'),
    await checkCredential(context, { username: address, password }),
    holder === null ? null : await findSendingAlias(context, holder),
    await findBounced(database, { of: 'forward', names: 'link', id: linkId }),
    await findBounced(database, { of: 'sent', names: 'alias', id: number }),
    await findAliasName(context, aliasId),
  ];
  const before = await asks();
  expect(before.slice(0, 2)).toEqual(['live', 'live']);
  expect(before).not.toContain(null);
  await database.pool.query(
    `update aliases set binned_at = now(), bin_ends_at = now() + interval '1 day' where id = $1`,
    [aliasId],
  );
  expect(await asks()).toEqual(['unknown', 'unknown', null, null, null, null, null, null]);
});
