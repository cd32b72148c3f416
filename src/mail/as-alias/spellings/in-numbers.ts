import { createHash } from 'node:crypto';

/** How programs write the numbers of octets: the mark of each, the base, and digits of one, where it is filled up with zeros. */
const forms: readonly (readonly [string, number, number])[] = [
  ['', 16, 2],
  ['x', 16, 2],
  ['0x', 16, 2],
  ['u00', 16, 2],
  // UTF-16, and escapes of styles.
  ['00', 16, 2],
  ['0000', 16, 2],
  ['', 10, 0],
  ['', 8, 0],
  ['', 8, 3],
  ['', 2, 8],
];
/** Few texts have longer runs of digits. */
const maxRun = 16;

/** A digit of any base, or a letter of a mark. */
function isDigit(squeezed: string, at: number): boolean {
  const code = squeezed.charCodeAt(at);
  return code <= 0x39 || (code >= 0x61 && code <= 0x66) || code === 0x75 || code === 0x78;
}

/** Whether so many digits of any base stand together. Looks at few of the others. */
function hasRun(squeezed: string, minRun: number): boolean {
  for (let at = minRun - 1; at < squeezed.length; at += minRun) {
    let [start, end] = [at, at];
    while (start >= 0 && at - start < minRun && isDigit(squeezed, start)) start -= 1;
    while (end < squeezed.length && end - at < minRun && isDigit(squeezed, end)) end += 1;
    if (end - start > minRun) return true;
  }
  return false;
}

/** By which pictures of people are asked for, as of Gravatar: whoever guesses an address can tell that it is this one. */
const digests = ['md5', 'sha1', 'sha256'];

/**
 * Finds addresses by the numbers of their octets in what a text was squeezed to, whatever stands between them: links of some newsletters
 * have them, and scripts that hide an address; and by their digests.
 */
export function createNumberSearch(addresses: readonly string[]): (squeezed: string) => boolean {
  // Each mark but the first: octets of UTF-16 may stand in either order.
  const written = addresses.flatMap((address) => [
    ...forms.map(([mark, base, width]) =>
      Array.from(Buffer.from(address), (octet) => octet.toString(base).padStart(width, '0')).join(mark),
    ),
    ...digests.map((digest) => createHash(digest).update(address).digest('hex')),
  ]);
  // The address of a short domain has fewer.
  const minRun = Math.min(maxRun, ...written.map(({ length }) => length));
  return (squeezed) => hasRun(squeezed, minRun) && written.some((numbers) => squeezed.includes(numbers));
}
