const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Digits that are computed at once: with any alphabet they fit into a number (2^53). */
const stride = 8;

/** Signs that ids consist of: those of nearly all mail programs, then all that may stand in one. What has others is kept as it is. */
const alphabets = ['@.-_=+$', '@.-_=+$!"#%&\'()*,/:;?[\\]^`{|}~'].map((signs) => {
  const characters = Array.from(lettersAndDigits + signs);
  const base = characters.length;
  const digits = new Map(characters.map((character, index) => [character, index]));
  return { characters, base, digits, step: BigInt(base ** stride) };
});

type Alphabet = (typeof alphabets)[number];

/** Of the first octet, which says how to read the others. */
const forms = 4;

/** Times that a name may be sealed once more without a longer text. */
export const maxDepth = 63;

/** The number whose digits are a one, which keeps the zeros behind it, and the characters. */
function toNumber(text: string, { digits, base }: Alphabet): bigint | null {
  let number = 1n;
  for (let from = 0; from < text.length; from += stride) {
    const piece = text.slice(from, from + stride);
    let value = 0;
    for (const character of piece) {
      const digit = digits.get(character);
      if (digit === undefined) return null;
      value = value * base + digit;
    }
    number = number * BigInt(base ** piece.length) + BigInt(value);
  }
  return number;
}

function toText(number: bigint, { characters, base, step }: Alphabet): string {
  const text: string[] = [];
  let rest = number;
  for (; rest >= step; rest /= step) {
    let value = Number(rest % step);
    for (let digit = 0; digit < stride; digit += 1) {
      text.push(characters[value % base] ?? '');
      value = Math.floor(value / base);
    }
  }
  for (let value = Number(rest); value > 1; value = Math.floor(value / base)) text.push(characters[value % base] ?? '');
  return text.toReversed().join('');
}

function toOctets(number: bigint): Buffer {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/**
 * An id in as few octets as a number has whose digits are its characters: 113 of the usual ones in 88. Filled up to `sizes`, of
 * which the first that is enough is taken, so that lengths tell little; null when none is. An id begins with no NUL.
 */
export function packId(id: string, sizes: readonly number[]): Buffer | null {
  let octets: Buffer = Buffer.from(id);
  let form = 0;
  for (const [index, alphabet] of alphabets.entries()) {
    const number = toNumber(id, alphabet);
    if (number === null) continue;
    octets = toOctets(number);
    form = index + 1;
    break;
  }
  const size = sizes.find((candidate) => octets.length < candidate);
  if (size === undefined) return null;
  const packed = Buffer.alloc(size);
  packed.writeUInt8(form);
  octets.copy(packed, size - octets.length);
  return packed;
}

/** Undoes `packId`. */
export function unpackId(packed: Buffer): string {
  const octets = packed.subarray(1);
  const alphabet = alphabets[(packed.readUInt8() % forms) - 1];
  if (alphabet !== undefined) return toText(BigInt(`0x0${octets.toString('hex')}`), alphabet);
  const begin = octets.findIndex((octet) => octet !== 0);
  return octets.toString('utf8', begin === -1 ? octets.length : begin);
}

/** How many times what these octets stand for has been sealed before. */
export function readDepth(packed: Buffer): number {
  return Math.floor(packed.readUInt8() / forms);
}

/** The same octets, sealed more or fewer times before. */
export function withDepth(packed: Buffer, depth: number): Buffer {
  const changed = Buffer.from(packed);
  changed.writeUInt8(depth * forms + (packed.readUInt8() % forms));
  return changed;
}
