import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { ensureLabels } from '#core/labels/alias-labels.ts';
import { createLabel, deleteLabel, listLabels, renameLabel } from '#core/labels/labels.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
});
afterAll(() => test.drop());

function create(alias: string, labels: string[], userId = ann) {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@example.com', labels };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
}
/** Bob's, in one transaction. */
async function createTogether(labels: readonly string[]): Promise<void> {
  const { db } = test.core.database;
  await db.transaction().execute((transaction) => ensureLabels(transaction, test.core, bob, labels));
}
async function names(userId = ann): Promise<string[]> {
  return (await listLabels(test.core, userId)).map(({ name }) => name);
}

describe('labels', () => {
  it('come with the alias that names them, once in any case, and go back by undoing', async () => {
    const { id, labels } = await create('one', ['Shops', 'mail']);
    expect(labels).toEqual(['mail', 'Shops']);
    expect((await create('two', ['shops'])).labels).toEqual(['Shops']);
    expect(await names()).toEqual(['mail', 'Shops']);
    const changed = await updateAlias(test.core, { aliasId: id, userId: ann, ip: '', input: { labels: ['new'] } });
    expect(changed.alias.labels).toEqual(['new']);
    const undone = await undoChange(test.core, { undo: changed.undo ?? '', userId: ann, ip: '', refusal: null });
    expect(undone.aliases[0]?.labels).toEqual(['mail', 'Shops']);
    expect(await names(bob)).toEqual([]);
  });

  it('are renamed and deleted for all aliases, by their owner alone', async () => {
    const { id } = await create('three', ['Trips']);
    const label = (await listLabels(test.core, ann)).find(({ name }) => name === 'Trips');
    const own = { labelId: label?.id ?? '', userId: ann };
    await expect(renameLabel(test.core, own, 'SHOPS')).rejects.toMatchObject({ code: 'label_exists' });
    await expect(renameLabel(test.core, { ...own, userId: bob }, 'mine')).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteLabel(test.core, { ...own, userId: bob })).rejects.toMatchObject({ code: 'not_found' });
    await expect(createLabel(test.core, ann, 'trips')).rejects.toMatchObject({ code: 'label_exists' });
    expect(await renameLabel(test.core, own, 'Voyages')).toMatchObject({ name: 'Voyages', aliases: 1 });
    expect((await getAlias(test.core.database.db, test.core, id, ann)).labels).toEqual(['Voyages']);
    await deleteLabel(test.core, own);
    expect((await getAlias(test.core.database.db, test.core, id, ann)).labels).toEqual([]);
  });

  it('are a hundred at most, however many are made at once', async () => {
    test.advance(dayMs);
    const wanted = Array.from({ length: lifeLimits.labelsPerAccount + 5 }, (_, number) => `label ${number}`);
    const room = 10;
    await createTogether(wanted.splice(0, lifeLimits.labelsPerAccount - room));
    // As many as there are connections for and some that wait for one: whoever waits ten seconds for it is sent away.
    const made = await Promise.allSettled(wanted.map((name) => createLabel(test.core, bob, name)));
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refusals).toHaveLength(5);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'too_many_labels' });
    expect(await names(bob)).toHaveLength(lifeLimits.labelsPerAccount);
    await expect(create('four', ['one more'], bob)).rejects.toMatchObject({ code: 'too_many_labels' });
  });

  it('of two aliases at once are made once, without a deadlock', async () => {
    test.advance(dayMs);
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, number) => create(`at-once-${number}`, ['together', `own ${number % 3}`])),
    );
    expect(new Set(made.map(({ labels }) => labels.includes('together')))).toEqual(new Set([true]));
    expect((await names()).filter((name) => name === 'together')).toHaveLength(1);
  });
});
