import type { MessageResponse } from '#contract/messages.ts';
import type { RecoveryCodes, SecondFactorInput, SecondFactorStart } from '#contract/second-factor.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

const path = '/api/account/second-factor';

export const startSecondFactor = () => requestConfirmed<SecondFactorStart>(path, { method: 'POST' });

export const enableSecondFactor = (payload: SecondFactorInput) =>
  requestConfirmed<RecoveryCodes>(`${path}/enable`, { method: 'POST', payload });

export const disableSecondFactor = (payload: SecondFactorInput) =>
  requestConfirmed<MessageResponse>(`${path}/disable`, { method: 'POST', payload });

export const renewRecoveryCodes = () => requestConfirmed<RecoveryCodes>(`${path}/recovery-codes`, { method: 'POST' });
