import { randomUUID, type KeyObject } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { errorCode, StartError } from '#config/start-error.ts';
import { openSealedFile, sealStream } from '#database/backup/sealed-file.ts';
import { renameDurably } from '#database/write-secret-file.ts';

/** A whole line never is as long: the longest holds a part of a message, 512 KiB in hexadecimal. */
const lineOctetsMax = 64 * 1024 * 1024;
const lineFeed = 10;

async function* joinLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  for await (const lines of batches) if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
}

/**
 * Writes lines, compressed (Zstandard, RFC 8878) and sealed, to a file that appears when it is whole and on disk. Only we
 * can read it (0600).
 * @param publicKey 32 octets.
 * @throws StartError when it cannot be written.
 */
export async function writeBackupFile(
  path: string,
  publicKey: Buffer,
  batches: AsyncIterable<readonly string[]>,
  signal?: AbortSignal,
): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  const unwritable = (error: unknown): never => {
    throw new StartError(`${path} cannot be written (${errorCode(error)}).`);
  };
  try {
    await using file = await open(unfinished, 'wx', 0o600).catch(unwritable);
    await pipeline(
      joinLines(batches),
      createZstdCompress(),
      (plain: AsyncIterable<Buffer>) => sealStream(publicKey, plain),
      async (sealed: AsyncIterable<Buffer>) => {
        for await (const octets of sealed) await file.writeFile(octets).catch(unwritable);
      },
      { signal },
    );
    await file.sync().catch(unwritable);
    await renameDurably(unfinished, path).catch(unwritable);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* splitLines(octets: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let begunOctets = 0;
  for await (const part of octets) {
    let from = 0;
    for (let end = part.indexOf(lineFeed); end !== -1; end = part.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, part.subarray(from, end)]).toString();
      [begun, begunOctets, from] = [[], 0, end + 1];
    }
    begun.push(part.subarray(from));
    begunOctets += part.length - from;
    if (begunOctets > lineOctetsMax) throw new StartError('A line of the backup is too long: it is not one of ours.');
  }
}

/**
 * The lines of such a file, to `read`.
 * @throws StartError when it cannot be read, the key is another, or an octet was changed.
 */
export function readBackupFile<Result>(
  path: string,
  privateKey: KeyObject,
  read: (lines: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  return openSealedFile(path, privateKey, (plain) =>
    pipeline(plain, createZstdDecompress(), (octets: AsyncIterable<Buffer>) => read(splitLines(octets))),
  );
}
