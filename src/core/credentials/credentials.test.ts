import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import {
  createCredential,
  listCredentials,
  regenerateCredential,
  deleteCredential,
} from '#core/credentials/credentials.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

let test: TestCore;
let ann: string;
let bob: string;
let aliasId: string;
let aliasCount = 0;

async function addAlias(userId: string): Promise<string> {
  aliasCount += 1;
  const input = { alias: `sender${aliasCount}`, domain: 'kauke.test', forwardTo: 'ann@example.com' };
  return (await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' })).id;
}
async function storedHash(credentialId: string): Promise<Buffer | undefined> {
  return (
    await test.core.database.db
      .selectFrom('smtpCredentials')
      .select('passwordHash')
      .where('id', '=', credentialId)
      .executeTakeFirst()
  )?.passwordHash;
}
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
});
beforeEach(async () => {
  test.advance(3_600_000);
  aliasId = await addAlias(ann);
});
afterAll(() => test.drop());

describe('an SMTP credential', () => {
  it('has the address of its alias as user name and a password of 24 characters, stored as a hash', async () => {
    const made = await createCredential(test.core, { aliasId, userId: ann });
    expect(made).toMatchObject({ username: `sender${aliasCount}@kauke.test`, aliasId });
    expect(made.password).toMatch(/^[\w-]{24}$/);
    expect(await storedHash(made.id)).toEqual(sha256(made.password));
    const { password: _, ...listed } = made;
    expect(await listCredentials(test.core, aliasId, ann)).toEqual([listed]);
  });

  it('is the only one of its alias, also when 20 are asked for at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => createCredential(test.core, { aliasId, userId: ann })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'credential_exists' });
    }
  });

  it('gets a new password that ends the old one, and is deleted', async () => {
    const made = await createCredential(test.core, { aliasId, userId: ann });
    const own = { credentialId: made.id, aliasId, userId: ann };
    const renewed = await regenerateCredential(test.core, own);
    expect(renewed).toEqual({ ...made, password: renewed.password });
    expect(renewed.password).not.toBe(made.password);
    expect(await storedHash(made.id)).toEqual(sha256(renewed.password));
    await deleteCredential(test.core, own);
    expect(await listCredentials(test.core, aliasId, ann)).toEqual([]);
    await expect(deleteCredential(test.core, own)).rejects.toMatchObject({ code: 'not_found' });
    await expect(regenerateCredential(test.core, own)).rejects.toMatchObject({ code: 'not_found' });
    expect((await createCredential(test.core, { aliasId, userId: ann })).id).not.toBe(made.id);
  });

  it('goes with its alias', async () => {
    const made = await createCredential(test.core, { aliasId, userId: ann });
    await deleteAlias(test.core, aliasId, ann);
    expect(await storedHash(made.id)).toBeUndefined();
    await expect(listCredentials(test.core, aliasId, ann)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is neither seen nor changed by others, who get the same answer as for an unknown one', async () => {
    const made = await createCredential(test.core, { aliasId, userId: ann });
    const bobsAlias = await addAlias(bob);
    const refused = { code: 'not_found' };
    for (const id of [aliasId, randomUUID()]) {
      await expect(listCredentials(test.core, id, bob)).rejects.toMatchObject(refused);
      await expect(createCredential(test.core, { aliasId: id, userId: bob })).rejects.toMatchObject(refused);
    }
    for (const id of [aliasId, bobsAlias]) {
      const foreign = { credentialId: made.id, aliasId: id, userId: bob };
      await expect(regenerateCredential(test.core, foreign)).rejects.toMatchObject(refused);
      await expect(deleteCredential(test.core, foreign)).rejects.toMatchObject(refused);
    }
    expect(await storedHash(made.id)).toEqual(sha256(made.password));
  });

  it('is made or regenerated 20 times an hour at most', async () => {
    const made = await createCredential(test.core, { aliasId, userId: ann });
    const own = { credentialId: made.id, aliasId, userId: ann };
    for (let turn = 1; turn < 20; turn += 1) await regenerateCredential(test.core, own);
    await expect(regenerateCredential(test.core, own)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(createCredential(test.core, { aliasId, userId: ann })).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a name and password of a mail program', () => {
  it('are right for the credential they were made for, the name in any case', async () => {
    const { username, password } = await createCredential(test.core, { aliasId, userId: ann });
    const holder = { aliasId, userId: ann, address: username, domain: 'kauke.test', passwordHash: sha256(password) };
    expect(await checkCredential(test.core, { username, password })).toEqual(holder);
    expect(await checkCredential(test.core, { username: username.toUpperCase(), password })).toEqual(holder);
  });

  it('are wrong for anything else', async () => {
    const { username, password, id } = await createCredential(test.core, { aliasId, userId: ann });
    const other = await createCredential(test.core, { aliasId: await addAlias(bob), userId: bob });
    const wrong = [
      { username, password: '' },
      { username, password: `${password}x` },
      { username, password: other.password },
      { username: username.replace('kauke', 'mask'), password },
      { username: username.replace('@kauke.test', ''), password },
      { username: `${username}@kauke.test`, password },
      { username: '', password: '' },
    ];
    for (const credentials of wrong) expect(await checkCredential(test.core, credentials)).toBeNull();
    await deleteCredential(test.core, { credentialId: id, aliasId, userId: ann });
    expect(await checkCredential(test.core, { username, password })).toBeNull();
  });

  it('are those of each account that had the name of a domain, one after the other', async () => {
    const credentialOf = async (userId: string) => {
      const { id } = await addOwnDomain(test.core, { userId, name: 'own.example' });
      const input = { alias: 'shop', domain: 'own.example', forwardTo: 'ann@example.com' };
      const made = await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
      const { username, password } = await createCredential(test.core, { aliasId: made.id, userId });
      return { id, username, password };
    };
    const lost = await credentialOf(ann);
    const { db } = test.core.database;
    await db.updateTable('domains').set({ state: 'lost' }).where('id', '=', lost.id).execute();
    const present = await credentialOf(bob);
    expect(await checkCredential(test.core, present)).toMatchObject({ userId: bob });
    // It tells her program that the domain is lost.
    expect(await checkCredential(test.core, lost)).toMatchObject({ userId: ann });
    expect(await checkCredential(test.core, { ...lost, password: 'x' })).toBeNull();
  });
});
