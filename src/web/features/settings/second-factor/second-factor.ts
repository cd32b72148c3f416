import { requestConfirmed } from '#web/lib/confirm-identity.ts';

export function startSecondFactor() {
  return requestConfirmed('POST /api/account/second-factor');
}

export function renewRecoveryCodes() {
  return requestConfirmed('POST /api/account/second-factor/recovery-codes');
}

export function requirePasskey(required: boolean) {
  return requestConfirmed('PUT /api/account/second-factor/passkey', { payload: { required } });
}
