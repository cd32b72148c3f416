import type { KeyRing } from '#core/keys/key-ring.ts';

/** Where the provider posts the mail of paused aliases; only who knows the path is answered. */
export function discardPath(keys: KeyRing): string {
  return `/api/discard/${keys.lookupHash('providers.discard', 'improvmx').toString('base64url')}`;
}
