import type { KeyReader } from '#core/encryption-keys.ts';
import type { Encryptor } from '#mail/encrypt/encryptor.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { findInKeyDirectory } from '#protocol/openpgp/web-key-directory.ts';

/** The two requests of a look-up together. */
const timeoutMs = 15_000;

/** Reads the keys that owners give, and asks the directories of their providers. */
export function createKeyReader(encryptor: Encryptor, fetch: GuardedFetch): KeyReader {
  return {
    read: (kind, octets, address) => encryptor.read(kind, octets, address),
    find: (address) => findInKeyDirectory(fetch, address, AbortSignal.timeout(timeoutMs)),
  };
}
