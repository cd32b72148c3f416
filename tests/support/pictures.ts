import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

type Chunk = readonly [type: string, data: Buffer];

function u32(...values: readonly number[]): Buffer {
  const octets = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => octets.writeUInt32BE(value, 4 * at));
  return octets;
}

export function pngChunk([type, data]: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), named, u32(crc32(named))]);
}

interface PictureWish {
  readonly width?: number;
  readonly height?: number;
  /** Between its header and its pixels. */
  readonly chunks?: readonly Chunk[];
  /** So that it cannot be packed. */
  readonly noise?: boolean;
}

/** A real PNG in three colours of eight bits, orange all over. */
export function makePicture({ width = 8, height = 8, chunks = [], noise = false }: PictureWish = {}): Buffer {
  const orange = Buffer.alloc(3 * width, Buffer.from('c87828', 'hex'));
  const rows = Array.from({ length: height }, () => [Buffer.alloc(1), noise ? randomBytes(3 * width) : orange]);
  const header = Buffer.concat([u32(width, height), Buffer.from([8, 2, 0, 0, 0])]);
  const all: Chunk[] = [
    ['IHDR', header],
    ...chunks,
    ['IDAT', deflateSync(Buffer.concat(rows.flat()))],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...all.map(pngChunk)]);
}

/** A real JPEG of 16 × 8 pixels, as a program writes it that has nothing to tell. */
export const smallJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/' +
    '2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIABADASIAAhEBAxEB/8QA' +
    'FQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM' +
    'AwEAAhEDEQA/ALAFkn//2Q==',
  'base64',
);

export function jpegSegment(code: number, data: string | Buffer): Buffer {
  const octets = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(octets.length + 2, 2);
  return Buffer.concat([head, octets]);
}

/** A JPEG with segments of one's own behind its beginning. */
export function withSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** What a phone writes, least significant octets first: how it was held, and where it was (as `place`). */
export function makeExif(orientation: number, place: string): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  const entries = [
    { tag: 0x01_12, type: 3, value: orientation },
    { tag: 0x88_25, type: 4, value: tiff.length },
  ];
  for (const [index, { tag, type, value }] of entries.entries()) {
    const at = 10 + 12 * index;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(place)]);
}
