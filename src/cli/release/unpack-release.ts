import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { readTar, TarError, type TarFile } from '#cli/release/read-tar.ts';
import {
  archiveLimits,
  factsFile,
  releaseFactsSchema,
  sumsFile,
  type ReleaseFacts,
} from '#cli/release/release-facts.ts';
import { errorCode, StartError } from '#config/start-error.ts';

/** The file is made, as old as `tar` would make it, and must be new. @returns its SHA-256 */
async function writeNew(path: string, file: TarFile, content: AsyncGenerator<Buffer>): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'wx', file.executable ? 0o755 : 0o644);
  const hash = createHash('sha256');
  try {
    for await (const piece of content) {
      hash.update(piece);
      await handle.write(piece);
    }
    // What was built counts where nothing that it was made of is newer.
    await handle.utimes(file.modifiedAt, file.modifiedAt);
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** Every file and no other stands in the list, with its sum. */
function checkSums(list: string, found: ReadonlyMap<string, string>): void {
  const lines = list.split('\n').slice(0, -1);
  const listed = new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]));
  const wrong = [...found].find(([path, sum]) => listed.get(path) !== sum)?.[0];
  const missing = [...listed.keys()].find((path) => !found.has(path));
  if (wrong !== undefined || missing !== undefined || listed.size !== lines.length) {
    throw new TarError(`${wrong ?? missing ?? 'a file'} is not what ${sumsFile} says`);
  }
}

async function readFacts(folder: string): Promise<ReleaseFacts> {
  const text = await readFile(join(folder, factsFile), 'utf8').catch(() => '{}');
  try {
    return releaseFactsSchema.parse(JSON.parse(text));
  } catch {
    throw new TarError(`${factsFile} in it does not say which release of Kauke it is`);
  }
}

async function unpack(path: string, folder: string): Promise<ReleaseFacts> {
  const found = new Map<string, string>();
  let top: string | null = null;
  const packed = createReadStream(path);
  const chunks = createGunzip();
  packed.on('error', (error) => chunks.destroy(error));
  await readTar(packed.pipe(chunks), archiveLimits, async (file, content) => {
    const [head = '', ...rest] = file.path.split('/');
    top ??= head;
    if (head !== top || rest.length === 0) throw new TarError('it unpacks into more than one folder');
    const below = rest.join('/');
    found.set(below, await writeNew(join(folder, below), file, content));
  });
  const list = await readFile(join(folder, sumsFile), 'latin1').catch(() => '');
  found.delete(sumsFile);
  checkSums(list, found);
  const facts = await readFacts(folder);
  if (top !== `kauke-${facts.version}`) throw new TarError(`it unpacks into ${top ?? 'nothing'}`);
  // One call for all files: after it a power cut cannot leave half of them.
  await promisify(execFile)('sync', ['-f', folder]);
  return facts;
}

/**
 * Unpacks an archive into a folder that is new and empty, and compares every file with the list in it.
 * @throws StartError one clear line; what was unpacked so far is the caller's to remove.
 */
export async function unpackRelease(path: string, folder: string): Promise<ReleaseFacts> {
  try {
    return await unpack(path, folder);
  } catch (error) {
    const code = errorCode(error);
    const isPacking = code.startsWith('Z_');
    if (error instanceof TarError || isPacking || code === 'EEXIST') {
      const why = error instanceof TarError ? error.message : `it is packed in another way, or damaged (${code})`;
      throw new StartError(`${path} is no archive of a release: ${why}.`);
    }
    throw new StartError(`${path} could not be unpacked into ${folder} (${code}).`);
  }
}
