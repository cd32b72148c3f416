/** Who may open an account. `approve`: everybody, but a new account waits until the operator has said yes. */
export const registrationModes = ['open', 'invite', 'approve', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** A service that shows strangers nothing of itself: no domains, no counts, no way to begin. */
export function isPrivate(mode: RegistrationMode): boolean {
  return mode === 'invite' || mode === 'closed';
}
