/** A plain file of an archive, as its header tells of it. */
export interface TarFile {
  readonly path: string;
  readonly executable: boolean;
  readonly octets: number;
  /** Seconds since 1970. */
  readonly modifiedAt: number;
}

/** An archive that is not one of ours; completes "… is no archive of a release: ". */
export class TarError extends Error {
  override readonly name = 'TarError';
}

const blockOctets = 512;

/** Octets in the amounts that are asked for, of chunks as they come. */
function createSource(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  async function* pieces(octets: number): AsyncGenerator<Buffer> {
    for (let left = octets; left > 0;) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) throw new TarError('it ends too early');
        rest = Buffer.from(next.value);
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }
  const take = async (octets: number): Promise<Buffer> => {
    const taken: Buffer[] = [];
    for await (const piece of pieces(octets)) taken.push(piece);
    return Buffer.concat(taken);
  };
  const isAtEnd = async (): Promise<boolean> => rest.length === 0 && (await iterator.next()).done === true;
  return { pieces, take, isAtEnd };
}

function readText(header: Buffer, at: number, octets: number): string {
  const field = header.subarray(at, at + octets);
  const end = field.indexOf(0);
  return field.toString('latin1', 0, end === -1 ? octets : end);
}

function readNumber(header: Buffer, at: number, octets: number): number {
  const text = readText(header, at, octets).trim();
  if (!/^[0-7]{1,11}$/u.test(text)) throw new TarError('a header of it is broken');
  return Number.parseInt(text, 8);
}

/** Letters, digits and a few marks: no name of ours has others, and none of `..`, a root, a drive or a control character. */
const pathPattern = /^(?:[\w@+~-][\w.@+~-]*\/)*[\w@+~-][\w.@+~-]*$/u;

/** What `tar` would make of anything but a plain file (a link, a device, a folder of its own rights) has no place here. */
function parseHeader(header: Buffer): TarFile {
  const sum = header.reduce((total, octet, place) => total + (place >= 148 && place < 156 ? 0x20 : octet), 0);
  if (readNumber(header, 148, 8) !== sum || readText(header, 257, 6) !== 'ustar') {
    throw new TarError('a header of it is broken');
  }
  const prefix = readText(header, 345, 155);
  const path = `${prefix === '' ? '' : `${prefix}/`}${readText(header, 0, 100)}`;
  if (!pathPattern.test(path)) throw new TarError(`it holds a file of the name ${JSON.stringify(path)}`);
  if (readText(header, 156, 1) !== '0') throw new TarError(`${path} in it is no plain file`);
  const executable = (readNumber(header, 100, 8) & 0o100) !== 0;
  return { path, executable, octets: readNumber(header, 124, 12), modifiedAt: readNumber(header, 136, 12) };
}

export interface TarLimits {
  readonly unpackedOctets: number;
  readonly files: number;
}

/**
 * Reads a POSIX.1-1988 archive (ustar) of nothing but plain files and hands each to `take`, which reads all its octets.
 * @throws TarError for anything else, and before more is read than `limits` allow.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  limits: TarLimits,
  take: (file: TarFile, content: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createSource(chunks);
  let [files, octets] = [0, 0];
  for (;;) {
    const header = await source.take(blockOctets);
    if (header.every((octet) => octet === 0)) break;
    const file = parseHeader(header);
    [files, octets] = [files + 1, octets + file.octets];
    if (files > limits.files || octets > limits.unpackedOctets) throw new TarError('it holds more than a release may');
    await take(file, source.pieces(file.octets));
    await source.take((blockOctets - (file.octets % blockOctets)) % blockOctets);
  }
  const last = await source.take(blockOctets);
  if (last.some((octet) => octet !== 0) || !(await source.isAtEnd())) throw new TarError('something follows its end');
}
