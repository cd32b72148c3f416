/** Of a mailbox, what every form of it has: runs of ASCII letters and digits that none takes apart. Empty: there is none. */
export interface Landmarks {
  readonly local: string;
  /** One for each name of the domain: a form has one of them. */
  readonly hosts: readonly string[];
}

/** A mailbox of the owner in all its spellings. */
export interface HiddenMailbox {
  /** Addresses as they are written most. */
  readonly spellings: readonly string[];
  readonly landmarks: Landmarks;
  /** Where an unveiled text names it: group `at` is the sign between its parts, which the other forms lack. `joined`: words stand joined. */
  findIn(text: string, joined: boolean): Iterable<RegExpExecArray>;
}

const isLetter = 0x80;
/** What becomes of an octet: letters and digits of ASCII in lower case with a mark, nothing of all others. */
const letters = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) | isLetter : 0;
});

/** What is no letter of base64. */
export const noValue = 64;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each letter of base64 (RFC 4648 §4), also of those of its alphabet for links (RFC 4648 §5). */
export const valueOf = new Uint8Array(256).fill(noValue);
for (const [index, letter] of Array.from(`${alphabet}-_`).entries()) {
  valueOf[letter.charCodeAt(0)] = index < 64 ? index : index - 2;
}

const ofLetter = 7;
const hasValue = 14;
/** Both at once: a letter as above, above it a value and a mark. */
const lettersAndValues = Uint16Array.from(letters, (letter, octet) => {
  const value = valueOf[octet] ?? noValue;
  return letter | (value === noValue ? 0 : (value << (ofLetter + 1)) | (1 << hasValue));
});

/** For one text after the other: what was written there is read before anything else is done. */
const maxKept = 1024 * 1024;
const read = Buffer.allocUnsafeSlow(maxKept);
const written = Buffer.allocUnsafeSlow(maxKept);
const valued = Buffer.allocUnsafeSlow(maxKept);

/** Of longer texts nothing is kept. */
function roomOf(kept: Buffer, length: number): Buffer {
  return length <= maxKept ? kept : Buffer.allocUnsafeSlow(length);
}

const hasWideUnit = /[\u0100-\uffff]/;

/** A text as octets, of which letters of ASCII are one each; nothing is asked of others. Until the next one is read. */
export function octetsOf(text: string): Buffer {
  const encoding = hasWideUnit.test(text) ? 'utf8' : 'latin1';
  const most = text.length * (encoding === 'utf8' ? 3 : 1);
  const room = roomOf(read, most);
  return room.subarray(0, room.write(text, encoding));
}

/**
 * The ASCII letters and digits of a text or of octets, in lower case, and nothing between them: whatever parts an address in a text, here
 * its letters stand together. Says what can be nowhere in a text, faster than any search of its forms.
 */
export function squeeze(text: string | Buffer): string {
  const from = typeof text === 'string' ? octetsOf(text) : text;
  const to = roomOf(written, from.length);
  let length = 0;
  for (let index = 0; index < from.length; index += 1) {
    const letter = letters[from[index] ?? 0] ?? 0;
    to[length] = letter & 0x7f;
    length += letter >> ofLetter;
  }
  return to.toString('latin1', 0, length);
}

/** What `squeeze` makes of octets, and the values of their letters of base64, which are nothing else to a decoder. These until the next one is read. */
export function readLetters(octets: Buffer): { readonly squeezed: string; readonly values: Uint8Array } {
  const [to, values] = [roomOf(written, octets.length), roomOf(valued, octets.length)];
  let [length, valuedLength] = [0, 0];
  for (let index = 0; index < octets.length; index += 1) {
    const both = lettersAndValues[octets[index] ?? 0] ?? 0;
    to[length] = both & 0x7f;
    length += (both >> ofLetter) & 1;
    values[valuedLength] = (both >> (ofLetter + 1)) & 0x3f;
    valuedLength += both >> hasValue;
  }
  return { squeezed: to.toString('latin1', 0, length), values: values.subarray(0, valuedLength) };
}

/** The longest run of ASCII letters and digits that no form of a part of an address takes apart: not those that an accent may stand behind. */
export function landmarkOf(text: string): string {
  const runs = text
    .toLowerCase()
    .normalize('NFD')
    .split(/.\p{M}+|[^a-z\d]+/u);
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Shorter ones stand in many words. */
const minHost = 3;

/** Of a domain: not of its last label, if possible, which others have as well. */
export function landmarkOfHost(domain: string): string {
  const own = landmarkOf(domain.replace(/\.[^.]*$/, ''));
  return own.length < minHost ? landmarkOf(domain) : own;
}

/** Letters between the landmarks of an address, in whatever form it is written, tags and comments in it included. */
const reach = 2048;

/** Whether both stand near each other. Linear: each is looked for from where the other was found. */
function areNear(squeezed: string, local: string, host: string): boolean {
  for (let at = squeezed.indexOf(host); at !== -1;) {
    const near = squeezed.indexOf(local, Math.max(0, at - reach));
    if (near === -1) return false;
    if (near <= at + reach) return true;
    at = squeezed.indexOf(host, near - reach);
  }
  return false;
}

/** Whether what a text was squeezed to may hold the mailbox; never wrong when it says no. */
export function mayHold(squeezed: string, { local, hosts }: Landmarks): boolean {
  return hosts.some((host) => areNear(squeezed, local, host));
}

export function turnBack(text: string): string {
  let turned = '';
  for (let at = text.length - 1; at >= 0; at -= 1) turned += text.charAt(at);
  return turned;
}
