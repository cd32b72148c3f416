import type { AuthMethod, LinkEmailInput } from '#contract/sign-in.ts';
import type { WalletProof } from '#contract/sign-in.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

export function linkEmail(payload: LinkEmailInput) {
  return requestConfirmed('POST /api/account/methods/email', { payload });
}

export function linkWallet(payload: WalletProof) {
  return requestConfirmed('POST /api/account/methods/wallet', { payload });
}

export function removeMethod(method: AuthMethod) {
  return requestConfirmed('DELETE /api/account/methods/{method}', { params: { method } });
}
