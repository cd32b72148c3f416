import type { MessageResponse } from '#contract/answers.ts';
import type { RecoveryCodes, SecondFactorInput, SecondFactorStart } from '#contract/sign-in.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

const path = '/api/account/second-factor';

export function startSecondFactor() {
  return requestConfirmed<SecondFactorStart>(path, { method: 'POST' });
}

export function enableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed<RecoveryCodes>(`${path}/enable`, { method: 'POST', payload });
}

export function disableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed<MessageResponse>(`${path}/disable`, { method: 'POST', payload });
}

export function renewRecoveryCodes() {
  return requestConfirmed<RecoveryCodes>(`${path}/recovery-codes`, { method: 'POST' });
}
