import type { KeyKind, KeyReading } from '#core/encryption-keys.ts';
import type { TargetKey } from '#core/targets/target-key.ts';
import type { EncryptionAnswer, EncryptionAsk } from '#mail/encrypt/encryption-thread.ts';
import type { Clock } from '#platform/clock.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createYieldingThreads } from '#platform/yielding-threads.ts';

/** Reads keys, and encrypts to them, on threads of its own. */
export interface Encryptor {
  /** @throws Error when it could not be computed. */
  read(kind: KeyKind, octets: Buffer, address: string): Promise<KeyReading>;
  /**
   * Octets encrypted to a key: armoured, or a CMS structure. Null: the key counts no more.
   * @throws Error when it could not be computed.
   */
  encrypt(key: Pick<TargetKey, 'kind' | 'octets'>, payload: Buffer): Promise<Buffer | null>;
}

/** As many threads: while they work, mail to inboxes without keys has its processor. */
const maxAtOnce = 2;
/** An OpenPGP library and what it makes of a key; octets of messages lie outside of it. */
const bounds = { youngMb: 8, oldMb: 96, maxMs: 120_000 };
/** No key of a stranger may keep the thread that reads it for longer. */
const readingBounds = { ...bounds, maxMs: 30_000 };

/** One per process. Its threads start with the first key, and end when no mail needs them. */
export function createEncryptor(clock: Clock): Encryptor {
  const script = new URL('./encryption-thread.ts', import.meta.url);
  const makeWork = (max: number, of: typeof bounds): ((wanted: EncryptionAsk) => Promise<EncryptionAnswer>) => {
    const ask = createYieldingThreads<EncryptionAsk, EncryptionAnswer>(script, undefined, of);
    const places = new Semaphore({ max });
    return async (wanted) => {
      const release = await places.acquire();
      try {
        return await ask(wanted);
      } finally {
        release?.();
      }
    };
  };
  const work = makeWork(maxAtOnce, bounds);
  // Whoever gives keys that take long to read holds up others who give one, and nobody's mail.
  const workOnGiven = makeWork(1, readingBounds);
  return {
    async read(kind, octets, address) {
      const answer = await workOnGiven({ wish: 'read', kind, octets, address, nowMs: clock.now() });
      if (!('reading' in answer)) throw new Error('a thread answered another question');
      const { reading } = answer;
      if (reading.kind === 'fault') return reading;
      return { kind: 'key', key: { ...reading.key, octets: Buffer.from(reading.key.octets) } };
    },
    async encrypt({ kind, octets }, payload) {
      const answer = await work({ wish: 'encrypt', kind, octets, payload, nowMs: clock.now() });
      if (!('sealed' in answer)) throw new Error('a thread answered another question');
      return answer.sealed === null ? null : Buffer.from(answer.sealed.buffer);
    },
  };
}
