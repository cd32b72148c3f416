/** What a local recipient address means, decided at RCPT. */
export type Recipient = AliasRecipient | OperatorRecipient;

export interface AliasRecipient {
  readonly kind: 'alias';
  readonly aliasId: string;
  readonly userId: string;
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
  readonly domain: DomainRoute;
  /** Paused: accept, then drop silently. */
  readonly paused: boolean;
  /** Confirmed links only; empty when paused. */
  readonly links: readonly LinkRoute[];
}

/** Mail to postmaster@, abuse@ and the like goes to OPERATOR_EMAIL. */
export interface OperatorRecipient {
  readonly kind: 'operator';
  readonly address: string;
  readonly domain: DomainRoute;
}

export interface DomainRoute {
  readonly id: string;
  /** A-label. */
  readonly name: string;
}

export interface LinkRoute {
  /** bigint as text. */
  readonly linkId: string;
  readonly targetId: string;
  /** The inbox's address, opened. */
  readonly target: string;
}
