import { crc32 } from 'node:zlib';
import { findSizeFault, type PictureFault } from '#core/accounts/pictures/picture-fault.ts';

/** What a PNG begins with (PNG, third edition, §5.2). */
export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Of a chunk beside its data: length, type and CRC (§5.3). */
const frameOctets = 12;
const dataMax = Number.POSITIVE_INFINITY;

/**
 * The chunks that a picture is drawn from (§11.2, §11.3), with how few and how many octets they hold. A colour profile (iCCP) is none
 * of them: it names the screen or the camera that it was made for.
 */
const drawn = new Map<string, readonly [min: number, max: number]>([
  ['IHDR', [13, 13]],
  ['PLTE', [3, 768]],
  ['IDAT', [0, dataMax]],
  ['IEND', [0, 0]],
  ['tRNS', [1, 256]],
  ['cHRM', [32, 32]],
  ['gAMA', [4, 4]],
  ['sBIT', [1, 4]],
  ['sRGB', [1, 1]],
  ['acTL', [8, 8]],
  ['fcTL', [26, 26]],
  ['fdAT', [4, dataMax]],
]);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** Up to the first that is not there as a whole. */
function* chunksOf(octets: Buffer): Generator<Chunk> {
  let at = pngSignature.length;
  while (at + frameOctets <= octets.length) {
    const end = at + frameOctets + octets.readUInt32BE(at);
    if (end > octets.length) return;
    const type = octets.toString('latin1', at + 4, at + 8);
    yield { type, data: octets.subarray(at + 8, end - 4), whole: octets.subarray(at, end) };
    at = end;
  }
}

function isDrawn({ type, data }: Chunk): boolean {
  const sizes = drawn.get(type);
  return sizes !== undefined && data.length >= sizes[0] && data.length <= sizes[1];
}

/** §5.3: over type and data. */
function isIntact({ whole }: Chunk): boolean {
  return crc32(whole.subarray(4, -4)) === whole.readUInt32BE(whole.length - 4);
}

/** A decoder that does not know such a chunk cannot draw the picture (§5.4). */
function isCritical({ type }: Chunk): boolean {
  return /^[A-Z]/u.test(type);
}

/**
 * The octets of a PNG without all that it is not drawn from: texts, times, Exif, profiles, unknown chunks, and what follows its end. Reads
 * them once; pixels are not unpacked.
 */
export function stripPng(octets: Buffer): Buffer | PictureFault {
  const kept: Buffer[] = [pngSignature];
  let hasPixels = false;
  for (const chunk of chunksOf(octets)) {
    const { type, data } = chunk;
    if ((type === 'IHDR') !== (kept.length === 1)) return 'damaged';
    if (isDrawn(chunk)) {
      if (!isIntact(chunk)) return 'damaged';
      kept.push(chunk.whole);
    } else if (isCritical(chunk)) return 'damaged';
    const fault = type === 'IHDR' ? findSizeFault(data.readUInt32BE(0), data.readUInt32BE(4)) : null;
    if (fault !== null) return fault;
    if (type === 'IEND') return hasPixels ? Buffer.concat(kept) : 'damaged';
    hasPixels ||= type === 'IDAT';
  }
  return 'damaged';
}
