/** What an APP1 segment with Exif begins with. */
const exifMark = Buffer.from('Exif\0\0', 'latin1');
/** Exif's tag `Orientation`: how the camera was held. */
const orientationTag = 0x01_12;
const upright = 1;
const lastOrientation = 8;

/** Of a directory (TIFF 6.0, §2): how many entries it has, and one of them. */
const countOctets = 2;
const entryOctets = 12;

/** How the picture lies, as its Exif says; upright where that cannot be read. */
function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < 8) return upright;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + countOctets > tiff.length) return upright;
  const first = directory + countOctets;
  const end = Math.min(first + entryOctets * short(directory), tiff.length);
  for (let at = first; at + entryOctets <= end; at += entryOctets) {
    if (short(at) === orientationTag) return short(at + 8);
  }
  return upright;
}

/**
 * Of an APP1 segment no more than how the picture lies, as an Exif of that alone: without it photographs from phones lie on their
 * side. Null where there is nothing to say.
 */
export function keepOrientation(data: Buffer): Buffer | null {
  if (!data.subarray(0, exifMark.length).equals(exifMark)) return null;
  const orientation = readOrientation(data.subarray(exifMark.length));
  if (orientation <= upright || orientation > lastOrientation) return null;
  const header = Buffer.from('4d4d002a00000008', 'hex');
  const directory = Buffer.from(
    `0001011200030000000100${orientation.toString(16).padStart(2, '0')}000000000000`,
    'hex',
  );
  return Buffer.concat([exifMark, header, directory]);
}
