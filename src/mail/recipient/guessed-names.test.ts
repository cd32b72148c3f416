import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { ruleContext, type SealedRule } from '#core/rules/rule-book.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;
let userId: string;

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
  ({ userId } = await mail.addAlias({ local: 'live', targets: ['ann@one.example'] }));
});
afterAll(() => mail.close());

/** What RCPT says, and how many statements reached the database for it. */
async function guess(address: string): Promise<{ readonly accepted: boolean; readonly statements: number }> {
  const asked = vi.spyOn(Client.prototype, 'query');
  const { accepted } = await resolveRecipient(mail.context, address, 'bob@sender.example');
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  return { accepted, statements };
}

function addDomain(name: string, forwardTo: readonly string[]) {
  return addOwnDomain(mail.context, { userId, name, catchAll: 'all', forwardTo });
}

async function putRules(domainId: string, patterns: readonly string[]): Promise<void> {
  const { database, keys, random } = mail.context;
  const rows = patterns.map((pattern, position) => {
    const id = random.uuid();
    const rule: SealedRule = { pattern, kind: 'glob', action: 'make' };
    return { id, domainId, position, sealed: keys.seal(ruleContext(id), JSON.stringify(rule)) };
  });
  await database.db.deleteFrom('domainRules').where('domainId', '=', domainId).execute();
  await database.db.insertInto('domainRules').values(rows).execute();
  await database.db
    .updateTable('domains')
    .set(({ eb }) => ({ rulesRevision: eb('rulesRevision', '+', 1) }))
    .where('id', '=', domainId)
    .execute();
}

it('an alias costs one statement, and so does a name that nothing would make', async () => {
  await addOwnDomain(mail.context, { userId, name: 'off.example' });
  expect(await guess('live@kauke.test')).toEqual({ accepted: true, statements: 1 });
  expect(await guess('guess@kauke.test')).toEqual({ accepted: false, statements: 1 });
  expect(await guess('guess@off.example')).toEqual({ accepted: false, statements: 1 });
});

it('a guess at a catch-all domain costs two', async () => {
  await addDomain('all.example', ['box@home.example']);
  expect(await guess('guess-1@all.example')).toEqual({ accepted: true, statements: 2 });
  expect(await guess('guess-2@all.example')).toEqual({ accepted: true, statements: 2 });
});

it('a guess costs no more where its owner named no inbox', async () => {
  await addDomain('bare.example', []);
  expect(await guess('guess-1@bare.example')).toEqual({ accepted: true, statements: 2 });
  expect(await guess('guess-2@bare.example')).toEqual({ accepted: true, statements: 2 });
});

it('a guess that a rule takes costs no more either, whether the rules are known or not', async () => {
  const { id } = await addDomain('ruled.example', ['rules@home.example']);
  await putRules(id, ['shop-*', '*-old']);
  expect(await guess('shop-1@ruled.example')).toEqual({ accepted: true, statements: 2 });
  expect(await guess('shop-2@ruled.example')).toEqual({ accepted: true, statements: 2 });
  expect(await guess('shop-old@ruled.example')).toEqual({ accepted: true, statements: 2 });
  expect(await guess('other@ruled.example')).toEqual({ accepted: true, statements: 2 });
  await putRules(id, ['pin-*']);
  expect(await guess('shop-3@ruled.example')).toEqual({ accepted: true, statements: 2 });
});

it('a reverse address costs no more, and is none of the names that a domain catches', async () => {
  await addDomain('caught.example', ['caught@home.example']);
  const [plain, equals] = (['plain', 'equals'] as const).map((spelling) => writeReverseName('a'.repeat(26), spelling));
  expect(await guess(`${plain}@kauke.test`)).toEqual({ accepted: true, statements: 2 });
  expect(await guess(`${plain}@caught.example`)).toEqual({ accepted: true, statements: 2 });
  expect(await guess(`${equals}@kauke.test`)).toEqual({ accepted: true, statements: 0 });
  expect(await resolveRecipient(mail.context, `${plain}@caught.example`, 'bob@sender.example')).toMatchObject({
    recipient: { kind: 'reverse', address: `${equals}@caught.example` },
  });
  expect((await guess(`${plain}+tag@caught.example`)).accepted).toBe(false);
  expect((await guess(`${plain}x@caught.example`)).accepted).toBe(true);
});
