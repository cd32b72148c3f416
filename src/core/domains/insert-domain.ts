import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { CoreContext } from '#core/core-context.ts';
import { domainKeyContext } from '#core/domains/domain-key.ts';
import type { Db } from '#database/database.ts';

const makeKeyPair = promisify(generateKeyPair);
const firstSelector = 'k1';

/** Adds a domain with an RSA-2048 DKIM key of its own (RFC 8301 §3.2). `name`: lower-case A-label that is not there yet. */
export async function insertDomain(
  db: Db,
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  { name, position }: { readonly name: string; readonly position: number },
): Promise<void> {
  const id = random.uuid();
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await db
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
