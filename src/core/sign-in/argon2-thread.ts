import { argon2Sync } from 'node:crypto';
import { answerWithin } from '#platform/yielding-threads.ts';

/** How a password is computed. */
export interface Argon2Parameters {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Uint8Array;
  readonly digestBytes: number;
}

export interface Argon2Ask extends Argon2Parameters {
  readonly password: string;
}

/** The whole thread: Argon2id (RFC 9106). */
answerWithin<Argon2Ask, Uint8Array>(({ password, memoryKiB, passes, parallelism, salt, digestBytes }) =>
  argon2Sync('argon2id', {
    // Keyboards differ in how they compose characters (RFC 8265 §4.2.2).
    message: Buffer.from(password.normalize('NFC')),
    nonce: salt,
    memory: memoryKiB,
    passes,
    parallelism,
    tagLength: digestBytes,
  }),
);
