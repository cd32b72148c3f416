import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { findRestorableAddress } from '#core/aliases/tombstones.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { createCredential } from '#core/credentials/credentials.ts';
import { offerAlias } from '#core/offers/offers.ts';
import { takeOffer } from '#core/offers/take-offer.ts';
import { readSecurity } from '#core/security/read-security.ts';
import { addSenderRule } from '#core/sender-rules/sender-rules.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
const name = 'shop@kauke.test';

let test: TestCore;
let ann: string;
let bob: string;
let aliasId: string;

beforeEach(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
  const input = {
    alias: 'shop',
    domain: 'kauke.test',
    forwardTo: 'ann@home.example',
    notes: 'where Ann buys shoes',
    labels: ['Ann shops'],
    maxMessages: 9,
  };
  aliasId = (await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip })).id;
});
afterEach(() => test.drop());

async function pass(forwardTo?: string): Promise<string> {
  const { token } = await offerAlias(test.core, { aliasId, userId: ann });
  await takeOffer(test.core, { userId: bob, ip, token, name, forwardTo });
  const { db } = test.core.database;
  const { id } = await db.selectFrom('aliases').select('id').where('userId', '=', bob).executeTakeFirstOrThrow();
  return id;
}

/** It came from another service, and is used on a site. */
async function fillMoves(): Promise<void> {
  const { db } = test.core.database;
  const { random } = test.core;
  const made = { createdAt: new Date('2026-11-01'), service: 'addy', userId: ann } as const;
  const moveId = random.uuid();
  const sealed = Buffer.alloc(1);
  await db
    .insertInto('moves')
    .values({ ...made, id: moveId, stage: 'planned', sealed, touchedAt: made.createdAt })
    .execute();
  await db
    .insertInto('moveItems')
    .values({ id: random.uuid(), moveId, position: 1, addressHash: random.bytes(32), sealed, aliasId })
    .execute();
  const old = { oldSealed: sealed, oldHash: random.bytes(32) };
  await db
    .insertInto('siteChanges')
    .values({ ...made, ...old, id: random.uuid(), aliasId, position: 1 })
    .execute();
  await db
    .insertInto('aliasSites')
    .values({ aliasId, siteHash: random.bytes(32) })
    .execute();
}

