import { isUtf8 } from 'node:buffer';

/** What no text has, in whatever charset. */
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const looked = 4096;

/** A file as a text, whatever it is called; null: it is none. */
export function readText(octets: Buffer): string | null {
  if (octets.length >= 2 && octets[0] === 0xff && octets[1] === 0xfe) return octets.toString('utf16le', 2);
  if (octets.length >= 2 && octets[0] === 0xfe && octets[1] === 0xff) {
    return Buffer.from(octets.subarray(2, octets.length - (octets.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  if (control.test(octets.toString('latin1', 0, looked))) return null;
  return octets.toString(isUtf8(octets) ? 'utf8' : 'latin1');
}
