import type { MessageResponse } from '#contract/answers.ts';
import type { AuthMethod, LinkEmailInput, WalletProof } from '#contract/sign-in.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

const path = '/api/account/methods';

export function linkEmail(payload: LinkEmailInput) {
  return requestConfirmed<MessageResponse>(`${path}/email`, { method: 'POST', payload });
}

export function linkWallet(payload: WalletProof) {
  return requestConfirmed<MessageResponse>(`${path}/wallet`, { method: 'POST', payload });
}

export function removeMethod(method: AuthMethod) {
  return requestConfirmed<MessageResponse>(`${path}/${method}`, { method: 'DELETE' });
}
