import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import type { Random } from '#platform/random.ts';

/** Standard Webhooks 1.0 asks for 24 to 64 octets. */
const secretOctets = 32;

/** What a webhook's sealed secret is bound to, the present one as the one before it. */
export function webhookSecretContext(targetId: string): SealContext {
  return { field: 'targets.secret', rowId: targetId };
}

/** A new secret of a webhook, sealed. */
export function sealNewSecret(
  { keys, random }: { readonly keys: KeyRing; readonly random: Random },
  targetId: string,
): Buffer {
  return keys.seal(webhookSecretContext(targetId), `whsec_${random.bytes(secretOctets).toString('base64')}`);
}
