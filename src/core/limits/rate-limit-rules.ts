/** How often something may be done. All rules of the service stand here. */
export interface RateLimitRule {
  /** Stored as `action_type`; also separates the counts of different rules. */
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
  signInPerNetwork: { action: 'sign_in_network', max: 100, windowMs: hourMs },
  registrationPerNetwork: { action: 'registration_network', max: 10, windowMs: hourMs },
  aliasCreationPerUser: { action: 'alias_creation', max: 60, windowMs: hourMs },
  confirmationPerAddressDaily: { action: 'confirmation_address_day', max: 3, windowMs: dayMs },
  confirmationPerAddressEver: { action: 'confirmation_address_ever', max: 10, windowMs: null },
  confirmationPerUser: { action: 'confirmation_user', max: 20, windowMs: dayMs },
  confirmationPerNetwork: { action: 'confirmation_network', max: 50, windowMs: dayMs },
} as const satisfies Record<string, RateLimitRule>;

export type RateLimitRules = { readonly [name in keyof typeof rateLimitRules]: RateLimitRule };
