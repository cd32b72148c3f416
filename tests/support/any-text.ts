import fc from 'fast-check';

/** Of a pair of two, and no characters. */
const [firstHalf, halves] = [0xd800, 0x800];

function readCharacter(text: unknown): number {
  const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  if (point < 0 || String.fromCodePoint(point) !== text || !text.isWellFormed()) throw new Error('not one character');
  return point < firstHalf ? point : point - halves;
}

/** Any character. As `unit: 'binary'`, which makes a table of all of them: a second of each process, and 140 MB. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - halves })
  .map((at) => String.fromCodePoint(at < firstHalf ? at : at + halves), readCharacter);

/** A text of any characters. */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...lengths });
}
