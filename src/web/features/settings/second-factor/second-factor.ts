import type { SecondFactorInput } from '#contract/sign-in.ts';
import { requestConfirmed } from '#web/features/settings/identity/confirm-identity.ts';

export function startSecondFactor() {
  return requestConfirmed('POST /api/account/second-factor');
}

export function enableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed('POST /api/account/second-factor/enable', { payload });
}

export function disableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed('POST /api/account/second-factor/disable', { payload });
}

export function renewRecoveryCodes() {
  return requestConfirmed('POST /api/account/second-factor/recovery-codes');
}

export function requirePasskey(required: boolean) {
  return requestConfirmed('PUT /api/account/second-factor/passkey', { payload: { required } });
}
