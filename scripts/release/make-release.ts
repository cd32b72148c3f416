import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { z } from 'zod';
import {
  archiveLimits,
  factsFile,
  launcherFile,
  releaseFactsSchema,
  sumsFile,
  versionPattern,
  type ReleaseFacts,
} from '#cli/release/release-facts.ts';
import { collectFiles, makeLauncher, makePackageFile } from './collect-files.ts';
import { makeTar, type ArchiveFile } from './tar.ts';

const repository = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const compress = promisify(gzip);
const maxBuffer = 256 * 1024 * 1024;

/** What an archive was made of and how large it came out. */
export interface MadeRelease {
  readonly path: string;
  readonly facts: ReleaseFacts;
  readonly sha256: string;
  readonly files: number;
  readonly unpackedOctets: number;
  readonly packedOctets: number;
  /** Base64 of the key that opens its signature, 32 octets; null: it has none. */
  readonly publicKey: string | null;
}

export interface ReleaseOptions {
  /** What git takes for a commit. */
  readonly commit: string;
  /** Gets the archive and what belongs to it; it exists. */
  readonly folder: string;
  /** An Ed25519 key, PKCS #8 in PEM; null: the archive is not signed. */
  readonly keyFile: string | null;
  print(line: string): void;
}

/** Who calls us decides where packages come from, and nothing else: NODE_ENV alone would make another web app. */
const passedOn = /^(?:PATH|HOME|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(?!omit|include).+)$/iu;
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
  NODE_ENV: 'production',
  TZ: 'UTC',
  LC_ALL: 'C',
};

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', words, { cwd: repository, maxBuffer });
  return stdout.trim();
}

/** The tree of a commit, and nothing that lies beside it in this checkout. */
async function exportCommit(commit: string, folder: string): Promise<void> {
  const tree = join(folder, '.tree.tar');
  await git('archive', '--format=tar', `--output=${tree}`, commit);
  await run('tar', ['-xf', tree, '-C', folder]);
  await rm(tree);
}

/** What runs and what the web app is built with, by the lock file. No package's scripts are run. */
async function install(folder: string): Promise<void> {
  const words = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', words, { cwd: folder, env: environment, maxBuffer });
}

async function readFacts(commit: string, root: string): Promise<ReleaseFacts> {
  const { version } = z
    .object({ version: z.string().regex(versionPattern) })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const seconds = Number(await git('show', '--no-patch', '--format=%ct', commit));
  const platform = `${process.platform}-${process.arch}`;
  return releaseFactsSchema.parse({
    name: 'kauke',
    version,
    commit,
    date: new Date(seconds * 1000).toISOString(),
    platform,
  });
}

const pathProperty = 'cdx:npm:package:path';
const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
});
const sbomSchema = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * CycloneDX, by npm, of all packages that run or that the web app is made of and with: what was installed of the lock file,
 * so nothing of other systems. The moment and the chance in it are those of the commit.
 */
async function makeSbom(root: string, { commit, date }: ReleaseFacts): Promise<ArchiveFile> {
  const words = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { stdout } = await run('npm', words, { cwd: root, env: environment, maxBuffer });
  const sbom = sbomSchema.parse(JSON.parse(stdout));
  const components = sbom.components.filter(({ properties }) =>
    existsSync(join(root, properties.find(({ name }) => name === pathProperty)?.value ?? '', 'package.json')),
  );
  const left = new Set(components.map((component) => component['bom-ref']));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => left.has(one)) }));
  const hex = createHash('sha256').update(commit).digest('hex');
  // A UUID of version 8 (RFC 9562), of the commit.
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  // npm names it by the folder.
  const metadata = { ...sbom.metadata, timestamp: date, component: { ...sbom.metadata.component, name: 'kauke' } };
  const fixed = { ...sbom, serialNumber: `urn:uuid:${uuid}`, metadata, components, dependencies };
  return { path: 'sbom.cdx.json', executable: false, content: Buffer.from(`${JSON.stringify(fixed, null, 2)}\n`) };
}

function sumOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function byPath(one: ArchiveFile, other: ArchiveFile): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

