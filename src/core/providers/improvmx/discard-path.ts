import type { KeyRing } from '#core/keys/key-ring.ts';

/** Where the provider posts the mail of paused aliases; only who knows the path is answered. */
export const discardPath = (keys: KeyRing): string =>
  `/api/discard/${keys.lookupHash('providers.discard', 'improvmx').toString('base64url')}`;
