import { describe, expect, it } from 'vitest';
import { newApiKeyResponseSchema } from '#contract/account.ts';
import { aliasesResponseSchema, createAliasResponseSchema } from '#contract/aliases.ts';
import { targetsResponseSchema } from '#contract/targets.ts';
import type { Visitor } from '#support/api.ts';
import { sealTargetKey } from '#core/targets/target-key.ts';
import { tokenOf } from '#support/core.ts';
import { type Person, useApi } from '#support/use-api.ts';

const test = useApi();

async function confirm(visitor: Visitor, address: string): Promise<void> {
  const token = tokenOf(test.mails.findLast(({ recipient }) => recipient === address));
  expect(await visitor.send('POST', '/api/targets/confirm', { token })).toMatchObject({ status: 200 });
}
async function targetsOf(visitor: Visitor) {
  return targetsResponseSchema.parse((await visitor.send('GET', '/api/targets')).body).targets;
}
async function idOf(visitor: Visitor, address: string): Promise<string> {
  return (await targetsOf(visitor)).find(({ value }) => value === address)?.id ?? '';
}
async function makeAlias({ visitor, userId }: Person, alias: string, forwardTo: string): Promise<string> {
  const input = { alias, domain: 'kauke.test', forwardTo, notes: '' };
  const { body } = await visitor.send('POST', `/api/aliases/${userId}`, input);
  return createAliasResponseSchema.parse(body).alias.id;
}
async function forwardsTo({ visitor, userId }: Person, aliasId: string): Promise<string[]> {
  const { body } = await visitor.send('GET', `/api/aliases/${userId}`);
  const found = aliasesResponseSchema.parse(body).aliases.find(({ id }) => id === aliasId);
  return found?.targets.map(({ value }) => value) ?? [];
}

/** Somebody with a confirmed inbox beside their own email. */
async function owner(name: string) {
  const person = await test.register(`${name}@home.example`);
  await confirm(person.visitor, `${name}@home.example`);
  const old = `old-${name}@home.example`;
  const both = await makeAlias(person, `${name}-both`, `${old}, ${name}@home.example`);
  const alone = await makeAlias(person, `${name}-alone`, old);
  await confirm(person.visitor, old);
  return { ...person, old, both, alone, id: await idOf(person.visitor, old) };
}

describe('another address of an inbox', () => {
  it('changes nothing until its owner agrees, and then takes the place of the first in everything', async () => {
    const ann = await owner('ann');
    const { visitor } = ann;
    const key = {
      kind: 'openpgp',
      fingerprint: 'AB',
      algorithm: 'X25519',
      expiresAt: null,
      hideSubject: false,
    } as const;
    await test.core.database.db
      .updateTable('targets')
      .set({ encryptionKeySealed: sealTargetKey(test.core.keys, ann.id, { ...key, octets: Buffer.from('key') }) })
      .where('id', '=', ann.id)
      .execute();
    await visitor.send('PUT', '/api/account/default-target', { targetId: ann.id });
    const choices = { maySend: false, dropKeys: true, dropSignatures: true };
    await visitor.send('PATCH', `/api/targets/${ann.id}`, choices);
    const { body } = await visitor.send('POST', '/api/api-keys', { name: 'App', scope: 'aliases' });
    const headers = { authentication: newApiKeyResponseSchema.parse(body).apiKey.key };
    const listed = async () => {
      const answer = await visitor.send('GET', '/api/v2/mailboxes', undefined, headers);
      return (answer.body as { mailboxes: { id: number; email: string; default: boolean }[] }).mailboxes;
    };
    const before = (await listed()).find(({ email }) => email === ann.old);
    const answer = await visitor.send('PUT', `/api/targets/${ann.id}/address`, { address: 'new-ann@home.example' });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('asked') } });
    expect((await targetsOf(visitor)).find(({ value }) => value === 'new-ann@home.example')).toMatchObject({
      state: 'pending',
      replaces: ann.id,
      aliases: 0,
    });
    expect((await listed()).map(({ email }) => email)).not.toContain('new-ann@home.example');
    expect(await forwardsTo(ann, ann.both)).toEqual([ann.old, 'ann@home.example']);
    await confirm(visitor, 'new-ann@home.example');
    expect(await forwardsTo(ann, ann.both)).toEqual(['new-ann@home.example', 'ann@home.example']);
    expect(await forwardsTo(ann, ann.alone)).toEqual(['new-ann@home.example']);
    const made = (await targetsOf(visitor)).find(({ value }) => value === 'new-ann@home.example');
    expect(made).toMatchObject({ state: 'confirmed', replaces: null, aliases: 2, key, ...choices });
    expect((await targetsOf(visitor)).map(({ value }) => value)).not.toContain(ann.old);
    expect((await listed()).find(({ id }) => id === before?.id)).toMatchObject({
      email: 'new-ann@home.example',
      default: true,
    });
    const { body: security } = await visitor.send('GET', '/api/account/security');
    expect(security).toMatchObject({
      security: { events: expect.arrayContaining([expect.objectContaining({ kind: 'inbox_removed' })]) },
    });
  });

  it('is forgotten by whoever keeps the first', async () => {
    const bob = await owner('bob');
    const { visitor } = bob;
    await visitor.send('PUT', `/api/targets/${bob.id}/address`, { address: 'new-bob@home.example' });
    expect(await visitor.send('DELETE', `/api/targets/${bob.id}/address`)).toMatchObject({ status: 200 });
    await confirm(visitor, 'new-bob@home.example');
    expect(await forwardsTo(bob, bob.alone)).toEqual([bob.old]);
    expect(await idOf(visitor, bob.old)).toBe(bob.id);
    expect(await visitor.send('DELETE', `/api/targets/${bob.id}/address`)).toMatchObject({ status: 200 });
  });

  it('is none that the account has, and of no inbox of somebody else', async () => {
    const carl = await owner('carl');
    const dora = await owner('dora');
    const path = `/api/targets/${carl.id}/address`;
    for (const address of [
      'carl@home.example',
      carl.old,
      'no address',
      'https://hook.example/in',
      'a@b.example, c@d.example',
    ])
      expect((await carl.visitor.send('PUT', path, { address })).status).toBe(400);
    expect((await dora.visitor.send('PUT', path, { address: 'thief@home.example' })).status).toBe(404);
    expect((await dora.visitor.send('DELETE', path)).status).toBe(404);
    expect(test.mails.map(({ recipient }) => recipient)).not.toContain('thief@home.example');
  });
});
