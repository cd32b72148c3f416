import type { KeyRing } from '#core/keys/key-ring.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import type { Database } from '#database/database.ts';
import { systemRandom } from '#platform/random.ts';

/** The SECRET_KEY of every test. */
export const testSecretKey = Buffer.alloc(32, 7);

/** The keys of a test database, made when missing. */
export function createTestKeyRing(database: Database): Promise<KeyRing> {
  return openKeyRing({ database, secretKey: testSecretKey, random: systemRandom });
}
