import { userSchema, type User } from '#contract/sign-in.ts';
import { userEmailContext } from '#core/accounts/user-email.ts';
import { userWalletContext } from '#core/accounts/user-wallet.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';

export interface UserRow {
  readonly id: string;
  readonly emailSealed: Buffer | null;
  readonly walletAddressSealed: Buffer | null;
  readonly authMethod: string;
  readonly balance: string;
}

/** An account as its owner sees it. `authMethod` is the way of the session's sign-in. */
export function userView(keys: KeyRing, row: UserRow): User {
  return {
    id: row.id,
    email: row.emailSealed === null ? null : keys.open(userEmailContext(row.id), row.emailSealed).toString(),
    walletAddress:
      row.walletAddressSealed === null
        ? null
        : keys.open(userWalletContext(row.id), row.walletAddressSealed).toString(),
    authMethod: userSchema.shape.authMethod.parse(row.authMethod),
    balance: row.balance,
  };
}
