import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEncryptedPdf, readPdfStreams, readPdfStrings } from '#mail/documents/read-pdf.ts';
import { readPngTexts } from '#mail/documents/read-png.ts';
import { readZip, type ZipEntry } from '#mail/documents/read-zip.ts';
import { maxRegion, someLeakedRegion } from '#mail/documents/leaked-identifier-regions.ts';
import { createUnpacker, type Unpacked, type Unpacker } from '#mail/documents/unpack.ts';

/** Whom files are searched for. Both take octets of any kind. */
export interface FileSearch {
  /** Whether an address stands there. */
  readonly holdsAddress: (octets: Buffer) => boolean;
  /** Whether a reader of a text would find one, across its tags, in words or in whatever form. In steps. */
  readonly revealsAddress: (text: string) => Generator<undefined, boolean>;
  /** Whether a display name stands there. */
  readonly holdsName: (octets: Buffer) => boolean;
}

/** `names`: it says whose it is. `sealed`: it cannot be looked into, or not to its end. */
export type FileFinding = 'names' | 'sealed' | null;

/** Archives within each other that are opened: a sheet in a document in an attached archive. */
const maxDepth = 2;
const pieceLength = 1024 * 1024;
/** Octets at both ends of pictures, sound and films in which their properties stand. */
const mediaEnd = 512 * 1024;
/** Larger pages and sheets are what their author wrote: as long texts, they are not searched. */
const maxPageOctets = 8 * 1024 * 1024;
/** What is read as texts of all files of a message. */
const maxReadOctets = 16 * 1024 * 1024;

const isPage = /^(?:word|xl|ppt)\/|^content\.xml$/;
/** Parts of office documents that hold nothing but properties and names of people. */
const isProperties =
  /^docProps\/|^meta\.xml$|^(?:word|xl|ppt)\/[^.]*(?:comment|author|people|person|userNames|workbook\.)|\.rels$/i;

/** A file within others. */
interface File {
  readonly octets: Buffer;
  readonly depth: number;
  /** Nothing but properties: whatever stands there is told. */
  readonly told: boolean;
  /** Not searched for addresses yet: it was packed. */
  readonly fresh: boolean;
  /** What stands there is for readers, and not for programs that draw it. */
  readonly written: boolean;
}

/** How a file is read. `media`: properties stand unpacked near its ends. `sealed`: nobody here can open it. */
type FileKind = 'zip' | 'gzip' | 'pdf' | 'png' | 'media' | 'sealed' | 'other';

/** First octets as Latin-1; where a kind has several, any of them. */
const signatures: readonly (readonly [RegExp, FileKind])[] = [
  [/^PK\x03\x04|^PK\x05\x06/, 'zip'],
  [/^\x1f\x8b\x08/, 'gzip'],
  [/^\x89PNG\r\n\x1a\n/, 'png'],
  [/%PDF-/, 'pdf'],
  // JPEG, GIF, WebP and others in RIFF, TIFF, HEIF and MP4, MP3, Ogg, FLAC, Matroska, Photoshop.
  [/^\xff\xd8\xff|^GIF8|^RIFF|^II\*\0|^MM\0\*|^[^]{4}ftyp|^ID3|^OggS|^fLaC|^\x1aE\xdf\xa3|^8BPS/, 'media'],
  // 7-Zip, RAR, bzip2, xz, Zstandard.
  [/^7z\xbc\xaf\x27\x1c|^Rar!\x1a\x07|^BZh[1-9]1AY&SY|^\xfd7zXZ\0|^\x28\xb5\x2f\xfd/, 'sealed'],
];

/** Of compound files, as those of Word before 2007: in one that is encrypted, a document of today. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
/** A PDF may begin anywhere there. */
const maxStart = 1024;

/** What a file is, by its octets: names and types say what they like. */
function kindOfFile(octets: Buffer): FileKind {
  const start = octets.toString('latin1', 0, maxStart);
  const [, kind] = signatures.find(([form]) => form.test(start)) ?? [];
  if (kind !== undefined) return kind;
  return octets.subarray(0, compound.length).equals(compound) && octets.includes(encryptedPackage) ? 'sealed' : 'other';
}

/** What no text has, in whatever charset. */
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const looked = 4096;

