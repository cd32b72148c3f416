import type { MessageResponse } from '#contract/messages.ts';
import type { AuthMethod, LinkEmailInput } from '#contract/methods.ts';
import type { WalletProof } from '#contract/wallet.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

const path = '/api/account/methods';

export const linkEmail = (payload: LinkEmailInput) =>
  requestConfirmed<MessageResponse>(`${path}/email`, { method: 'POST', payload });

export const linkWallet = (payload: WalletProof) =>
  requestConfirmed<MessageResponse>(`${path}/wallet`, { method: 'POST', payload });

export const removeMethod = (method: AuthMethod) =>
  requestConfirmed<MessageResponse>(`${path}/${method}`, { method: 'DELETE' });
