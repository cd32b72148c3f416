import { keepOrientation } from '#core/accounts/pictures/jpeg-orientation.ts';
import { findSizeFault, type PictureFault } from '#core/accounts/pictures/picture-fault.ts';

/** Markers by their second octet (ITU-T T.81, table B.1). */
const eoi = 0xd9;
const sos = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app14 = 0xee;
const app15 = 0xef;
const com = 0xfe;
/** Baseline, extended and progressive, all of them Huffman-coded: what browsers draw. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** DHT, DQT, DRI. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);

/** SOI: what a JPEG begins with. */
export const jpegStart = Buffer.from([0xff, 0xd8]);
const jpegEnd = Buffer.from([0xff, eoi]);

interface Segment {
  readonly code: number;
  readonly data: Buffer;
  /** With its marker and length. */
  readonly whole: Buffer;
  readonly end: number;
}

/** The segment that begins at `from`; null where none does, or not all of it is there. */
function readSegment(octets: Buffer, from: number): Segment | null {
  let at = from;
  // Fill octets may stand before a marker (B.1.1.2).
  while (octets[at] === 0xff && octets[at + 1] === 0xff) at += 1;
  const code = octets[at + 1] ?? 0;
  const start = at + 2;
  if (octets[at] !== 0xff) return null;
  if (code === eoi) return { code, data: Buffer.alloc(0), whole: jpegEnd, end: start };
  // Below are reserved ones; RST and SOI stand alone, and not here.
  if (code < 0xc0 || (code >= 0xd0 && code <= 0xd8) || start + 2 > octets.length) return null;
  const end = start + octets.readUInt16BE(start);
  if (end < start + 2 || end > octets.length) return null;
  return { code, data: octets.subarray(start + 2, end), whole: octets.subarray(at, end), end };
}

/** Where entropy-coded data ends: at the next marker but restarts; a zero makes an octet of its own of 0xFF (B.1.1.5). */
function endOfScan(octets: Buffer, from: number): number {
  let at = octets.indexOf(0xff, from);
  while (at !== -1) {
    const code = octets[at + 1] ?? eoi;
    const isWithin = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
    if (!isWithin) return at;
    at = octets.indexOf(0xff, code === 0xff ? at + 1 : at + 2);
  }
  return octets.length;
}

function makeSegment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function isNamed(data: Buffer, name: string): boolean {
  return data.toString('latin1', 0, name.length) === name;
}

/** What decoders need of an application segment: JFIF (ITU-T T.871) without its small picture, Adobe's colours, how the picture lies. */
function keepOfApplication({ code, data }: Segment): Buffer | null {
  if (code === app0 && isNamed(data, 'JFIF\0') && data.length >= 14) {
    return makeSegment(app0, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]));
  }
  if (code === app14 && isNamed(data, 'Adobe') && data.length >= 12) return makeSegment(app14, data.subarray(0, 12));
  const orientation = code === app1 ? keepOrientation(data) : null;
  return orientation && makeSegment(app1, orientation);
}

/** What is wrong with a frame header (B.2.2). A height of 0, which a later segment would tell, is not read. */
function findFrameFault(data: Buffer): PictureFault | null {
  if (data.length < 6 || data.length !== 6 + 3 * (data[5] ?? 0)) return 'damaged';
  return findSizeFault(data.readUInt16BE(3), data.readUInt16BE(1));
}

/** `hasFrame`: a frame header came before. */
function findFault({ code, data }: Segment, hasFrame: boolean): PictureFault | null {
  if (frames.has(code)) return hasFrame ? 'damaged' : findFrameFault(data);
  // B.2.3.
  if (code === sos) return hasFrame && data.length === 4 + 2 * (data[0] ?? 0) ? null : 'damaged';
  const isKnown = tables.has(code) || (code >= app0 && code <= app15) || code === com;
  return isKnown ? null : 'damaged';
}

/**
 * The octets of a JPEG without all that it is not drawn from: Exif but for how it lies, XMP, profiles, small pictures, remarks, and what
 * follows its end. Reads them once; pixels are not unpacked.
 */
export function stripJpeg(octets: Buffer): Buffer | PictureFault {
  const kept: Buffer[] = [jpegStart];
  let hasFrame = false;
  let hasScan = false;
  let at = jpegStart.length;
  for (let segment = readSegment(octets, at); segment !== null; segment = readSegment(octets, at)) {
    const { code, whole, end } = segment;
    at = end;
    if (code === eoi) return hasScan ? Buffer.concat([...kept, jpegEnd]) : 'damaged';
    const fault = findFault(segment, hasFrame);
    if (fault !== null) return fault;
    hasFrame ||= frames.has(code);
    const part = code < app0 ? whole : keepOfApplication(segment);
    if (part !== null) kept.push(part);
    if (code === sos) {
      hasScan = true;
      at = endOfScan(octets, end);
      kept.push(octets.subarray(end, at));
    }
  }
  return 'damaged';
}
