/** A file of an archive. */
export interface ArchiveFile {
  /** Below the folder that the archive unpacks into. */
  readonly path: string;
  readonly executable: boolean;
  readonly content: Buffer;
}

const blockOctets = 512;
const nameOctets = 100;
const prefixOctets = 155;

/** Where a path is cut in two, as the header has room for 100 octets of it behind the last cut and 155 before. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= nameOctets) return { prefix: '', name: path };
  for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
    if (Buffer.byteLength(name) <= nameOctets && Buffer.byteLength(prefix) <= prefixOctets) return { prefix, name };
  }
  throw new Error(`${path} is too long for an archive.`);
}

function octal(value: number, octets: number): string {
  return `${value.toString(8).padStart(octets - 1, '0')}\0`;
}

/** POSIX.1-1988 (ustar): owner and group are root, the time is the same for all files, nothing of this machine is in it. */
function makeHeader({ path, executable, content }: ArchiveFile, modifiedAt: number): Buffer {
  const header = Buffer.alloc(blockOctets);
  const { prefix, name } = splitPath(path);
  const write = (text: string, at: number): void => void header.write(text, at, 'latin1');
  header.write(name, 0);
  write(octal(executable ? 0o755 : 0o644, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(content.length, 12), 124);
  write(octal(modifiedAt, 12), 136);
  write('        ', 148);
  write('0', 156);
  write('ustar\u000000', 257);
  write('root', 265);
  write('root', 297);
  header.write(prefix, 345);
  const sum = header.reduce((total, octet) => total + octet, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** `modifiedAt`: seconds since 1970. The octets depend on nothing but the files and that. */
export function* makeTar(files: Iterable<ArchiveFile>, modifiedAt: number): Generator<Buffer> {
  for (const file of files) {
    yield makeHeader(file, modifiedAt);
    yield file.content;
    yield Buffer.alloc((blockOctets - (file.content.length % blockOctets)) % blockOctets);
  }
  yield Buffer.alloc(2 * blockOctets);
}
