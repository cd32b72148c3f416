import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aliasesResponseSchema,
  changeAliasResponseSchema,
  createAliasResponseSchema,
  type Alias,
} from '#contract/aliases.ts';
import {
  changeTargetResponseSchema,
  removeTargetResponseSchema,
  targetsResponseSchema,
  verifyWebhookResponseSchema,
  type AccountTarget,
} from '#contract/targets.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { startWebhookReceiver } from '#support/webhook-receiver.ts';

type Owner = Visitor & { readonly id: string };

let test: TestCore;
let api: TestApi;
let ann: Owner;
let bob: Owner;

async function register(email: string): Promise<Owner> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse' });
  return { ...visitor, id: userResponseSchema.parse(body).user.id };
}
function create(alias: string, forwardTo: string): Promise<Answer> {
  return ann.send('POST', `/api/aliases/${ann.id}`, { alias, domain: 'kauke.test', forwardTo });
}
async function listed(): Promise<Alias[]> {
  return aliasesResponseSchema.parse((await ann.send('GET', `/api/aliases/${ann.id}`)).body).aliases;
}
async function listedTarget(value: string): Promise<AccountTarget | undefined> {
  const { body } = await ann.send('GET', '/api/targets');
  return targetsResponseSchema.parse(body).targets.find((target) => target.value === value);
}

beforeAll(async () => {
  test = await createTestCore({ insecureWebhooks: true });
  api = await startTestApi(test.core);
  ann = await register('ann@example.com');
  bob = await register('bob@example.com');
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

describe('the answer of a change', () => {
  it('shows an alias as the list does', async () => {
    const made = createAliasResponseSchema.parse((await create('made', 'a@example.org, b@example.org')).body).alias;
    expect(await listed()).toEqual([made]);
    const { body: updated } = await ann.send('PUT', `/api/aliases/${made.id}`, {
      alias: 'renamed',
      notes: 'new "note"',
    });
    expect(await listed()).toEqual([changeAliasResponseSchema.parse(updated).alias]);
    const { body: paused } = await ann.send('PATCH', `/api/aliases/${made.id}/toggle`, { active: false });
    expect(await listed()).toEqual([changeAliasResponseSchema.parse(paused).alias]);
  });

  it('shows a target as its list does, and the aliases that lost one', async () => {
    await create('alone', 'a@example.org');
    await create('both', 'b@example.org, a@example.org');
    const { id = '' } = (await listedTarget('b@example.org')) ?? {};
    const { body: changed } = await ann.send('PATCH', `/api/targets/${id}`, { spfReplies: true });
    expect(changeTargetResponseSchema.parse(changed).target).toEqual(await listedTarget('b@example.org'));
    const { body: removed } = await ann.send('DELETE', `/api/targets/${id}`);
    const { aliases } = removeTargetResponseSchema.parse(removed);
    expect(aliases.map(({ alias }) => alias).toSorted()).toEqual(['both', 'renamed']);
    expect(aliases).toEqual((await listed()).filter(({ alias }) => alias !== 'alone'));
  });

  it('shows a webhook that agreed, and one that is taken up again', async () => {
    const receiver = await startWebhookReceiver({ secure: false });
    try {
      receiver.answer(500);
      const url = `http://127.0.0.1:${receiver.port}/hook`;
      await create('hooked', url);
      await receiver.came(1);
      const { id = '' } = (await listedTarget(url)) ?? {};
      const verify = async () =>
        verifyWebhookResponseSchema.parse((await ann.send('POST', `/api/targets/${id}/verification`)).body);
      expect(await verify()).toMatchObject({ result: { delivered: false }, target: { state: 'pending' } });
      receiver.answer(204);
      expect((await verify()).target).toEqual(await listedTarget(url));
      await test.core.database.pool.query('update targets set disabled_at = now() where id = $1', [id]);
      const { body } = await ann.send('POST', `/api/targets/${id}/activation`);
      const { target } = changeTargetResponseSchema.parse(body);
      expect(target).toMatchObject({ state: 'confirmed', aliases: 1 });
      expect(target).toEqual(await listedTarget(url));
    } finally {
      await receiver.stop();
    }
  });
});

describe('who lists many aliases', () => {
  it('does not hold up others, however often they are asked for at once', async () => {
    await test.core.database.pool.query(
      `insert into aliases (id, user_id, domain_id, local_part)
       select gen_random_uuid(), $1, (select id from domains limit 1), 'many-' || n from generate_series(1, 2000) as n`,
      [ann.id],
    );
    const done: string[] = [];
    const list = async (owner: Owner, name: string): Promise<void> => {
      expect((await owner.send('GET', `/api/aliases/${owner.id}`)).status).toBe(200);
      done.push(name);
    };
    await Promise.all([...Array.from({ length: 30 }, () => list(ann, 'ann')), list(bob, 'bob')]);
    // He came last, and went first but for the few that were read by then.
    expect(done.indexOf('bob')).toBeLessThan(15);
  });
});
