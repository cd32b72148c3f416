import type { KeyRing } from '#core/keys/key-ring.ts';
import { openTarget, type SealedTarget } from '#core/targets/open-target.ts';

/** A target that is an inbox, as programs list it. */
export interface Inbox {
  readonly id: string;
  readonly email: string;
  /** When its owner agreed; null while it gets nothing. */
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
}

/** Opens a target that is an inbox. */
export function openInbox(keys: KeyRing, row: SealedTarget & { readonly createdAt: Date }): Inbox {
  const { id, value: email, state } = openTarget(keys, row);
  return { id, email, confirmedAt: state === 'confirmed' ? row.confirmedAt : null, createdAt: row.createdAt };
}
