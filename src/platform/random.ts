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

const poolOctets = 4096;
/** More is asked of the system at once: it would empty the pool. */
const pooledMax = 64;

/** Random octets from a supply that the system fills: a call for each few octets takes eight times as long. No octet is given twice. */
function createPool(): (size: number) => Buffer {
  let pool = Buffer.alloc(0);
  return (size) => {
    if (size > pooledMax) return randomBytes(size);
    if (pool.length < size) pool = randomBytes(poolOctets);
    const taken = Buffer.from(pool.subarray(0, size));
    pool.fill(0, 0, size);
    pool = pool.subarray(size);
    return taken;
  };
}

export const systemRandom: Random = {
  bytes: createPool(),
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
};
