/** How often something may be done. All rules of the service stand here. */
export interface RateLimitRule {
  /** Stored as `action_type`; also separates the counts of different rules and names them in RateLimit headers. */
  readonly action: string;
  readonly max: number;
  /** Length of the fixed window, which starts with its first use; null counts for ever. */
  readonly windowMs: number | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const rateLimitRules = {
  /** Subject: email and network. */
  signInPerEmail: { action: 'sign_in_email', max: 10, windowMs: 15 * minuteMs },
  /** Every way of signing in. */
  signInPerNetwork: { action: 'sign_in_network', max: 100, windowMs: hourMs },
  /** Subject: email, over all networks. Never refuses: beyond `max` each try waits longer (`slowDown`). */
  signInTriesPerEmail: { action: 'sign_in_tries', max: 5, windowMs: hourMs },
  /** Proving again who one is, and codes of the second factor, within a session. */
  identityChecksPerUser: { action: 'identity_check', max: 20, windowMs: 15 * minuteMs },
  walletChallengePerNetwork: { action: 'wallet_challenge', max: 100, windowMs: hourMs },
  googleStartPerNetwork: { action: 'google_start', max: 100, windowMs: hourMs },
  registrationPerNetwork: { action: 'registration_network', max: 10, windowMs: hourMs },
  /** Subject: the address. Never answered aloud, so that nobody learns what others asked for. */
  passwordResetPerAddress: { action: 'password_reset_address', max: 3, windowMs: hourMs },
  passwordResetPerNetwork: { action: 'password_reset_network', max: 30, windowMs: hourMs },
  /** New aliases and renamed ones: both tell whether a name is free. */
  aliasCreationPerUser: { action: 'alias_creation', max: 60, windowMs: hourMs },
  confirmationPerAddressDaily: { action: 'confirmation_address_day', max: 3, windowMs: dayMs },
  confirmationPerAddressEver: { action: 'confirmation_address_ever', max: 10, windowMs: null },
  confirmationPerUser: { action: 'confirmation_user', max: 20, windowMs: dayMs },
  confirmationPerNetwork: { action: 'confirmation_network', max: 50, windowMs: dayMs },
  exportPerUser: { action: 'export', max: 5, windowMs: hourMs },
  /** Dry runs too. */
  importPerUser: { action: 'import', max: 20, windowMs: hourMs },
  credentialsPerUser: { action: 'credentials', max: 20, windowMs: hourMs },
  feedbackPerNetwork: { action: 'feedback', max: 10, windowMs: hourMs },
  /** Beyond it events are no longer counted. */
  eventsPerNetwork: { action: 'events', max: 1000, windowMs: hourMs },
} as const satisfies Record<string, RateLimitRule>;

export type RateLimitRules = { readonly [name in keyof typeof rateLimitRules]: RateLimitRule };
