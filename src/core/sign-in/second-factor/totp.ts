import { Secret, TOTP } from 'otpauth';
import type { SealContext } from '#core/keys/key-ring.ts';

const periodSeconds = 30;
/** Clocks differ and people type slowly (RFC 6238 §5.2). */
const stepsAround = 1;

/** RFC 4226 §4, R6: 160 bits. */
export const totpSecretBytes = 20;

/** What an account's sealed secret is bound to (`users.totp_secret_sealed`). */
export function totpSecretContext(userId: string): SealContext {
  return { field: 'users.totp_secret', rowId: userId };
}

function createTotp(secret: Buffer, issuer: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    // By hexadecimal: `secret.buffer` may be a pool that holds other octets, too.
    secret: Secret.fromHex(secret.toString('hex')),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** What an authenticator app takes: the secret in base32, and the same as an `otpauth://` URI. */
export function describeTotp(
  secret: Buffer,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = createTotp(secret, issuer, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step a code of six digits belongs to (RFC 6238 §4.2), at most one away from `nowMs`; null when none. */
export function findTotpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const distance = createTotp(secret, '', '').validate({ token: code, timestamp: nowMs, window: stepsAround });
  return distance === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + distance;
}
