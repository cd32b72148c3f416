import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveLimits, compareVersions } from '#cli/release/release-facts.ts';
import { factsOf, file } from '#support/release-archive.ts';
import { readImportGraph } from '../house/import-graph.ts';
import { followImports, followPackages, isNeeded, type LockedPackages } from './choose-parts.ts';
import { checkSizes, packFiles, writeArchive } from './make-release.ts';
import { makeTar } from './tar.ts';

const repository = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-made-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('an archive', () => {
  const deep = `${'folder/'.repeat(20)}${'x'.repeat(90)}.js`;
  const files = [file('run', '#!/bin/sh\necho ran\n', true), file(deep, 'deep'), file('a', '')];

  it('has the same octets whatever the order of its files, and others for another moment', async () => {
    const facts = factsOf('1.1.0');
    const one = await packFiles(files, facts);
    expect(await packFiles(files.toReversed(), facts)).toEqual(one);
    expect(await packFiles(files, { ...facts, date: '2026-11-24T00:00:00.000Z' })).not.toEqual(one);
  });

  it('is unpacked and checked by what a bare system has', async () => {
    const path = join(folder, 'made.tar.gz');
    await writeArchive(path, await packFiles(files, factsOf('1.1.0')), null);
    execFileSync('sha256sum', ['--check', '--quiet', 'made.tar.gz.sha256'], { cwd: folder });
    execFileSync('tar', ['-xzf', path, '-C', folder]);
    const home = join(folder, 'kauke-1.1.0');
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: home });
    expect(execFileSync(join(home, 'run'), { encoding: 'utf8' })).toBe('ran\n');
    expect(await readFile(join(home, deep), 'utf8')).toBe('deep');
    const listed = execFileSync('tar', ['-tvzf', path], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
    expect(listed).toMatch(/^-rw-r--r-- root\/root +\d+ 2026-11-23 00:00 kauke-1\.1\.0\/SHA256SUMS$/mu);
  });

  it('tells of a path that has no room in it', () => {
    expect(() => [...makeTar([file('x'.repeat(101), '')], 0)]).toThrow(/is too long for an archive/u);
  });

  it('is refused beyond 230 MB, or 90 MB when packed', () => {
    const most = { unpackedOctets: 230_000_000, packedOctets: 90_000_000, files: 20_000 };
    expect(archiveLimits).toEqual(most);
    expect(() => checkSizes(most)).not.toThrow();
    for (const what of ['unpackedOctets', 'packedOctets', 'files'] as const) {
      expect(() => checkSizes({ ...most, [what]: most[what] + 1 })).toThrow(`The release is too large: ${what}`);
    }
  });

  it('is signed by a key of the right kind', async () => {
    const path = join(folder, 'signed.tar.gz');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keyFile = join(folder, 'key.pem');
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const shown = await writeArchive(path, Buffer.from('archive'), keyFile);
    expect(shown).toBe(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'));
    const signature = Buffer.from(await readFile(`${path}.sig`, 'latin1'), 'base64');
    expect(verify(null, await readFile(`${path}.sha256`), publicKey, signature)).toBe(true);
    // Without a key an old signature does not stay beside a new archive.
    expect(await writeArchive(path, Buffer.from('archive'), null)).toBeNull();
    expect(existsSync(`${path}.sig`)).toBe(false);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    await writeFile(keyFile, rsa.export({ type: 'pkcs8', format: 'pem' }));
    await expect(writeArchive(path, Buffer.from('archive'), keyFile)).rejects.toThrow(/holds no Ed25519 key/u);
  });
});

describe('what is in a release', () => {
  it('is what the program loads, and nothing of tests, build and web sources', async () => {
    const { files, packages } = followImports(await readImportGraph(repository));
    expect(files).toEqual(
      expect.arrayContaining([
        'src/cli/start.ts',
        'src/main/main.ts',
        'src/mail/receive-message.ts',
        'src/core/sign-in/argon2-thread.ts',
        'src/cli/kauke.ts',
        'src/database/migrations/0001-foundation.ts',
      ]),
    );
    expect(files.filter((path) => /^src\/web\/|\.test\.|build-web|prerender|render-guides/u.test(path))).toEqual([]);
    expect(packages).toEqual(expect.arrayContaining(['pg', 'kysely', 'zod', '@zxcvbn-ts/language-common']));
    for (const name of ['vite', 'react', 'tailwindcss', 'marked', 'vitest']) expect(packages).not.toContain(name);
  });

  it('is each package with all that it needs, found as Node.js finds it', () => {
    const locked: LockedPackages = {
      'node_modules/a': { dependencies: { b: '1', c: '1' }, peerDependencies: { d: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': { dependencies: { e: '1' } },
      'node_modules/c': { optionalDependencies: { 'not-here': '1' } },
      'node_modules/d': {},
      'node_modules/e': {},
    };
    const all = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/d'];
    expect(followPackages(locked, ['a'])).toEqual(all);
    expect(followPackages(locked, ['b'])).toEqual(['node_modules/b', 'node_modules/e']);
  });

  it('is no declaration, source map, header or handbook; but every licence', () => {
    const kept = [
      'a/index.js',
      'a/LICENSE.md',
      'a/licence',
      'a/NOTICE.md',
      'a/package.json',
      'node_modules/a/lib/test/index.js',
      'a/native/lib/libpq.so.5',
    ];
    const left = [
      'a/index.js.map',
      'a/index.d.ts',
      'a/index.d.mts',
      'a/src/index.ts',
      'a/dist/index.min.mjs',
      'node_modules/a/test/trees.js',
      'node_modules/@a/b/examples/index.js',
      'a/README.md',
      'a/lib/libpq.a',
      'node/include/v8.h',
    ];
    expect([...kept, ...left].filter(isNeeded)).toEqual(kept);
  });
});

it('releases are compared number by number', () => {
  const sorted = ['0.9.9', '1.0.9', '1.0.24', '1.1.0', '1.10.0', '2.0.0'];
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
  expect(compareVersions('1.1.0', '1.1.0')).toBe(0);
});
