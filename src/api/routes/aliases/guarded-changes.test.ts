import { describe, expect, it } from 'vitest';
import { newApiKeyResponseSchema } from '#contract/account.ts';
import { createAliasResponseSchema } from '#contract/aliases.ts';
import { targetsResponseSchema } from '#contract/targets.ts';
import { removeOldAliasChanges } from '#core/targets/count-alias-changes.ts';
import { createVisitor, startTestApi, type Answer } from '#support/api.ts';
import { bearer } from '#support/key-owner.ts';
import { testPassword as password, useApi, type Person } from '#support/use-api.ts';

/** Deleting and re-targeting more than 20 aliases of an account within 10 minutes takes a fresh proof. */

const test = useApi();

const asked = { status: 403, body: { code: 'confirm_identity' } };
const lately = 600_000;
const box = 'box@example.org';

let serial = 0;

/** Aliases of somebody who signed in longer ago than a proof lasts. */
async function makeAliases(count: number): Promise<Person & { readonly ids: readonly string[] }> {
  serial += 1;
  const person = await test.register(`owner-${serial}@example.com`);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const input = {
      alias: `own${number}-of-${serial}`,
      domain: 'kauke.test',
      forwardTo: `${box}, own-${serial}@example.org`,
    };
    const { body } = await person.visitor.send('POST', `/api/aliases/${person.userId}`, input);
    ids.push(createAliasResponseSchema.parse(body).alias.id);
  }
  test.advance(lately);
  return { ...person, ids };
}

function confirm({ visitor }: Person): Promise<Answer> {
  return visitor.send('POST', '/api/auth/confirm', { password });
}
function remove({ visitor }: Person, id: string | undefined): Promise<Answer> {
  return visitor.send('DELETE', `/api/aliases/${id}`);
}
function change({ visitor }: Person, id: string | undefined, input: object): Promise<Answer> {
  return visitor.send('PUT', `/api/aliases/${id}`, { notes: '', ...input });
}
async function expectDone(work: readonly (() => Promise<Answer>)[]): Promise<void> {
  for (const step of work) expect((await step()).status).toBe(200);
}

describe('more than 20 aliases within 10 minutes', () => {
  it('are deleted only after a fresh proof, and the call that was refused then works', async () => {
    const person = await makeAliases(23);
    const { ids } = person;
    await expectDone(ids.slice(0, 20).map((id) => () => remove(person, id)));
    expect(await remove(person, ids[20])).toMatchObject(asked);
    expect(await confirm(person)).toMatchObject({ status: 200 });
    expect(await remove(person, ids[20])).toMatchObject({ status: 200 });
    test.advance(lately - 1);
    expect(await remove(person, ids[21])).toMatchObject({ status: 200 });
    test.advance(1);
    // What the proof covered has faded with it.
    expect(await remove(person, ids[22])).toMatchObject({ status: 200 });
  });

  it('count together, whatever call changes them, each once', async () => {
    const person = await makeAliases(24);
    const { ids, visitor } = person;
    await expectDone([
      ...ids.slice(0, 8).map((id) => () => remove(person, id)),
      ...ids.slice(8, 14).map((id) => () => change(person, id, { forwardTo: 'thief@example.org' })),
      ...ids.slice(14, 20).map((id, index) => () => change(person, id, { alias: `renamed${index}-${serial}` })),
      // Again the same aliases, and others in ways that send nothing elsewhere.
      ...ids.slice(8, 14).map((id) => () => change(person, id, { forwardTo: box })),
      () => change(person, ids[20], { notes: 'shoes', forwardTo: `${box}, own-${serial}@example.org` }),
      () => visitor.send('PATCH', `/api/aliases/${ids[20]}/toggle`, { active: false }),
    ]);
    const name = { alias: `late-${serial}` };
    const refused = [remove, (own: Person, id: string | undefined) => change(own, id, { forwardTo: 'x@example.org' })];
    for (const attempt of refused) expect(await attempt(person, ids[20])).toMatchObject(asked);
    expect(await change(person, ids[20], name)).toMatchObject(asked);
    expect(await change(person, ids[8], { forwardTo: 'again@example.org' })).toMatchObject({ status: 200 });
    const before = await visitor.send('GET', `/api/aliases/${person.userId}`);
    expect(JSON.stringify(before.body)).not.toContain(`late-${serial}`);
  });

  it('lose a target only after a fresh proof, in one call as in many', async () => {
    const person = await makeAliases(21);
    const { targets } = targetsResponseSchema.parse((await person.visitor.send('GET', '/api/targets')).body);
    const target = targets.find(({ value }) => value === box);
    const removeTarget = () => person.visitor.send('DELETE', `/api/targets/${target?.id}`);
    expect(await removeTarget()).toMatchObject(asked);
    // It was counted for nothing.
    expect(await remove(person, person.ids[0])).toMatchObject({ status: 200 });
    await confirm(person);
    expect(await removeTarget()).toMatchObject({ status: 200 });
  });

  it('are 20 exactly, however many calls of two servers come at once', async () => {
    const person = await makeAliases(30);
    const cookie = { cookie: (await confirm(person)).headers.getSetCookie().at(-1)?.split(';')[0] ?? '' };
    test.advance(lately);
    const other = await startTestApi(test.core);
    const answers = await Promise.all(
      person.ids.map((id, index) =>
        createVisitor(index % 2 === 0 ? test : other).send('DELETE', `/api/aliases/${id}`, undefined, cookie),
      ),
    );
    await other.stop();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
  });

  it('may be changed by an API key, which its scope binds instead; what it did counts for a session', async () => {
    const person = await makeAliases(24);
    await confirm(person);
    const { body } = await person.visitor.send('POST', '/api/api-keys', { name: 'sweeper', scope: 'aliases' });
    const headers = bearer(newApiKeyResponseSchema.parse(body).apiKey.key);
    test.advance(lately);
    for (const id of person.ids.slice(0, 11)) {
      const answer = await createVisitor(test).send('DELETE', `/api/v1/aliases/${id}`, undefined, headers);
      expect(answer.status).toBe(204);
    }
    for (const id of person.ids.slice(11, 22)) {
      expect((await createVisitor(test).send('DELETE', `/api/aliases/${id}`, undefined, headers)).status).toBe(200);
    }
    expect(await remove(person, person.ids[22])).toMatchObject(asked);
  });

  it('are forgotten after 10 minutes, and erased by the next sweep', async () => {
    const person = await makeAliases(21);
    await expectDone(person.ids.slice(0, 20).map((id) => () => remove(person, id)));
    test.advance(lately);
    expect(await remove(person, person.ids[20])).toMatchObject({ status: 200 });
    await removeOldAliasChanges(test.core);
    const rows = await test.core.database.db
      .selectFrom('aliasChanges')
      .select('aliasId')
      .where('userId', '=', person.userId)
      .execute();
    expect(rows).toEqual([{ aliasId: person.ids[20] }]);
  });
});
