import { randomBytes, randomUUID } from 'node:crypto';

/** Randomness, passed in wherever it matters so that tests can fix it. */
export interface Random {
  /** Cryptographically strong random octets. */
  bytes(size: number): Buffer;
  /** A version 4 UUID (RFC 9562 §5.4). */
  uuid(): string;
  /** A number in [0, 1). For jitter and shuffling only, never for secrets. */
  fraction(): number;
}

export const systemRandom: Random = {
  bytes: (size) => randomBytes(size),
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
};
