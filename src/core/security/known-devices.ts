import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { Db } from '#database/database.ts';

/** Browsers that an account is known to sign in by. */
const devicesKnown = 20;

type DeviceContext = Pick<CoreContext, 'keys' | 'clock' | 'random'>;

interface SignInDevice {
  /** The cookie of the browser; undefined for what keeps none. */
  readonly deviceToken?: string | undefined;
  /** In words: "Firefox on Linux". */
  readonly device: string;
}

/** Of both, so that one browser of two accounts joins them for nobody. */
function hashDevice({ keys }: Pick<DeviceContext, 'keys'>, userId: string, deviceToken: string): Buffer {
  return keys.lookupHash('known_devices.device', `${userId} ${deviceToken}`);
}

/** The browsers of an account that it is known to sign in by: by what is stored of each. */
export async function listKnownDevices(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('knownDevices').select('deviceHash').where('userId', '=', userId).execute();
  return rows.map(({ deviceHash }) => deviceHash.toString('hex'));
}

/** The one of them that has this cookie; null: the account does not know it. */
export async function findKnownDevice(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
  deviceToken: string | null | undefined,
): Promise<string | null> {
  if (deviceToken === null || deviceToken === undefined) return null;
  const name = hashDevice({ keys }, userId, deviceToken).toString('hex');
  return (await listKnownDevices(database.db, userId)).includes(name) ? name : null;
}

/** Remembers a browser, and forgets the one not seen for longest beyond what an account may have. False: it was known. */
async function remember(
  db: Db,
  { keys, clock }: DeviceContext,
  userId: string,
  deviceToken: string | undefined,
): Promise<boolean> {
  if (deviceToken === undefined) return true;
  const deviceHash = hashDevice({ keys }, userId, deviceToken);
  const lastSeenOn = new Date(clock.now()).toISOString().slice(0, 10);
  const { isNew } = await db
    .insertInto('knownDevices')
    .values({ userId, deviceHash, lastSeenOn })
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ lastSeenOn }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  if (!isNew) return false;
  await db
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('deviceHash', 'not in', ({ selectFrom }) =>
      selectFrom('knownDevices')
        .select('deviceHash')
        .where('userId', '=', userId)
        .orderBy(sql`device_hash = ${deviceHash}`, 'desc')
        .orderBy('lastSeenOn', 'desc')
        .limit(devicesKnown),
    )
    .execute();
  return true;
}

/** Notes by which browser somebody signs in; one that the account does not know is told, but that of its registration. */
export async function noteDevice(
  db: Db,
  context: DeviceContext,
  userId: string,
  { deviceToken, device }: SignInDevice,
): Promise<void> {
  const known = db.selectFrom('knownDevices').select('deviceHash').where('userId', '=', userId).limit(1);
  const user = await db
    .selectFrom('users')
    .select(['createdAt', known.as('knownDevice')])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!(await remember(db, context, userId, deviceToken))) return;
  const isRegistration = user?.knownDevice === null && context.clock.now() - user.createdAt.getTime() < 60_000;
  if (!isRegistration) await recordSecurityEvent(db, context, userId, { kind: 'new_device', device });
}
