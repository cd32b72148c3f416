import {
  decrypt,
  generateKey,
  readKey,
  readMessage,
  readPrivateKey,
  reformatKey,
  revokeKey,
  SecretKeyPacket,
  UserIDPacket,
} from 'openpgp';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { checksumLine } from '#platform/crc24.ts';
import { encryptToKey } from '#protocol/openpgp/encrypt-to-key.ts';
import { readOpenPgpKey } from '#protocol/openpgp/read-key.ts';
import { findInKeyDirectory, hashLocalPart, keyDirectoryUrls } from '#protocol/openpgp/web-key-directory.ts';
import type { FetchRequest, FetchResult } from '#protocol/net/guarded-fetch.ts';
import { sha1Key } from '#support/sha1-key.ts';

const userIDs = [{ name: 'Ann', email: 'ann@inbox.example' }];
type Options = Partial<Parameters<typeof generateKey>[0]>;

function make(options: Options = {}) {
  return generateKey({ userIDs, ...options, format: 'armored' });
}

function read(key: string | Uint8Array, address = 'ann@inbox.example') {
  return readOpenPgpKey(Buffer.from(key as string), address, new Date(systemClock.now()));
}

describe('a key', () => {
  it.each<[string, Options, string, number]>([
    ['v4 on curve 25519', {}, 'ECDH curve25519', 40],
    ['v4 of RSA', { type: 'rsa', rsaBits: 2048 }, 'RSA 2048', 40],
    ['v6', { config: { v6Keys: true, aeadProtect: true } }, 'X25519', 64],
  ])('%s is read from armour and from octets, and encrypted to', async (_name, options, algorithm, digits) => {
    const { publicKey, privateKey } = await make(options);
    const binary = (await readKey({ armoredKey: publicKey })).write();
    const [reading, again] = [await read(publicKey), await read(binary)];
    expect(again).toEqual(reading);
    expect(reading).toMatchObject({ kind: 'key', key: { algorithm, expiresAt: null } });
    if (reading.kind === 'fault') return;
    expect(reading.key.fingerprint).toMatch(new RegExp(`^[0-9A-F]{${digits}}$`));
    const payload = Buffer.alloc(200_000, 'Zeile äöü\r\n');
    const armoured = await encryptToKey(reading.key.octets, payload, new Date(systemClock.now()));
    const opened = await decrypt({
      message: await readMessage({ armoredMessage: armoured?.toString() ?? '' }),
      decryptionKeys: await readPrivateKey({ armoredKey: privateKey }),
      format: 'binary',
    });
    expect(payload.equals(opened.data as Uint8Array)).toBe(true);
    expect(Math.max(...(armoured?.toString().split('\r\n') ?? []).map(({ length }) => length))).toBe(64);
  });

  it('is encrypted to with a checksum below, for GnuPG 2.2, but in the newer form without one', async () => {
    const armour = async (options: Options, length: number): Promise<string> => {
      const reading = await read((await make(options)).publicKey);
      const octets = reading.kind === 'key' ? reading.key.octets : Buffer.alloc(0);
      const sealed = await encryptToKey(octets, Buffer.alloc(length), new Date(systemClock.now()));
      return sealed?.toString() ?? '';
    };
    // The last line is full for one of three lengths.
    for (const length of [30, 31, 32]) {
      const [, body = '', sum] = /\r\n\r\n([^]+?)\r\n(=.{4})\r\n-----END/.exec(await armour({}, length)) ?? [];
      expect(checksumLine(Buffer.from(body, 'base64'))).toBe(sum);
    }
    expect(await armour({ config: { v6Keys: true, aeadProtect: true } }, 30)).not.toMatch(/\r\n=/);
  });

  it('that ends or was revoked is encrypted to no more', async () => {
    const { publicKey } = await make({ keyExpirationTime: 3600 });
    const reading = await read(publicKey);
    const octets = reading.kind === 'key' ? reading.key.octets : Buffer.alloc(0);
    expect(reading).toMatchObject({ key: { expiresAt: expect.any(Date) } });
    expect(await encryptToKey(octets, Buffer.from('x'), new Date(systemClock.now() + 7_200_000))).toBeNull();
  });

  it('says what it lacks', async () => {
    const made = await make();
    const fault = (reason: string) => ({ kind: 'fault', fault: reason });
    const past = { date: new Date(systemClock.now() - 10_000_000), keyExpirationTime: 100 };
    expect(await read((await make(past)).publicKey)).toEqual(fault('expired'));
    expect(await read((await make({ subkeys: [{ sign: true }] })).publicKey)).toEqual(fault('no_encryption'));
    const short = { type: 'rsa', rsaBits: 1024, config: { minRSABits: 1024 } } as const;
    expect(await read((await make(short)).publicKey)).toEqual(fault('weak'));
    expect(await read(sha1Key)).toEqual(fault('sha1'));
    expect(await read(made.publicKey, 'bob@inbox.example')).toEqual(fault('other_address'));
    expect(await read(made.publicKey, 'Ann+kauke@INBOX.example')).toMatchObject({ kind: 'key' });
    const many = { userIDs: Array.from({ length: 21 }, () => userIDs[0] ?? {}) };
    expect(await read((await make(many)).publicKey)).toEqual(fault('too_many_user_ids'));
    const { revocationCertificate } = made;
    const revoked = await revokeKey({ key: await readKey({ armoredKey: made.publicKey }), revocationCertificate });
    expect(await read(String(revoked.publicKey))).toEqual(fault('revoked'));
    const early = { date: new Date(systemClock.now() + 600_000) };
    expect(await read((await make(early)).publicKey)).toEqual(fault('not_yet'));
  });

  it('is that of whom its owner names in it, and no longer of whom they named once', async () => {
    const { privateKey } = await make({ userIDs: [{ email: 'old@inbox.example' }, ...userIDs] });
    const key = await readPrivateKey({ armoredKey: privateKey });
    const { keyPacket, users } = key;
    const [old] = users;
    if (old === undefined || !(keyPacket instanceof SecretKeyPacket)) throw new Error('another key was made');
    const written = (): Uint8Array => key.toPublic().write();
    expect(await read(written(), 'old@inbox.example')).toMatchObject({ kind: 'key' });
    users[0] = await old.revoke(keyPacket);
    expect(await read(written(), 'old@inbox.example')).toEqual({ kind: 'fault', fault: 'address_revoked' });
    expect(await read(written())).toMatchObject({ kind: 'key' });
    // A name that anybody may have written beside the others.
    old.selfCertifications = [];
    users[0] = old;
    expect(await read(written(), 'old@inbox.example')).toEqual({ kind: 'fault', fault: 'other_address' });
  });

  it('is not that of whom somebody wrote into it beside what its owner signed', async () => {
    const key = await readKey({ armoredKey: (await make()).publicKey });
    const forged = key.users[0]?.clone();
    if (forged === undefined) throw new Error('another key was made');
    Object.assign(forged, { userID: UserIDPacket.fromObject({ email: 'bob@inbox.example' }) });
    for (const users of [
      [...key.users, forged],
      [forged, ...key.users],
    ]) {
      key.users = users;
      expect(await read(key.write(), 'bob@inbox.example')).toEqual({ kind: 'fault', fault: 'other_address' });
      expect(await read(key.write())).toMatchObject({ kind: 'key' });
      key.users = key.users.filter((user) => user !== forged);
    }
  });

  it('is that of whom its owner names in it anew after they were revoked', async () => {
    const at = (hours: number) => new Date(systemClock.now() - hours * 3_600_000);
    const { privateKey } = await make({ date: at(3) });
    const key = await readPrivateKey({ armoredKey: privateKey });
    const again = await reformatKey({ privateKey: key, userIDs, date: at(1), format: 'object' });
    const { keyPacket, users } = key;
    const [user] = users;
    const renewed = again.privateKey.users[0]?.selfCertifications ?? [];
    if (user === undefined || !(keyPacket instanceof SecretKeyPacket)) throw new Error('another key was made');
    const withRevocation = async (hours: number): Promise<Uint8Array> => {
      const revoked = await user.revoke(keyPacket, undefined, at(hours));
      revoked.selfCertifications = [...user.selfCertifications, ...renewed];
      users[0] = revoked;
      return key.toPublic().write();
    };
    const reading = await read(await withRevocation(2));
    expect(reading).toMatchObject({ kind: 'key' });
    const octets = reading.kind === 'key' ? reading.key.octets : Buffer.alloc(0);
    expect(await encryptToKey(octets, Buffer.from('x'), at(0))).not.toBeNull();
    expect(await read(await withRevocation(1))).toEqual({ kind: 'fault', fault: 'address_revoked' });
    expect(await read(await withRevocation(0))).toEqual({ kind: 'fault', fault: 'address_revoked' });
  });

  it('that is private, in any form, is not read', async () => {
    const { publicKey, privateKey } = await make();
    const binary = (await readPrivateKey({ armoredKey: privateKey })).write();
    const ring = (await readKey({ armoredKey: publicKey })).write();
    const rings = [Buffer.concat([binary, binary]), Buffer.concat([ring, binary])];
    for (const key of [privateKey, `${publicKey}\n${privateKey}`, binary, ...rings])
      expect(await read(key)).toEqual({ kind: 'fault', fault: 'private' });
    expect(await read('nothing')).toEqual({ kind: 'fault', fault: 'unreadable' });
    expect(await read('x'.repeat(70_000))).toEqual({ kind: 'fault', fault: 'too_large' });
  });
});

