import { generateKeyPairSync } from 'node:crypto';
import { generateKey, readPrivateKey } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetTargetKey } from '#contract/targets.ts';
import {
  encryptsMail,
  readTargetKey,
  removeTargetKey,
  setHideSubject,
  setTargetKey,
} from '#core/targets/change-key.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { makeMailCertificate } from '#support/mail-certificate.ts';

let test: TestCore;
let own: { readonly targetId: string; readonly userId: string };
const told: string[] = [];
const address = 'ann@inbox.example';
beforeAll(async () => {
  test = await createTestCore();
  const { user } = await signUp(test.core, 'ann@example.com');
  own = {
    userId: user.id,
    targetId: await addTarget(test.core, { userId: user.id, target: address, confirmed: true }),
  };
});
afterAll(() => test.drop());

async function set(input: SetTargetKey, of = own) {
  test.advance(3_600_000);
  return setTargetKey(test.core, of, input, async (_db, change) => void told.push(change));
}

function refusedFor(field: string, text: RegExp) {
  return { code: 'invalid_input', details: { errors: { [field]: [expect.stringMatching(text)] } } };
}

/** By the clock of the rules, which stands still in the past. */
function make(email = address) {
  return generateKey({ userIDs: [{ email }], date: new Date(test.core.clock.now() - 60_000) });
}

describe('the key of an inbox', () => {
  it('is looked at first, then stored as what was looked at, shown, and removed', async () => {
    const { publicKey } = await make();
    const looked = await set({ publicKey, dryRun: true });
    expect(looked).toMatchObject({ key: { kind: 'openpgp', algorithm: 'ECDH curve25519', expiresAt: null } });
    expect(await readTargetKey(test.core, own)).toBeNull();
    const other = (await make()).publicKey;
    const { fingerprint } = looked.key;
    await expect(set({ publicKey: other, fingerprint })).rejects.toMatchObject(refusedFor('publicKey', /another key/));
    await set({ publicKey, hideSubject: true, fingerprint: fingerprint.replaceAll(/.{4}/g, '$& ') });
    expect(told).toEqual(['inbox_key_set']);
    const shown = await readTargetKey(test.core, own);
    expect(shown).toMatchObject({ fingerprint, hideSubject: true });
    // What is exported is taken again, by programs that want a checksum, too.
    expect(shown?.text).toMatch(/\n=[A-Za-z\d+/]{4}\n-----END/);
    expect(await set({ publicKey: shown?.text ?? '', dryRun: true })).toMatchObject({ key: { fingerprint } });
    expect(await encryptsMail(test.core.database.db, own.userId)).toBe(true);
    expect(await searchDatabase(test.core.database, [fingerprint])).toEqual([]);
    await removeTargetKey(test.core, own, async () => void told.push('removed'));
    expect(told).toEqual(['inbox_key_set', 'removed']);
    await expect(removeTargetKey(test.core, own, async () => {})).rejects.toMatchObject({ code: 'not_found' });
    expect(await encryptsMail(test.core.database.db, own.userId)).toBe(false);
  });

  it('given again with another choice tells of the choice alone', async () => {
    const { publicKey } = await make();
    told.length = 0;
    const text = (await set({ publicKey })).text;
    for (const hideSubject of [true, true, false]) await set({ publicKey: text, hideSubject });
    await set({ publicKey: (await make()).publicKey, hideSubject: true });
    const again = 'inbox_key_set';
    expect(told).toEqual([again, 'inbox_subject_hidden', again, 'inbox_subject_shown', again]);
    const changes: boolean[] = [];
    for (const hidden of [true, false, false]) {
      await setHideSubject(test.core, own, hidden, async () => void changes.push(hidden));
    }
    expect(changes).toEqual([false]);
    await removeTargetKey(test.core, own, async () => {});
    await expect(setHideSubject(test.core, own, true, async () => {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given in place of another one hides the subject as that one did, unless its owner says otherwise', async () => {
    await set({ publicKey: (await make()).publicKey, hideSubject: true });
    const { publicKey } = await make();
    const hidden = { key: { hideSubject: true } };
    expect(await set({ publicKey, dryRun: true })).toMatchObject(hidden);
    expect(await set({ publicKey })).toMatchObject(hidden);
    expect(await readTargetKey(test.core, own)).toMatchObject(hidden.key);
    await set({ publicKey: (await make()).publicKey, hideSubject: false });
    expect(await readTargetKey(test.core, own)).toMatchObject({ hideSubject: false });
    await removeTargetKey(test.core, own, async () => {});
  });

  it('may be a certificate, whose fingerprint must be looked at where it is signed by itself', async () => {
    const { certificate, key } = await makeMailCertificate(address, test.core.clock.now());
    const { selfSigned, key: looked } = await set({ certificate, dryRun: true });
    expect([selfSigned, looked.kind, looked.algorithm]).toEqual([true, 'smime', 'ECDH P-256']);
    await expect(set({ certificate })).rejects.toMatchObject(refusedFor('fingerprint', /signed by itself/));
    await set({ certificate, fingerprint: looked.fingerprint });
    await expect(set({ certificate: `${certificate}${key}` })).rejects.toMatchObject(
      refusedFor('certificate', /private key\. It was not stored/),
    );
    expect(await readTargetKey(test.core, own)).toMatchObject({ kind: 'smime', fingerprint: looked.fingerprint });
  });

  it('is refused with one text where it cannot be used, and never stored', async () => {
    const { publicKey, privateKey } = await make();
    const octets = (await readPrivateKey({ armoredKey: privateKey })).write();
    const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const base64 = (of: Uint8Array): string => Buffer.from(of).toString('base64');
    const faults: [SetTargetKey, string, RegExp][] = [
      [{ publicKey: privateKey }, 'publicKey', /private key\. It was not stored/],
      // A key of the other kind, too.
      [{ certificate: base64(octets) }, 'certificate', /private key\. It was not stored/],
      [{ publicKey: base64(other.export({ type: 'pkcs8', format: 'der' })) }, 'publicKey', /private key\. It was not/],
      [{ publicKey: 'x' }, 'publicKey', /not an OpenPGP public key/],
      [{ publicKey: (await make('bob@inbox.example')).publicKey }, 'publicKey', /names another address/],
      [{ certificate: publicKey }, 'certificate', /not a certificate/],
      [{}, 'publicKey', /Give one of these/],
      [{ publicKey, findByWkd: true }, 'publicKey', /Give one of these/],
      [{ findByWkd: true }, 'findByWkd', /publishes no key/],
    ];
    for (const [input, field, text] of faults) await expect(set(input)).rejects.toMatchObject(refusedFor(field, text));
  });

  it('is that of an inbox of the account', async () => {
    const { publicKey } = await make();
    const { user } = await signUp(test.core, 'eve@example.com', '198.51.100.1');
    const url = 'https://hooks.kauke.dev/x';
    const webhook = await addTarget(test.core, { userId: own.userId, target: url, confirmed: true });
    for (const of of [
      { ...own, userId: user.id },
      { ...own, targetId: webhook },
    ])
      await expect(set({ publicKey }, of)).rejects.toMatchObject({ code: 'not_found' });
  });
});
