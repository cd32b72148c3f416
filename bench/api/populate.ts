import { reachDatabase } from '#cli/database.ts';
import { loadConfig } from '#config/load-config.ts';
import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { userEmailContext, userEmailHash } from '#core/user-row.ts';
import { insertApiKey } from '#core/api-keys/api-keys.ts';
import type { CoreContext } from '#core/core-context.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';

/** An account that is signed in. */
export interface Account {
  readonly userId: string;
  readonly cookie: string;
}

/** One with many aliases. */
export interface Owner extends Account {
  /** As many API keys as it may have: each may ask only so often. */
  readonly keys: readonly string[];
}

const targetsPerOwner = 10;
const rowsAtOnce = 1000;

function addressOf(text: string): EmailAddress {
  const address = parseEmailAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return address;
}

async function createAccount(core: CoreContext): Promise<Account> {
  const { database, keys, clock, random } = core;
  const id = random.uuid();
  const email = addressOf(`${id}@owners.example`);
  const now = new Date(clock.now());
  await database.db
    .insertInto('users')
    .values({
      id,
      emailSealed: keys.seal(userEmailContext(id), email.address),
      emailHash: userEmailHash(keys, email.normalised),
      emailVerifiedAt: now,
      authMethod: 'email',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const origin = { ip: '', sessionToken: null, device: 'Firefox on Linux' };
  const token = await createSession(database.db, core, { userId: id, authMethod: 'email', origin });
  return { userId: id, cookie: `kauke_session=${token}` };
}

const quotas = { aliases: null, unconfirmedAliases: 20, targets: 500, apiKeys: 50 };

/** Each alias forwards to one or two of a few inboxes, and every third has a note. */
async function createAliases(core: CoreContext, userId: string, count: number): Promise<void> {
  const { database, random } = core;
  const settings = { publicUrl: '', delivery: 'smarthost', targetConfirmation: 'off', quotas } as const;
  const emails = Array.from({ length: targetsPerOwner }, (_, index) => ({
    kind: 'email' as const,
    email: addressOf(`box-${index}@${userId}.example`),
  }));
  const targets = await ensureTargets(database.db, { ...core, settings }, userId, emails);
  const [domain] = await database.db.selectFrom('domains').select('id').orderBy('position').limit(1).execute();
  const domainId = domain?.id ?? '';
  for (let first = 0; first < count; first += rowsAtOnce) {
    const numbers = Array.from({ length: Math.min(rowsAtOnce, count - first) }, (_, index) => first + index);
    const aliases = numbers.map((number) => ({
      id: random.uuid(),
      userId,
      domainId,
      localPart: `list-${userId.slice(0, 8)}-${number}`,
      notes: number % 3 === 0 ? `What alias ${number} is for` : null,
    }));
    await database.db.insertInto('aliases').values(aliases).execute();
    const links = aliases.flatMap(({ id: aliasId }, index) =>
      Array.from({ length: 1 + (index % 2) }, (_, position) => ({
        aliasId,
        targetId: targets[(index + position) % targets.length]?.id ?? '',
        position,
      })),
    );
    await database.db.insertInto('aliasTargets').values(links).execute();
  }
}

async function createKeys(core: CoreContext, userId: string): Promise<string[]> {
  const context = { ...core, settings: { quotas } };
  const keys: string[] = [];
  for (let number = 1; number <= quotas.apiKeys; number += 1) {
    keys.push((await insertApiKey(core.database.db, context, userId, { name: `Key ${number}`, scope: 'all' })).key);
  }
  return keys;
}

/**
 * Fills the database of the running program: through the API its limits would make this take days.
 * Returns one account with many aliases, and others without any.
 */
export async function populate(
  dataDir: string,
  { aliases, accounts }: { readonly aliases: number; readonly accounts: number },
): Promise<{ readonly owner: Owner; readonly others: readonly Account[] }> {
  const { DATABASE_URL, SECRET_KEY } = process.env;
  const environment = { DATA_DIR: dataDir, DELIVERY: 'preview', DATABASE_URL, SECRET_KEY };
  const config = loadConfig(environment, { isRoot: false, workingDirectory: dataDir, processors: 1 });
  const [clock, random] = [systemClock, systemRandom];
  const log = createLog((line) => process.stderr.write(line), clock.now);
  const { database, close } = await reachDatabase({ config, log, random });
  try {
    const keys = await openKeyRing({ database, secretKey: await loadSecretKey({ config, database, random }), random });
    const core = { database, keys, clock, random, log };
    const owner = await createAccount(core);
    await createAliases(core, owner.userId, aliases);
    const others: Account[] = [];
    for (let number = 0; number < accounts; number += 1) others.push(await createAccount(core));
    await database.pool.query('analyze');
    return { owner: { ...owner, keys: await createKeys(core, owner.userId) }, others };
  } finally {
    await close();
  }
}