describe('a key directory', () => {
  const key = Buffer.from('\u{98}packets', 'latin1');
  const page = '<!doctype html><title>Welcome</title>';
  const answer = (status: number, body: string | Uint8Array = ''): FetchResult => ({
    kind: 'answer',
    status,
    headers: { contentType: null, retryAfter: null, date: null },
    body: Buffer.from(body as string),
    complete: true,
  });
  async function find(answers: readonly FetchResult[]) {
    const asked: string[] = [];
    const fetch = async ({ url }: FetchRequest) => {
      asked.push(url.hostname);
      return answers[asked.length - 1] ?? answer(404);
    };
    return { found: await findInKeyDirectory(fetch, 'ann@inbox.example', new AbortController().signal), asked };
  }

  it('is named as the draft names it', () => {
    expect(hashLocalPart('Joe.Doe')).toBe('iy9q119eutrkn8s1mk4r39qejnbu3n5q');
    expect(keyDirectoryUrls('Joe.Doe@Example.ORG').map(String)).toEqual([
      'https://openpgpkey.example.org/.well-known/openpgpkey/example.org/hu/iy9q119eutrkn8s1mk4r39qejnbu3n5q?l=Joe.Doe',
      'https://example.org/.well-known/openpgpkey/hu/iy9q119eutrkn8s1mk4r39qejnbu3n5q?l=Joe.Doe',
    ]);
  });

  it('is asked directly only where its own host does not exist', async () => {
    const [advanced, direct] = ['openpgpkey.inbox.example', 'inbox.example'];
    expect(await find([answer(200, key)])).toEqual({
      found: { kind: 'found', octets: key },
      asked: [advanced],
    });
    expect(await find([answer(404), answer(200, key)])).toEqual({ found: { kind: 'none' }, asked: [advanced] });
    for (const other of [answer(301), answer(403), answer(200), answer(200, page), answer(200, `\u{feff}${page}`)])
      expect(await find([other, answer(200, key)])).toEqual({ found: { kind: 'none' }, asked: [advanced] });
    expect(await find([answer(429)])).toEqual({ found: { kind: 'failed' }, asked: [advanced] });
    expect(await find([answer(500)])).toEqual({ found: { kind: 'failed' }, asked: [advanced] });
    expect(await find([{ kind: 'failed', fault: 'tls' }])).toEqual({ found: { kind: 'failed' }, asked: [advanced] });
    expect(await find([{ kind: 'failed', fault: 'no-name' }, answer(200, key)])).toEqual({
      found: { kind: 'found', octets: key },
      asked: [advanced, direct],
    });
  });
});
