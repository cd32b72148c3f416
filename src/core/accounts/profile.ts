import type { Profile } from '#contract/account.ts';
import { profileFaults } from '#contract/account/settings-faults.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';

export const profileColumns = ['firstNameSealed', 'lastNameSealed', 'profileImageUrlSealed'] as const;

type SealedProfile = Readonly<Record<(typeof profileColumns)[number], Buffer | null>>;

const fields = { firstName: 'first_name', lastName: 'last_name', profileImageUrl: 'profile_image_url' } as const;

/** What a field of a profile is bound to, such as `users.first_name_sealed`. */
function profileContext(userId: string, field: keyof Profile) {
  return { field: `users.${fields[field]}`, rowId: userId };
}

/** The profile of an account, opened for its owner. */
export function openProfile(keys: KeyRing, userId: string, row: SealedProfile): Profile {
  const open = (field: keyof Profile): string | null => {
    const sealed = row[`${field}Sealed`];
    return sealed === null ? null : keys.open(profileContext(userId, field), sealed).toString();
  };
  return { firstName: open('firstName'), lastName: open('lastName'), profileImageUrl: open('profileImageUrl') };
}

/** Fills in what is given of a profile, and empties what is null. @throws AppError not_signed_in when the account is gone. */
export async function saveProfile(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  profile: Partial<Profile>,
): Promise<void> {
  const columns = Object.entries(profile).map(([name, text]) => {
    const field = name as keyof Profile;
    return [`${field}Sealed`, text === null ? null : keys.seal(profileContext(userId, field), text)] as const;
  });
  const saved = await database.db
    .updateTable('users')
    .set({ ...Object.fromEntries(columns), updatedAt: new Date(clock.now()) })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (saved === undefined) throw new AppError('not_signed_in');
}

/** How an account is called in one line; null: its profile says nothing. */
export async function readFullName(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<string | null> {
  const row = await database.db
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  const { firstName, lastName } = openProfile(keys, userId, row);
  return [firstName, lastName].filter((name) => name !== null).join(' ') || null;
}

/** Fills the profile in by a name in one line, of which the last word is the last name. @throws AppError invalid_input. */
export async function saveFullName(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  name: string | null,
): Promise<void> {
  const words = name?.trim().split(/\s+/u) ?? [];
  const last = words.length > 1 ? (words.pop() ?? null) : null;
  const profile = { firstName: words.join(' ') || null, lastName: last };
  if (Object.values(profile).some((part) => (part?.length ?? 0) > limits.profileNameMax)) {
    throw new AppError('invalid_input', { message: profileFaults.nameTooLong });
  }
  await saveProfile(context, userId, profile);
}
