import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTar } from '#cli/release/read-tar.ts';
import { archiveLimits } from '#cli/release/release-facts.ts';
import { unpackRelease } from '#cli/release/unpack-release.ts';
import { verifyArchive } from '#cli/release/verify-archive.ts';
import { factsOf, file, makeArchive, programFiles, tarOf, type ArchiveFile } from '#support/release-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-unpack-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
function fresh(): string {
  count += 1;
  return join(folder, `unpacked-${count}`);
}

/** A list that fits, so that nothing but what a test is about is wrong. */
function withSums(files: readonly ArchiveFile[]): ArchiveFile[] {
  const lines = files.map(
    ({ path, content }) => `${createHash('sha256').update(content).digest('hex')}  ${path.replace(/^[^/]*\//u, '')}\n`,
  );
  return [file('kauke-1.1.0/SHA256SUMS', lines.join('')), ...files];
}

const good = programFiles('1.1.0').map((one) => ({ ...one, path: `kauke-1.1.0/${one.path}` }));

async function refusalOf(tar: Buffer): Promise<string> {
  const path = join(folder, 'forged.tar.gz');
  await writeFile(path, gzipSync(tar));
  return unpackRelease(path, fresh()).then(
    () => 'taken',
    (error: Error) => error.message.replace(path, 'ARCHIVE'),
  );
}

/** Changes one header, and its checksum with it, as a forger would. */
function forgeHeader(tar: Buffer, change: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(tar);
  const header = copy.subarray(0, 512);
  change(header);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, octet) => total + octet, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return copy;
}

function renameFirst(name: string): Buffer {
  return forgeHeader(tarOf(withSums(good)), (header) => {
    header.fill(0, 0, 100);
    header.write(name, 0);
  });
}

