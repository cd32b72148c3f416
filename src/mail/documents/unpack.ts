import { promisify } from 'node:util';
import { constants, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';

/** What came out; `broken`: it is no such thing, or damaged; `too_much`: more than is looked at. */
export type Unpacked = Buffer | 'broken' | 'too_much';

/** Unpacks beside the thread that serves everybody, at most so much in all. Never throws. */
export interface Unpacker {
  /** RFC 1950, what is cut off too. */
  inflate(octets: Buffer): Promise<Unpacked>;
  /** RFC 1951. */
  inflateRaw(octets: Buffer): Promise<Unpacked>;
  /** RFC 1952. */
  gunzip(octets: Buffer): Promise<Unpacked>;
}

type Unpack = (octets: InputType, options: ZlibOptions) => Promise<Buffer>;

/** Octets that come out of all files of a message together, and of one. */
const maxTotal = 64 * 1024 * 1024;
const maxOne = 32 * 1024 * 1024;

/** For the files of one message. `max`: of what comes out of one. */
export function createUnpacker(max = maxOne): Unpacker {
  let left = maxTotal;
  const through =
    (unpack: Unpack, options: ZlibOptions = {}) =>
    async (octets: Buffer): Promise<Unpacked> => {
      const maxOutputLength = Math.min(left, max);
      if (maxOutputLength <= 0) return 'too_much';
      try {
        const unpacked = await unpack(octets, { ...options, maxOutputLength });
        left -= unpacked.length;
        return unpacked;
      } catch (error) {
        return error instanceof RangeError ? 'too_much' : 'broken';
      }
    };
  return {
    inflate: through(promisify(inflate), { finishFlush: constants.Z_SYNC_FLUSH }),
    inflateRaw: through(promisify(inflateRaw)),
    gunzip: through(promisify(gunzip)),
  };
}
