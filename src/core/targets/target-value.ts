import type { ForwardTarget } from '#contract/forward-to.ts';
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

/** What a target's sealed address is bound to (`targets.value_sealed`). */
export function targetValueContext(targetId: string): SealContext {
  return { field: 'targets.value', rowId: targetId };
}

/** What tells a target apart from others. No address is a URL, so the two kinds never meet. */
export function normaliseTarget(target: ForwardTarget): string {
  return target.kind === 'email' ? target.email.normalised : target.url;
}

/** Look-up hash of a target, in `targets` and `stopped_addresses`. Takes what `normaliseTarget` gives. */
export function targetHash(keys: KeyRing, normalised: string): Buffer {
  return keys.lookupHash('target', normalised);
}