describe('an archive that is unpacked', () => {
  it('is all there, and what it says of itself is read', async () => {
    const path = await makeArchive(folder, '1.1.0', programFiles('1.1.0'));
    const into = fresh();
    expect(await unpackRelease(path, into)).toEqual(factsOf('1.1.0'));
    expect(readdirSync(into).toSorted()).toEqual(['SHA256SUMS', 'kauke', 'release.json', 'src']);
    expect(await readFile(join(into, 'kauke'), 'utf8')).toMatch(/^#!\/bin\/sh/u);
    // As `tar` does it: what was built is known by that.
    const { mtimeMs } = await stat(join(into, 'src/cli/start.ts'));
    expect(new Date(mtimeMs).toISOString()).toBe(factsOf('1.1.0').date);
  });

  it.each([
    ['a way out', '../evil', 'it holds a file of the name "../evil"'],
    ['a way out in the middle', 'kauke-1.1.0/../../evil', 'it holds a file of the name "kauke-1.1.0/../../evil"'],
    ['a root', '/etc/evil', 'it holds a file of the name "/etc/evil"'],
    ['nothing', '', 'it holds a file of the name ""'],
    ['a hidden file', 'kauke-1.1.0/.bashrc', 'it holds a file of the name "kauke-1.1.0/.bashrc"'],
    ['a line of its own', 'kauke-1.1.0/a\nb', 'it holds a file of the name "kauke-1.1.0/a\\nb"'],
    ['another folder', 'other/file', 'it unpacks into more than one folder'],
    ['a file beside the folder', 'file', 'it unpacks into more than one folder'],
  ])('is refused when a name in it is %s', async (_what, name, why) => {
    expect(await refusalOf(renameFirst(name))).toBe(`ARCHIVE is no archive of a release: ${why}.`);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
  });

  it.each([
    ['a hard link', '1'],
    ['a symbolic link', '2'],
    ['a device', '3'],
    ['a folder', '5'],
    ['a header for the next one', 'x'],
  ])('is refused when it holds %s', async (_what, type) => {
    const tar = forgeHeader(tarOf(withSums(good)), (header) => header.write(type, 156));
    expect(await refusalOf(tar)).toBe(
      'ARCHIVE is no archive of a release: kauke-1.1.0/SHA256SUMS in it is no plain file.',
    );
  });

  it('is refused before it fills the disk', async () => {
    const bomb = forgeHeader(tarOf(withSums(good)), (header) => header.write('77777777777\0', 124));
    expect(await refusalOf(bomb)).toBe('ARCHIVE is no archive of a release: it holds more than a release may.');
    const many = Array.from({ length: 20_001 }, (_, index) => file(`kauke-1.1.0/file-${index}`, ''));
    // Read as it is unpacked; that so many files can be written is no question here.
    const names: string[] = [];
    const read = readTar(Readable.from([tarOf(many)]), archiveLimits, async ({ path }) => void names.push(path));
    await expect(read).rejects.toThrow('it holds more than a release may');
    expect(names).toHaveLength(20_000);
  });

  it('is refused when a file is not the one of the list, is missing there or here, or comes twice', async () => {
    const [sums = file('', ''), ...files] = withSums(good);
    const changed = files.map((one) => ({ ...one, content: Buffer.from(one.content) }));
    changed.at(1)?.content.write('#', 0);
    const more = file('kauke-1.1.0/more', '');
    const refused = (why: string) => `ARCHIVE is no archive of a release: ${why}.`;
    const notListed = 'is not what SHA256SUMS says';
    expect(await refusalOf(tarOf([sums, ...changed]))).toBe(refused(`src/cli/start.ts ${notListed}`));
    expect(await refusalOf(tarOf([sums, ...files, more]))).toBe(refused(`more ${notListed}`));
    expect(await refusalOf(tarOf([sums, ...files.slice(1)]))).toBe(refused(`kauke ${notListed}`));
    expect(await refusalOf(tarOf(files))).toBe(refused(`kauke ${notListed}`));
    const twice = 'it is packed in another way, or damaged (EEXIST)';
    expect(await refusalOf(tarOf([sums, ...files, ...files.slice(0, 1)]))).toBe(refused(twice));
  });

  it('is refused when it says nothing of itself, or something else', async () => {
    const unnamed = 'ARCHIVE is no archive of a release: release.json in it does not say which release of Kauke it is.';
    const other = file('kauke-1.1.0/release.json', JSON.stringify({ ...factsOf('1.1.0'), name: 'other' }));
    expect(await refusalOf(tarOf(withSums([...good.slice(0, 3), other])))).toBe(unnamed);
    expect(await refusalOf(tarOf(withSums(good.slice(0, 3))))).toBe(unnamed);
    const odd = file('kauke-1.1.0/release.json', JSON.stringify(factsOf('../1.1.0')));
    expect(await refusalOf(tarOf(withSums([...good.slice(0, 3), odd])))).toBe(unnamed);
    const later = file('kauke-1.1.0/release.json', JSON.stringify(factsOf('1.2.0')));
    expect(await refusalOf(tarOf(withSums([...good.slice(0, 3), later])))).toMatch(/it unpacks into kauke-1\.1\.0\.$/u);
  });

  it('is refused when it is cut short, goes on behind its end, or is no archive', async () => {
    const tar = tarOf(withSums(good));
    const refused = (why: string) => `ARCHIVE is no archive of a release: ${why}.`;
    expect(await refusalOf(tar.subarray(0, -1500))).toBe(refused('it ends too early'));
    expect(await refusalOf(Buffer.concat([tar, Buffer.alloc(512)]))).toBe(refused('something follows its end'));
    expect(await refusalOf(Buffer.from('x'.repeat(2_000)))).toBe(refused('a header of it is broken'));
    const path = join(folder, 'plain.tar.gz');
    await writeFile(path, tar);
    await expect(unpackRelease(path, fresh())).rejects.toThrow(/it is packed in another way, or damaged \(Z_/u);
    await writeFile(path, gzipSync(tar).subarray(0, -100));
    await expect(unpackRelease(path, fresh())).rejects.toThrow(/no archive of a release/u);
  });
});

describe('an archive that was fetched', () => {
  function publicOctets(key: KeyObject): Buffer {
    return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  }

  async function fetched(): Promise<{ path: string; publicKey: Buffer; otherKey: Buffer }> {
    const pair = generateKeyPairSync('ed25519');
    const keyFile = join(folder, 'key.pem');
    await writeFile(keyFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const path = await makeArchive(join(folder, 'signed'), '1.1.0', programFiles('1.1.0'), keyFile);
    const otherKey = publicOctets(generateKeyPairSync('ed25519').publicKey);
    return { path, publicKey: publicOctets(pair.publicKey), otherKey };
  }

  it('has the sum that lies beside it, and the signature where a key is set', async () => {
    const { path, publicKey } = await fetched();
    await verifyArchive(path, null);
    await verifyArchive(path, publicKey);
    const sum = createHash('sha256').update(await readFile(path));
    expect(await readFile(`${path}.sha256`, 'utf8')).toBe(`${sum.digest('hex')}  kauke-1.1.0.tar.gz\n`);
  });

  it('is refused when one octet of it is another, with or without a key', async () => {
    const { path, publicKey } = await fetched();
    const octets = await readFile(path);
    octets[100] = (octets[100] ?? 0) ^ 1;
    await writeFile(path, octets);
    for (const key of [null, publicKey])
      await expect(verifyArchive(path, key)).rejects.toThrow(/is damaged: its SHA-256 sum is not that/u);
  });

  it('is refused when another key signed it, when nobody did, and when the sum was changed with it', async () => {
    const { path, publicKey, otherKey } = await fetched();
    await expect(verifyArchive(path, otherKey)).rejects.toThrow(/is not signed by RELEASE_PUBLIC_KEY: do not use it/u);
    const forged = gzipSync(gunzipSync(await readFile(path)), { level: 1 });
    await writeFile(path, forged);
    await writeFile(`${path}.sha256`, `${createHash('sha256').update(forged).digest('hex')}  kauke-1.1.0.tar.gz\n`);
    await verifyArchive(path, null);
    await expect(verifyArchive(path, publicKey)).rejects.toThrow(/is not signed by RELEASE_PUBLIC_KEY/u);
    await rm(`${path}.sig`);
    await expect(verifyArchive(path, publicKey)).rejects.toThrow(
      /\.sig cannot be read \(ENOENT\): it is the signature/u,
    );
    await rm(`${path}.sha256`);
    await expect(verifyArchive(path, null)).rejects.toThrow(
      /\.sha256 cannot be read \(ENOENT\): it is the SHA-256 sum/u,
    );
    await expect(verifyArchive(join(folder, 'none'), null)).rejects.toThrow(/none cannot be read \(ENOENT\)\.$/u);
  });
});
