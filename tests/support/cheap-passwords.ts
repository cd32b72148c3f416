import type { PasswordCost } from '#core/sign-in/password-hasher.ts';

/** The least that Argon2id takes (RFC 9106 §3.1): what passwords cost is proven by tests of its own. */
export const cheapPasswords: PasswordCost = { memoryKiB: 8, passes: 1, parallelism: 1 };