/** A row of the alias in each table that has none yet. */
async function fillTables(): Promise<void> {
  await fillMoves();
  const { db } = test.core.database;
  const { random } = test.core;
  const endsAt = new Date('2030-01-01');
  await createCredential(test.core, { aliasId, userId: ann });
  const rule = { scope: { aliasId }, match: 'rival@far.example', action: 'block' } as const;
  await addSenderRule(test.core, ann, rule);
  await db
    .insertInto('contacts')
    .values({ tokenHash: random.bytes(32), aliasId, correspondentSealed: Buffer.alloc(1), blockedAt: endsAt })
    .execute();
  await db.insertInto('aliasDays').values({ aliasId, day: endsAt, forwarded: 3 }).execute();
  await db.insertInto('aliasRefusals').values({ aliasId, week: endsAt, count: 2 }).execute();
  await db
    .insertInto('secretLinks')
    .values({ kind: 'trace', aliasId, tokenHash: random.bytes(32), expiresAt: endsAt })
    .execute();
  await db
    .insertInto('traceLines')
    .values({ id: random.uuid(), aliasId, sealed: Buffer.alloc(1) })
    .execute();
  const keyVersion = 20_000;
  await test.core.keys.spoolKey(keyVersion);
  const sealed = { keyVersion, envelopeSealed: Buffer.alloc(1) };
  const heldId = random.uuid();
  const held = { id: heldId, userId: ann, aliasId, reason: 'spam', bytes: 1, expiresAt: endsAt } as const;
  await db
    .insertInto('heldMail')
    .values({ ...held, ...sealed })
    .execute();
  await db
    .insertInto('heldChunks')
    .values({ heldId, sequence: 0, sealed: Buffer.alloc(1) })
    .execute();
  const messageId = random.uuid();
  const headerId = random.uuid();
  await db
    .insertInto('spoolMessages')
    .values({ id: messageId, ...sealed, bodyBytes: 1 })
    .execute();
  await db
    .insertInto('spoolHeaders')
    .values({ id: headerId, messageId, sealed: Buffer.alloc(1) })
    .execute();
  const link = await db
    .selectFrom('aliasTargets')
    .select('id')
    .where('aliasId', '=', aliasId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('spoolDeliveries')
    .values({
      id: random.uuid(),
      messageId,
      headerId,
      userId: ann,
      aliasId,
      linkId: link.id,
      destinationHash: Buffer.alloc(32),
      nextAttemptAt: endsAt,
      expiresAt: endsAt,
    })
    .execute();
  await db.insertInto('clientNumbers').values({ userId: ann, number: 1, aliasId }).execute();
  const known = { expectedSenders: Buffer.alloc(16), otherSender: Buffer.alloc(16), otherSenderOn: endsAt };
  const settings = {
    transparent: true,
    cutThrough: false,
    autoReplies: true,
    identityParts: true,
    removeTrackers: true,
    inClear: true,
    unsubscribe: 'pause',
    fromNameSealed: Buffer.alloc(1),
  } as const;
  await db
    .updateTable('aliases')
    .set({ everUsed: true, pinned: true, encryptedReplies: true, ...known, ...settings })
    .where('id', '=', aliasId)
    .execute();
}

/** How many rows of each table name an alias. */
async function countRows(id: string): Promise<Record<string, number>> {
  const { db } = test.core.database;
  const { rows: tables } = await sql<{ readonly table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'alias_id' order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table } of tables) {
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where alias_id = ${id}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

it('leaves no row of its former owner in any table, and takes over the name alone', async () => {
  await fillTables();
  const { token } = await offerAlias(test.core, { aliasId, userId: ann });
  // A new table about aliases is filled above, and stands in the decision record.
  const before = await countRows(aliasId);
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
  await takeOffer(test.core, { userId: bob, ip, token, name });
  const { alias_changes: counted, ...after } = await countRows(aliasId);
  expect(new Set(Object.values(after))).toEqual(new Set([0]));
  // For ten minutes, towards the twenty of whoever gave it.
  expect(counted).toBe(1);
  const { db } = test.core.database;
  const { id, number, ...rest } = await db.selectFrom('aliases').selectAll().executeTakeFirstOrThrow();
  expect(id).not.toBe(aliasId);
  expect(number).not.toBe('1');
  expect(rest).toMatchObject({ userId: bob, localPart: 'shop', active: true, everUsed: true });
  const nothing = { notes: null, notesSealed: null, maxMessages: null, messagesLeft: null, expiresAt: null };
  const unknown = { expectedSenders: null, otherSender: null, otherSenderOn: null, binnedAt: null };
  const off = {
    autoReplies: false,
    identityParts: false,
    encryptedReplies: false,
    removeTrackers: false,
    inClear: false,
    unsubscribe: 'author',
    fromNameSealed: null,
  };
  const plain = { transparent: false, cutThrough: true, pinned: false, ...off };
  expect(rest).toMatchObject({ ...nothing, ...unknown, ...plain });
  const links = db.selectFrom('aliasTargets').innerJoin('targets', 'targets.id', 'targetId').select('userId');
  expect(await links.execute()).toEqual([{ userId: bob }]);
  for (const table of [
    'smtpCredentials',
    'contacts',
    'senderRules',
    'heldMail',
    'heldChunks',
    'secretLinks',
  ] as const) {
    expect({
      table,
      rows: await db
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .execute(),
    }).toEqual({ table, rows: [] });
  }
});

it('leaves mail that waits to its former owner', async () => {
  await fillTables();
  await pass();
  const { db } = test.core.database;
  const rows = await db.selectFrom('spoolDeliveries').select(['userId', 'aliasId', 'linkId']).execute();
  expect(rows).toEqual([{ userId: ann, aliasId: null, linkId: null }]);
});

it('tells both, and the former owner can neither see, nor make, nor undo, nor restore it', async () => {
  const own = { aliasId, userId: ann };
  const { undo } = await updateAlias(test.core, { ...own, ip, input: { notes: 'boots' } });
  const id = await pass();
  const kinds = async (userId: string) =>
    (await readSecurity(test.core, userId)).events.map((event) => `${event.kind} ${event.name ?? ''}`);
  expect(await kinds(ann)).toEqual(expect.arrayContaining([`passed_on ${name}`, `offer_made ${name}`]));
  expect(await kinds(bob)).toContain(`taken_over ${name}`);
  await expect(updateAlias(test.core, { ...own, ip, input: { active: false } })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(deleteAlias(test.core, aliasId, ann, { proven: true })).rejects.toMatchObject({ code: 'not_found' });
  await expect(undoChange(test.core, { undo: undo ?? '', userId: ann, ip, refusal: null })).rejects.toMatchObject({
    code: 'undo_overtaken',
  });
  expect(await findRestorableAddress(test.core.database.db, test.core, own)).toBeNull();
  const again = { alias: 'shop', domain: 'kauke.test', forwardTo: 'ann@home.example' };
  const make = () => createAlias(test.core, again, { ownerId: ann, askerId: ann, ip });
  await expect(make()).rejects.toMatchObject({ code: 'alias_unavailable' });
  await deleteAlias(test.core, id, bob, { proven: true });
  await expect(make()).rejects.toMatchObject({ code: 'alias_unavailable' });
});

it('forwards to the inbox that its new owner chooses, else to their default', async () => {
  const { db } = test.core.database;
  await pass('new@work.example, bob@work.example');
  expect(await db.selectFrom('aliasTargets').select('position').orderBy('position').execute()).toEqual([
    { position: 0 },
    { position: 1 },
  ]);
});
