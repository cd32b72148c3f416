/** How a file is read. `media`: properties stand unpacked near its ends. `sealed`: nobody here can open it. */
export type FileKind = 'zip' | 'gzip' | 'pdf' | 'png' | 'media' | 'sealed' | 'other';

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
export function kindOfFile(octets: Buffer): FileKind {
  const start = octets.toString('latin1', 0, maxStart);
  const [, kind] = signatures.find(([form]) => form.test(start)) ?? [];
  if (kind !== undefined) return kind;
  return octets.subarray(0, compound.length).equals(compound) && octets.includes(encryptedPackage) ? 'sealed' : 'other';
}
