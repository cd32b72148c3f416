import type { Identity } from '#mail/as-alias/identity-parts.ts';

/** Why an owner's message as an alias is not sent. Told to the owner only. */
export type ReplyRefusal =
  /** `addresses`: at most 10 of them. */
  | { readonly kind: 'other_recipients'; readonly addresses: readonly string[] }
  | { readonly kind: 'several_aliases' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'identity'; readonly identity: Identity }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too_many'; readonly max: number; readonly window: 'hour' | 'day' };
