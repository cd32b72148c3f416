import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { Argon2Ask, Argon2Parameters } from '#core/sign-in/argon2-thread.ts';
import { sharesOf, type Share } from '#platform/networks.ts';
import type { Random } from '#platform/random.ts';
import type { Semaphore } from '#platform/permits/semaphore.ts';
import { createYieldingThreads } from '#platform/yielding-threads.ts';

/** For whom a password is computed: it takes turns of the account and of each network around the client. */
export interface PasswordAsker {
  /** What names the account, whether there is one or not. */
  readonly account?: string;
  readonly ip?: string;
}

export interface PasswordHasher {
  /** A PHC string. @throws AppError unavailable when too many computations wait. */
  hash(password: string, asker: PasswordAsker): Promise<string>;
  /** False for `null` too, after a computation of the same cost. @throws AppError unavailable as above. */
  verify(password: string, phc: string | null, asker: PasswordAsker): Promise<boolean>;
}

interface Stored {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

/** They yield: a flood of passwords must not take mail its processor. */
const computeArgon2 = createYieldingThreads<Argon2Ask, Uint8Array>(new URL('./argon2-thread.ts', import.meta.url));

/** What one password costs (RFC 9106 §3.1). */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** RFC 9106 leaves the numbers to us; these are OWASP's for Argon2id. */
export const passwordCost: PasswordCost = { memoryKiB: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const digestBytes = 32;

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function encode(octets: Buffer): string {
  return octets.toString('base64').replaceAll('=', '');
}

function formatPhc({ memoryKiB, passes, parallelism, salt, digest }: Stored): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${encode(salt)}$${encode(digest)}`;
}

function parsePhc(phc: string): Stored {
  const [, memory, passes, parallelism, salt, digest] = phcPattern.exec(phc) ?? [];
  if (salt === undefined || digest === undefined) throw new Error('A stored password hash is not Argon2id in PHC form');
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}

export interface PasswordHasherOptions {
  /** Bounds how many computations (19 MiB and one thread each) run at once. */
  readonly semaphore: Pick<Semaphore, 'run'>;
  readonly random: Random;
  /** Of new passwords; those that were made at another cost stay good. */
  readonly cost: PasswordCost;
}

function turnsOf({ account, ip }: PasswordAsker): readonly Share[] {
  const own = account === undefined ? [] : [{ key: account, multiple: 1 }];
  return ip === undefined ? own : [...own, ...sharesOf(ip)];
}

function refuseBusy(): never {
  throw new AppError('unavailable');
}

/** Argon2id (RFC 9106). */
export function createPasswordHasher({ semaphore, random, cost }: PasswordHasherOptions): PasswordHasher {
  /** What an unknown account is compared with: the same work, never a match. */
  const nobody: Stored = { ...cost, salt: random.bytes(saltBytes), digest: random.bytes(digestBytes) };
  const compute = (password: string, parameters: Argon2Parameters, asker: PasswordAsker): Promise<Buffer> =>
    semaphore.run(async () => Buffer.from(await computeArgon2({ password, ...parameters })), refuseBusy, {
      shares: turnsOf(asker),
    });
  return {
    async hash(password, asker) {
      const salt = random.bytes(saltBytes);
      const digest = await compute(password, { ...cost, salt, digestBytes }, asker);
      return formatPhc({ ...cost, salt, digest });
    },
    async verify(password, phc, asker) {
      const { digest, ...parameters } = phc === null ? nobody : parsePhc(phc);
      const computed = await compute(password, { ...parameters, digestBytes: digest.length }, asker);
      return timingSafeEqual(computed, digest) && phc !== null;
    },
  };
}