/** A file as a text, whatever it is called; null: it is none. */
function readText(octets: Buffer): string | null {
  if (octets.length >= 2 && octets[0] === 0xff && octets[1] === 0xfe) return octets.toString('utf16le', 2);
  if (octets.length >= 2 && octets[0] === 0xfe && octets[1] === 0xff) {
    return Buffer.from(octets.subarray(2, octets.length - (octets.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  if (control.test(octets.toString('latin1', 0, looked))) return null;
  return octets.toString(isUtf8(octets) ? 'utf8' : 'latin1');
}

/** Pieces of which one holds whatever is looked for, with a turn for everybody else before each. */
async function* piecesOf(octets: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < octets.length; from += pieceLength) {
    await nextTurn();
    yield octets.subarray(Math.max(0, from - maxRegion), from + pieceLength);
  }
}

class Searcher {
  readonly #search: FileSearch;
  readonly #unpack: Unpacker = createUnpacker();
  #leftToRead = maxReadOctets;

  constructor(search: FileSearch) {
    this.#search = search;
  }

  async find(file: File): Promise<FileFinding> {
    const kind = kindOfFile(file.octets);
    if (kind === 'sealed' || (file.depth > maxDepth && (kind === 'zip' || kind === 'gzip'))) return 'sealed';
    if ((await this.#isTold(file, kind)) || (await this.#isRead(file, kind))) return 'names';
    switch (kind) {
      case 'zip':
        return this.#findInZip(file);
      case 'gzip':
        return this.#findInPacked(await this.#unpack.gunzip(file.octets), file);
      case 'pdf':
        return this.#findInPdf(file);
      case 'png':
        return this.#findInPng(file);
      default:
        return null;
    }
  }

  /** What is told without unpacking anything. */
  async #isTold({ octets, told, fresh }: File, kind: FileKind): Promise<boolean> {
    const { holdsAddress, holdsName } = this.#search;
    if (kind === 'media' || kind === 'png') {
      const ends = [octets.subarray(0, mediaEnd), octets.subarray(Math.max(mediaEnd, octets.length - mediaEnd))];
      if (ends.some(holdsName)) return true;
      if (!fresh) return false;
    }
    for await (const piece of piecesOf(octets)) {
      if ((fresh && holdsAddress(piece)) || (told && holdsName(piece))) return true;
      if (someLeakedRegion(piece, holdsName)) return true;
    }
    return false;
  }

  /** Whether a reader finds an address, as in a document that has one in parts, or in a page that was not sent as one. */
  async #isRead({ octets, written }: File, kind: FileKind): Promise<boolean> {
    if (kind !== 'other' || !written || octets.length > this.#leftToRead) return false;
    const text = readText(octets);
    if (text === null) return false;
    this.#leftToRead -= octets.length;
    const steps = this.#search.revealsAddress(text);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await nextTurn();
    }
  }

  async #findInPacked(
    unpacked: Unpacked,
    { depth }: File,
    { told = false, written = true }: { readonly told?: boolean; readonly written?: boolean } = {},
  ): Promise<FileFinding> {
    if (!(unpacked instanceof Buffer)) return 'sealed';
    return this.find({ octets: unpacked, depth: depth + 1, told, fresh: true, written });
  }

  async #findInZip(file: File): Promise<FileFinding> {
    const entries = readZip(file.octets);
    if (entries === null) return 'sealed';
    for (const entry of entries) {
      const found = await this.#findInEntry(entry, file);
      if (found !== null) return found;
    }
    return null;
  }

  async #findInEntry({ name, encrypted, method, size, content }: ZipEntry, file: File): Promise<FileFinding> {
    if (encrypted) return 'sealed';
    if (this.#search.holdsName(Buffer.from(name))) return 'names';
    const told = isProperties.test(name);
    if (content.length === 0 || (!told && isPage.test(name) && size > maxPageOctets)) return null;
    if (method !== 0 && method !== 8) return 'sealed';
    return this.#findInPacked(method === 0 ? content : await this.#unpack.inflateRaw(content), file, { told });
  }

  async #findInPdf(file: File): Promise<FileFinding> {
    for await (const piece of piecesOf(file.octets)) {
      const text = piece.toString('latin1');
      if (isEncryptedPdf(text)) return 'sealed';
      if (this.#namesInPdf(text)) return 'names';
    }
    for (const { deflated, embedded, content } of readPdfStreams(file.octets)) {
      const unpacked = deflated ? await this.#unpack.inflate(content) : content;
      // A stream that is broken cannot be read by anybody.
      if (unpacked === 'broken') continue;
      if (unpacked instanceof Buffer && !embedded && this.#namesInPdf(unpacked.toString('latin1'))) return 'names';
      const found = await this.#findInPacked(unpacked, file, { written: embedded });
      if (found !== null) return found;
    }
    return null;
  }

  #namesInPdf(text: string): boolean {
    const strings = readPdfStrings(text);
    return this.#search.holdsName(strings) || this.#search.holdsAddress(strings);
  }

  async #findInPng(file: File): Promise<FileFinding> {
    for (const text of readPngTexts(file.octets)) {
      const unpacked = await this.#unpack.inflate(text);
      if (unpacked === 'broken') continue;
      const found = await this.#findInPacked(unpacked, file, { told: true });
      if (found !== null) return found;
    }
    return null;
  }
}

/**
 * Whether files say whose they are where their readers do not look: in properties of documents and pictures, as author
 * of changes and comments, at any place of a packed file where an address stands. `attached`: already searched for
 * addresses as they are. At most 64 MiB are unpacked in all, and 16 MiB read as texts, beside the thread that serves everybody. Never throws.
 */
export async function searchFiles(attached: readonly Buffer[], search: FileSearch): Promise<FileFinding> {
  const searcher = new Searcher(search);
  for (const octets of attached) {
    const found = await searcher.find({ octets, depth: 0, told: false, fresh: false, written: true });
    if (found !== null) return found;
  }
  return null;
}
