import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRoute, type Route } from '#mail/queue/find-route.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

const inbox = 'ann@one.example';
const endpoint = 'https://hooks.example/in';

let mail: TestMail;
let alias: TestAlias;

beforeEach(async () => {
  mail = await createTestMail({ transport: createSinkTransport({ 'one.example': 1 }) });
  alias = await mail.addAlias({ local: 'shop', targets: [] });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
});

type Kind = 'email' | 'webhook';

/** Another target of the alias's owner; the alias leads to it from now on, and to no other. */
async function moveTo(kind: Kind): Promise<string> {
  const { db } = mail.test.database;
  const target = kind === 'email' ? inbox : endpoint;
  const targetId = await addTarget(mail.context, { userId: alias.userId, target, confirmed: true });
  await db.updateTable('targets').set({ kind }).where('id', '=', targetId).execute();
  await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).execute();
  await db.insertInto('aliasTargets').values({ aliasId: alias.aliasId, targetId, position: 0 }).execute();
  return targetId;
}

/** Where a message goes that was written for a target of `kind`. */
function routeOf(kind: Kind, targetId: string, isPassed = false): Promise<Route> {
  const { aliasId } = alias;
  const deliveryId = systemRandom.uuid();
  const targets = [{ deliveryId, aliasId, targetId, kind }];
  const envelope = { kind: 'forward', senderProven: false, reversePath: 'bob@sender.example', targets } as const;
  return findRoute(
    mail.context,
    { id: deliveryId, aliasId: isPassed ? null : aliasId, userId: alias.userId },
    envelope,
  );
}

describe('findRoute', () => {
  it.each([
    ['email', inbox],
    ['webhook', endpoint],
  ] as const)('leads to the target it was written for: %s', async (kind, rcptTo) => {
    const targetId = await moveTo(kind);
    const route = await routeOf(kind, targetId);
    expect(route).toMatchObject({ kind: 'deliver', targetId, rcptTo });
  });

  it('follows the alias from an inbox to a webhook', async () => {
    const before = await moveTo('email');
    const targetId = await moveTo('webhook');
    const routes = [{ targetId, kind: 'webhook', target: endpoint }];
    expect(await routeOf('email', before)).toMatchObject({ kind: 'follow', routes });
  });

  it('shows no inbox what was written for a webhook, and drops it neither', async () => {
    const before = await moveTo('webhook');
    await moveTo('email');
    expect(await routeOf('webhook', before)).toEqual({ kind: 'wait' });
  });

  it('follows to an inbox what was written for one, though its last target was a webhook', async () => {
    const webhook = await moveTo('webhook');
    const targetId = await addTarget(mail.context, { userId: alias.userId, target: inbox, confirmed: true });
    const { db } = mail.test.database;
    await db.updateTable('targets').set({ confirmedAt: null }).where('id', '=', webhook).execute();
    await db.insertInto('aliasTargets').values({ aliasId: alias.aliasId, targetId, position: 1 }).execute();
    expect(await routeOf('email', webhook)).toMatchObject({ kind: 'follow', routes: [{ targetId, target: inbox }] });
  });

  it('is lost without a target, and dropped when the alias is paused', async () => {
    const targetId = await moveTo('email');
    const { db } = mail.test.database;
    await db.deleteFrom('aliasTargets').execute();
    expect(await routeOf('email', targetId)).toEqual({ kind: 'lost' });
    await db.updateTable('aliases').set({ active: false }).execute();
    expect(await routeOf('email', targetId)).toEqual({ kind: 'drop' });
  });

  it('keeps what waits for a webhook that is switched off', async () => {
    const targetId = await moveTo('webhook');
    await mail.test.database.db
      .updateTable('targets')
      .set({ disabledAt: new Date(systemClock.now()) })
      .execute();
    expect(await routeOf('webhook', targetId)).toEqual({ kind: 'wait' });
  });

  it('leads to the target of its former owner once the alias passed on, as long as that one takes it', async () => {
    const targetId = await moveTo('email');
    const { db } = mail.test.database;
    await db.deleteFrom('aliases').execute();
    const route = await routeOf('email', targetId, true);
    expect(route).toMatchObject({ kind: 'deliver', targetId, rcptTo: inbox });
    await db
      .updateTable('users')
      .set({ leavingAt: new Date(systemClock.now()) })
      .execute();
    expect(await routeOf('email', targetId, true)).toEqual({ kind: 'wait' });
    await db.updateTable('users').set({ leavingAt: null }).execute();
    await db.updateTable('targets').set({ confirmedAt: null }).execute();
    expect(await routeOf('email', targetId, true)).toEqual({ kind: 'lost' });
    await db.deleteFrom('targets').execute();
    expect(await routeOf('email', targetId, true)).toEqual({ kind: 'lost' });
  });
});
