import { decodeBase32 } from '#mail/recipient/address-forms.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField } from '#protocol/message/parse-message.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

/** A message of one kind as a stranger has it, taken apart once for all comparisons. */
export interface SeenMessage {
  /** Octets in which a number, an order or a key of the server might stand. */
  readonly octets: readonly Buffer[];
  readonly names: string;
  /** Words of each field, by its name. */
  readonly fields: ReadonlyMap<string, { readonly text: string; readonly shingles: Uint32Array }>;
  readonly envelope: string;
  /** When it came, among all that came, and by which connection. */
  readonly place: number;
  readonly connectionId: string;
  /** Seconds between the date it bears, the time of its signature, and its arrival. */
  readonly skewS: number;
  readonly signedAtS: number;
}

const watchedFields = [
  'from',
  'to',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'auto-submitted',
  'importance',
  'received',
  'dkim-signature',
];
const bits = 2048;
const wordOctets = 4;
const shingleLength = 4;

/** Which runs of four characters occur, each hashed to one of 2048 bits. */
function shinglesOf(text: string): Uint32Array {
  const set = new Uint32Array(bits / 32);
  for (let at = 0; at + shingleLength <= text.length; at += 1) {
    let mixed = 2_166_136_261;
    for (let of = at; of < at + shingleLength; of += 1) mixed = Math.imul(mixed ^ text.charCodeAt(of), 16_777_619);
    const bit = (mixed >>> 0) % bits;
    set[bit >> 5] = (set[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return set;
}

function countBits(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Of all runs of characters of the two, those that both have. */
function overlap(one: Uint32Array, other: Uint32Array): number {
  let both = 0;
  let either = 0;
  for (let at = 0; at < one.length; at += 1) {
    both += countBits((one[at] ?? 0) & (other[at] ?? 0));
    either += countBits((one[at] ?? 0) | (other[at] ?? 0));
  }
  return either === 0 ? 0 : both / either;
}

function octetsOf(mailFrom: string, fields: readonly HeaderField[]): Buffer[] {
  const value = (key: string): string => {
    const field = fields.find((candidate) => candidate.key === key);
    return field === undefined ? '' : fieldText(field);
  };
  const token = /^b=([a-z2-7]+)@/.exec(mailFrom)?.[1] ?? '';
  const id = value('message-id').replaceAll(/^<|@.*$/g, '');
  const boundary = /boundary="?([^";]+)/.exec(value('content-type'))?.[1] ?? '';
  return [
    decodeBase32(token) ?? Buffer.from(token),
    Buffer.from(id, 'base64url'),
    Buffer.from(id.replaceAll('-', ''), 'hex'),
    Buffer.from(boundary, 'hex'),
  ];
}

/** Lengths, so that all messages give as many numbers. */
const readOctets = [27, 64, 16, 18];

/** What two answers of a server have in common: their code, their status, their words and how many those are. */
export function compareAnswers(one: string, other: string): number[] {
  const [a, b] = [/^(\d{3}) ?(\S*)/.exec(one), /^(\d{3}) ?(\S*)/.exec(other)];
  const same = [one === other, a?.[1] === b?.[1], a?.[2] === b?.[2]].map(Number);
  return [...same, overlap(shinglesOf(one), shinglesOf(other)), near(one.length, other.length)];
}

/** `known`: addresses of alias and correspondent, which are their own choice and taken out everywhere. */
export function readSeen(
  { mailFrom, raw, connectionId }: SinkMessage,
  { place, known, atMs }: { readonly place: number; readonly known: readonly string[]; readonly atMs: number },
): SeenMessage {
  const { fields } = parseMessage(raw);
  const text = (field: HeaderField): string =>
    known.reduce((rest, address) => rest.replaceAll(address, ''), fieldText(field));
  const date = fields.find(({ key }) => key === 'date');
  const signature = fields.find(({ key }) => key === 'dkim-signature');
  const signedAtS = Number(/\bt=(\d+)/.exec(signature ? fieldText(signature) : '')?.[1] ?? 0);
  return {
    octets: octetsOf(mailFrom, fields),
    names: fields.map(({ name }) => name).join(),
    fields: new Map(fields.map((field) => [field.key, { text: text(field), shingles: shinglesOf(text(field)) }])),
    envelope: mailFrom,
    place,
    connectionId,
    skewS: date === undefined ? 0 : Math.round(Date.parse(fieldText(date)) / 1000 - atMs / 1000),
    signedAtS,
  };
}

/** How far apart the numbers are that stand there, if numbers stand there: in powers of two. */
function addDistances(values: number[], [one, other]: readonly [Buffer, Buffer], length: number): void {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at + wordOctets <= length; at += 1) {
    const isThere = at + wordOctets <= shorter;
    values.push(isThere ? near(one.readUInt32BE(at), other.readUInt32BE(at)) : 32);
  }
}

function near(one: number, other: number): number {
  return Math.log2(1 + Math.abs(one - other));
}

const nothing = { text: '', shingles: new Uint32Array(bits / 32) };

/** What lies before somebody who has one message of each of two aliases, after the numbers that are there already. */
export function addSent(values: number[], one: SeenMessage, other: SeenMessage): void {
  for (const [at, octets] of one.octets.entries())
    addDistances(values, [octets, other.octets[at] ?? octets], readOctets[at] ?? 0);
  for (const key of watchedFields) {
    const [a, b] = [one.fields.get(key) ?? nothing, other.fields.get(key) ?? nothing];
    values.push(Number(a.text === b.text), overlap(a.shingles, b.shingles), near(a.text.length, b.text.length));
  }
  values.push(
    Number(one.names === other.names),
    Number(one.envelope === other.envelope),
    near(one.place, other.place),
    Number(one.connectionId === other.connectionId),
    near(one.skewS, other.skewS),
    near(one.signedAtS, other.signedAtS),
  );
}
