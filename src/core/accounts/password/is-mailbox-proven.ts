import type { TargetSettings } from '#core/targets/target-context.ts';

/**
 * Whether an account counts as one of its mailbox's owner. A service that confirms no inboxes never gets a proof:
 * it trusts whoever registers.
 */
export function isMailboxProven(
  { targetConfirmation }: Pick<TargetSettings, 'targetConfirmation'>,
  user: { readonly emailVerifiedAt: Date | null },
): boolean {
  return user.emailVerifiedAt !== null || targetConfirmation === 'off';
}
