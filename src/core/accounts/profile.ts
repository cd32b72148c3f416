import type { Profile } from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
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
