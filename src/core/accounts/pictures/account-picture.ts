import { sql } from 'kysely';
import type { AccountExport } from '#contract/export.ts';
import type { User } from '#contract/sign-in.ts';
import { makePicturePath, openPictureToken } from '#core/accounts/pictures/picture-link.ts';
import { pictureType, readPicture } from '#core/accounts/pictures/read-picture.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

type PictureContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;

/** What the sealed picture of an account is bound to (`account_pictures.sealed`). */
function pictureContext(userId: string): SealContext {
  return { field: 'account_pictures.picture', rowId: userId };
}

/**
 * Keeps a picture, given as base64, in the place of the one before, without what it tells beside what it shows.
 * @throws AppError invalid_input with the reason, rate_limited, not_signed_in when the account is gone.
 */
export async function savePicture(
  { database, keys, clock, limiter }: PictureContext & { readonly limiter: RateLimiter },
  userId: string,
  text: string,
): Promise<void> {
  await limiter.take('picturesPerUser', { userId });
  const sealed = keys.seal(pictureContext(userId), readPicture(text));
  await database.db
    .insertInto('accountPictures')
    .values({ userId, sealed, updatedAt: new Date(clock.now()) })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ ref }) => ({
        sealed: ref('excluded.sealed'),
        // Another address for each, be it within a millisecond.
        updatedAt: sql<Date>`greatest(excluded.updated_at, account_pictures.updated_at + interval '1 millisecond')`,
      })),
    )
    .execute();
}

export async function removePicture({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<void> {
  await database.db.deleteFrom('accountPictures').where('userId', '=', userId).execute();
}

/** Where the picture of an account can be loaded, on the site itself; null where there is none, or it is shown to nobody. */
export async function readPicturePath(
  { database, keys, clock }: PictureContext,
  { id: userId, suspension }: Pick<User, 'id' | 'suspension'>,
): Promise<string | null> {
  if (suspension?.scope === 'all') return null;
  const row = await database.db
    .selectFrom('accountPictures')
    .select('updatedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : makePicturePath(keys, { userId, ...row }, clock.now());
}

interface OpenPicture {
  readonly octets: Buffer;
  readonly type: NonNullable<ReturnType<typeof pictureType>>;
}

function open(keys: CoreContext['keys'], userId: string, sealed: Buffer): OpenPicture | null {
  const octets = keys.open(pictureContext(userId), sealed);
  const type = pictureType(octets);
  return type && { octets, type };
}

/** The picture that the end of an address names; null for everything else. An account that leaves, or may do nothing, shows none. */
export async function findPicture(
  { database, keys, clock }: PictureContext,
  token: string,
): Promise<OpenPicture | null> {
  const named = openPictureToken(keys, token, clock.now());
  if (named === null) return null;
  const row = await database.db
    .selectFrom('accountPictures')
    .innerJoin('users', 'users.id', 'accountPictures.userId')
    .select('sealed')
    .where('users.id', '=', named.userId)
    .where('accountPictures.updatedAt', '=', named.updatedAt)
    .where('users.leavingAt', 'is', null)
    .where('users.suspended', 'is distinct from', 'all')
    .executeTakeFirst();
  return row === undefined ? null : open(keys, named.userId, row.sealed);
}

/** The picture of an account, for its owner to keep. */
export async function exportPicture(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountExport['picture']> {
  const row = await database.db
    .selectFrom('accountPictures')
    .select(['sealed', 'updatedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const picture = row === undefined ? null : open(keys, userId, row.sealed);
  if (row === undefined || picture === null) return null;
  return {
    type: picture.type,
    base64: picture.octets.toString('base64'),
    updatedAt: row.updatedAt.toISOString(),
  };
}