/** The files in their order, the list of their sums first, as `sha256sum --check` reads it. */
function withSums(files: readonly ArchiveFile[]): ArchiveFile[] {
  const sorted = files.toSorted(byPath);
  const lines = sorted.map(({ path, content }) => `${sumOf(content)}  ${path}\n`);
  return [{ path: sumsFile, executable: false, content: Buffer.from(lines.join('')) }, ...sorted];
}

/** @throws Error for an archive that is larger than a release may be. */
export function checkSizes(sizes: Pick<MadeRelease, 'files' | 'packedOctets' | 'unpackedOctets'>): void {
  const faults = (['unpackedOctets', 'packedOctets', 'files'] as const).filter(
    (what) => sizes[what] > archiveLimits[what],
  );
  if (faults.length === 0) return;
  throw new Error(
    `The release is too large: ${faults.map((what) => `${what} ${sizes[what]}, at most ${archiveLimits[what]}`).join('; ')}.`,
  );
}

/** Files as one archive, the same octets whenever the same files are given. */
export async function packFiles(files: readonly ArchiveFile[], { version, date }: ReleaseFacts): Promise<Buffer> {
  const folder = `kauke-${version}`;
  const all = withSums(files).map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const tar = Buffer.concat([...makeTar(all, Date.parse(date) / 1000)]);
  return compress(tar, { level: constants.Z_BEST_COMPRESSION });
}

/** Signs the line that names archive and sum: Ed25519 (RFC 8032), base64. */
async function signSum(line: string, keyFile: string): Promise<{ signature: string; publicKey: string }> {
  const key = createPrivateKey(await readFile(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`${keyFile} holds no Ed25519 key: make one with openssl genpkey -algorithm ed25519`);
  }
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    signature: sign(null, Buffer.from(line), key).toString('base64'),
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
  };
}

/** Writes the archive, its sum and, with a key, the signature of that. @returns what opens the signature */
export async function writeArchive(path: string, archive: Buffer, keyFile: string | null): Promise<string | null> {
  const line = `${sumOf(archive)}  ${path.slice(path.lastIndexOf('/') + 1)}\n`;
  await writeFile(path, archive);
  await writeFile(`${path}.sha256`, line);
  await rm(`${path}.sig`, { force: true });
  if (keyFile === null) return null;
  const { signature, publicKey } = await signSum(line, keyFile);
  await writeFile(`${path}.sig`, `${signature}\n`);
  return publicKey;
}

async function gatherFiles(root: string, facts: ReleaseFacts, print: ReleaseOptions['print']): Promise<ArchiveFile[]> {
  print('Installing what package-lock.json names …');
  await install(root);
  print('Building the web app and the server …');
  await run(process.execPath, ['src/cli/build.ts'], { cwd: root, env: environment, maxBuffer });
  const text = `${JSON.stringify(facts, null, 2)}\n`;
  return [
    ...(await collectFiles(root)),
    await makePackageFile(root),
    await makeLauncher(launcherFile),
    await makeSbom(root, facts),
    { path: factsFile, executable: false, content: Buffer.from(text) },
  ];
}

/**
 * Makes the archive of a release from a commit: exported, installed and built in a folder of its own, so that the same
 * commit gives the same octets.
 * @throws Error also for one that is larger than `archiveLimits`.
 */
export async function makeRelease(options: ReleaseOptions): Promise<MadeRelease> {
  const root = await mkdtemp(join(tmpdir(), 'kauke-release-'));
  try {
    const commit = await git('rev-parse', '--verify', `${options.commit}^{commit}`);
    await exportCommit(commit, root);
    const facts = await readFacts(commit, root);
    const files = await gatherFiles(root, facts, options.print);
    const archive = await packFiles(files, facts);
    const unpackedOctets = withSums(files).reduce((sum, { content }) => sum + content.length, 0);
    const sizes = { files: files.length + 1, unpackedOctets, packedOctets: archive.length };
    checkSizes(sizes);
    const path = join(options.folder, `kauke-${facts.version}-${facts.platform}.tar.gz`);
    const publicKey = await writeArchive(path, archive, options.keyFile);
    return { path, facts, sha256: sumOf(archive), ...sizes, publicKey };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
