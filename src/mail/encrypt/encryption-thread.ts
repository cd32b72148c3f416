import type { KeyKind, KeyReading } from '#core/encryption-keys.ts';
import { answerWithin } from '#platform/yielding-threads.ts';

export type EncryptionAsk =
  | {
      readonly wish: 'read';
      readonly kind: KeyKind;
      readonly octets: Uint8Array;
      readonly address: string;
      readonly nowMs: number;
    }
  | {
      readonly wish: 'encrypt';
      readonly kind: KeyKind;
      readonly octets: Uint8Array;
      readonly payload: Uint8Array;
      readonly nowMs: number;
    };

export type EncryptionAnswer =
  | { readonly reading: KeyReading }
  /** Null: the key counts no more. */
  | { readonly sealed: Uint8Array<ArrayBuffer> | null };

type ReadAsk = EncryptionAsk & { readonly wish: 'read' };

async function readAs(kind: KeyKind, { octets, address, nowMs }: ReadAsk): Promise<KeyReading> {
  const [given, now] = [Buffer.from(octets), new Date(nowMs)];
  if (kind === 'smime') {
    const { readCertificate } = await import('#protocol/smime/read-certificate.ts');
    const reading = readCertificate(given, address, now);
    return reading.kind === 'fault' ? { ...reading, of: 'smime' } : reading;
  }
  const { readOpenPgpKey } = await import('#protocol/openpgp/read-key.ts');
  const reading = await readOpenPgpKey(given, address, now);
  if (reading.kind === 'fault') return { ...reading, of: 'openpgp' };
  return { kind: 'key', key: { ...reading.key, selfSigned: true } };
}

/**
 * Nothing can be encrypted to some keys although their form is right: a point beside its curve, a modulus that no library takes. Mail
 * would fail for each of its recipients then, not for this inbox alone.
 */
async function tryOut(reading: KeyReading, { kind, nowMs }: ReadAsk): Promise<KeyReading> {
  if (reading.kind === 'fault') return reading;
  const ask = { wish: 'encrypt', kind, octets: reading.key.octets, payload: Buffer.from('x'), nowMs } as const;
  const sealed = await encrypt(ask).catch(() => null);
  return sealed === null ? { kind: 'fault', of: kind, fault: 'no_encryption' } : reading;
}

/** What is nothing of its kind may be a private key of the other one: whoever gave it away should know. */
async function read(ask: ReadAsk): Promise<KeyReading> {
  const reading = await tryOut(await readAs(ask.kind, ask), ask);
  if (reading.kind === 'key' || reading.fault !== 'unreadable') return reading;
  const other = await readAs(ask.kind === 'smime' ? 'openpgp' : 'smime', ask);
  return other.kind === 'fault' && other.fault === 'private' ? { ...reading, fault: 'private' } : reading;
}

async function encrypt(ask: EncryptionAsk & { readonly wish: 'encrypt' }): Promise<Buffer | null> {
  const { kind, octets, payload, nowMs } = ask;
  const now = new Date(nowMs);
  if (kind === 'smime') {
    const { encryptToCertificate } = await import('#protocol/smime/encrypt-to-certificate.ts');
    return encryptToCertificate(octets, payload, now);
  }
  const { encryptToKey } = await import('#protocol/openpgp/encrypt-to-key.ts');
  return encryptToKey(octets, payload, now);
}

/** One that is alone in its memory, so that it can be handed over. */
function alone(octets: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = octets;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === length
    ? new Uint8Array(buffer)
    : new Uint8Array(octets);
}

/** The whole thread: what others sent is read and what may be large is computed where it holds up nobody's mail. */
answerWithin<EncryptionAsk, EncryptionAnswer>(
  async (ask) => {
    if (ask.wish === 'read') return { reading: await read(ask) };
    const sealed = await encrypt(ask);
    return { sealed: sealed === null ? null : alone(sealed) };
  },
  (answer) => ('sealed' in answer && answer.sealed !== null ? [answer.sealed.buffer] : []),
);
