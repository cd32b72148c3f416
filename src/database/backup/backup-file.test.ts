import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBackupPublicKey } from '#config/backup-public-key.ts';
import { readBackupFile, writeBackupFile } from '#database/backup/backup-file.ts';
import { makeBackupKeyPair, readBackupKey } from '#database/backup/backup-key.ts';
import { checkSealedFile } from '#database/backup/sealed-file.ts';

const pair = makeBackupKeyPair();
const publicKey = parseBackupPublicKey(pair.publicKey) ?? Buffer.alloc(0);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-backup-file-'));
  await writeFile(join(folder, 'key'), `> kauke\n> node kauke.ts backup key\n\n${pair.privateKey}`);
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const batches = async function* () {
    yield lines;
  };
  await writeBackupFile(path, publicKey, batches());
  return path;
}

async function read(path: string, keyFile = join(folder, 'key')): Promise<string[]> {
  return readBackupFile(path, await readBackupKey(keyFile), async (lines) => {
    const found: string[] = [];
    for await (const line of lines) found.push(line);
    return found;
  });
}

describe('a sealed file', () => {
  it.each([0, 1, 1_000, 65_535, 65_536, 65_537, 300_000])(
    'gives back %i octets that do not compress',
    async (octets) => {
      const lines = octets === 0 ? [] : [randomBytes(octets).toString('base64'), '', 'Ąžuolas 🧦', 'last'];
      const path = await write(`octets-${octets}`, lines);
      await checkSealedFile(path);
      expect(await read(path)).toEqual(lines);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    },
  );

  it('is refused when any one octet was changed, with and without the key', async () => {
    const path = await write('whole', [randomBytes(64).toString('hex')]);
    const whole = await readFile(path);
    const changed = join(folder, 'changed');
    for (let at = 0; at < whole.length; at += 1) {
      const octets = Buffer.from(whole);
      octets[at] = (octets[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(changed, octets);
      await expect(checkSealedFile(changed), `octet ${at}`).rejects.toThrow(/is damaged|is no backup/u);
      // The checksum alone is for those who have no key.
      if (at < whole.length - 32)
        await expect(read(changed), `octet ${at}`).rejects.toThrow(/changed since|another key|no backup/u);
    }
  });

  it('is refused when it was cut short, at the end of a part too, or when its parts changed places', async () => {
    const path = await write('parts', [randomBytes(200_000).toString('base64')]);
    const whole = await readFile(path);
    const part = 64 * 1024 + 16;
    const head = whole.subarray(0, 48);
    const [first, second] = [whole.subarray(48, 48 + part), whole.subarray(48 + part, 48 + 2 * part)];
    const broken = [
      whole.subarray(0, 20),
      whole.subarray(0, -1),
      Buffer.concat([head, first, whole.subarray(-32)]),
      Buffer.concat([head, second, first, whole.subarray(48 + 2 * part)]),
      Buffer.concat([head, whole.subarray(48 + part)]),
    ];
    for (const [index, octets] of broken.entries()) {
      const name = join(folder, `broken-${index}`);
      await writeFile(name, octets);
      await expect(checkSealedFile(name)).rejects.toThrow(/is damaged|is no backup/u);
      await expect(read(name)).rejects.toThrow(/changed since|is no backup/u);
    }
  });

  it('says in one line that the key is another, or none', async () => {
    const path = await write('sealed', ['one']);
    await writeFile(join(folder, 'other'), makeBackupKeyPair().privateKey);
    await expect(read(path, join(folder, 'other'))).rejects.toThrow(`${path} is sealed to another key than this one.`);
    await writeFile(join(folder, 'empty'), 'nothing');
    await expect(read(path, join(folder, 'empty'))).rejects.toThrow('holds no private key');
    await expect(read(path, join(folder, 'missing'))).rejects.toThrow('cannot be read (ENOENT)');
    await expect(read(join(folder, 'missing'))).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const failing = async function* () {
      yield ['one'];
      throw new Error('the database is gone');
    };
    await expect(writeBackupFile(join(folder, 'half'), publicKey, failing())).rejects.toThrow('the database is gone');
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
    const nowhere = join(folder, 'nowhere', 'file');
    await expect(writeBackupFile(nowhere, publicKey, failing())).rejects.toThrow(
      `${nowhere} cannot be written (ENOENT).`,
    );
  });
});

describe('a public key', () => {
  it('is refused when one of its characters is another', () => {
    for (let at = 0; at < pair.publicKey.length; at += 1) {
      const other = pair.publicKey[at] === 'A' ? 'B' : 'A';
      expect(parseBackupPublicKey(pair.publicKey.slice(0, at) + other + pair.publicKey.slice(at + 1))).toBeNull();
    }
    expect(parseBackupPublicKey(randomBytes(32).toString('base64'))).toBeNull();
  });
});
