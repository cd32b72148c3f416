/** A file in an archive, as its directory lists it. */
export interface ZipEntry {
  /** As it stands there; paths have slashes. */
  readonly name: string;
  readonly encrypted: boolean;
  /** 0: stored; 8: deflated (RFC 1951); others are rare. */
  readonly method: number;
  /** What the archive says it inflates to. Not to be relied on. */
  readonly size: number;
  /** Still compressed. */
  readonly content: Buffer;
}

const maxEntries = 5000;
/** Octets of the records, without their names. */
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maxComment = 0xffff;

/** Where the record is that ends the directory: the last that fits, as others may stand in a comment. */
function findEnd(octets: Buffer): number {
  const from = Math.max(0, octets.length - endLength - maxComment);
  const at = octets.subarray(from).lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return at === -1 || from + at + endLength > octets.length ? -1 : from + at;
}

function readEntry(octets: Buffer, at: number): { entry: ZipEntry; next: number } | null {
  if (at + entryLength > octets.length || octets.toString('latin1', at, at + 4) !== 'PK\x01\x02') return null;
  const nameEnd = at + entryLength + octets.readUInt16LE(at + 28);
  const next = nameEnd + octets.readUInt16LE(at + 30) + octets.readUInt16LE(at + 32);
  const local = octets.readUInt32LE(at + 42);
  if (next > octets.length || local + localLength > octets.length) return null;
  const start = local + localLength + octets.readUInt16LE(local + 26) + octets.readUInt16LE(local + 28);
  const end = start + octets.readUInt32LE(at + 20);
  if (end > octets.length) return null;
  const entry = {
    name: octets.toString('utf8', at + entryLength, nameEnd),
    encrypted: (octets.readUInt16LE(at + 8) & 1) === 1,
    method: octets.readUInt16LE(at + 10),
    size: octets.readUInt32LE(at + 24),
    content: octets.subarray(start, end),
  };
  return { entry, next };
}

/**
 * The files of a ZIP archive (APPNOTE 6.3.10), by its directory; null when that cannot be read to its end or names more
 * than 5,000. Archives of more than 4 GiB have another form, which no mail can hold. Never throws.
 */
export function readZip(octets: Buffer): readonly ZipEntry[] | null {
  const end = findEnd(octets);
  if (end === -1) return null;
  const count = octets.readUInt16LE(end + 10);
  if (count > maxEntries) return null;
  const entries: ZipEntry[] = [];
  for (let at = octets.readUInt32LE(end + 16); entries.length < count;) {
    const read = readEntry(octets, at);
    if (read === null) return null;
    entries.push(read.entry);
    at = read.next;
  }
  return entries;
}
