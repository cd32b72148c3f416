import type { EmailAddress } from '#contract/email-address.ts';
import { userEmailContext, userEmailHash } from '#core/accounts/user-email.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';

/** The columns of an account whose mailbox was proved `now`. */
export function provenEmail(keys: KeyRing, userId: string, email: EmailAddress, now: Date) {
  return {
    emailSealed: keys.seal(userEmailContext(userId), email.address),
    emailHash: userEmailHash(keys, email.normalised),
    emailVerifiedAt: now,
  };
}
