import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { domainKeyContext } from '#core/domains/domain-key.ts';
import type { Db } from '#database/database.ts';

const makeKeyPair = promisify(generateKeyPair);

/** Any number nobody else takes: it keeps nodes that start together from seeding twice. */
const seedLock = 7_205_001;
const firstSelector = 'k1';

const isSeeded = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('domains').select('id').limit(1).executeTakeFirst()) !== undefined;

/**
 * Fills an empty `domains` table, each domain with an RSA-2048 DKIM key of its own (RFC 8301 §3.2).
 * Once there are domains, the table is the truth and `names` is not looked at. Any number of nodes may call it at once.
 */
export const seedDomains = async (
  { database, keys, clock, random }: Omit<CoreContext, 'log'>,
  names: readonly string[],
): Promise<void> => {
  if (await isSeeded(database.db)) return;
  await database.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction);
    if (await isSeeded(transaction)) return;
    for (const [position, name] of names.entries()) {
      const id = random.uuid();
      const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
      await transaction
        .insertInto('domains')
        .values({
          id,
          name,
          position,
          dkimSelector: firstSelector,
          dkimKeySealed: keys.seal(domainKeyContext(id), pem),
          retiredAt: null,
          createdAt: new Date(clock.now()),
        })
        .execute();
    }
  });
};
