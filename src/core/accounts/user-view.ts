import { userSchema, type User } from '#contract/accounts.ts';
import { userEmailContext } from '#core/accounts/user-email.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';

export interface UserRow {
  readonly id: string;
  readonly emailSealed: Buffer | null;
  readonly authMethod: string;
  readonly balance: string;
}

/** An account as its owner sees it. `authMethod` is the way of the session's sign-in. */
export const userView = (keys: KeyRing, row: UserRow): User => ({
  id: row.id,
  email: row.emailSealed === null ? null : keys.open(userEmailContext(row.id), row.emailSealed).toString(),
  walletAddress: null,
  authMethod: userSchema.shape.authMethod.parse(row.authMethod),
  balance: row.balance,
});
