import type { AliasRoute } from '#core/aliases/standing/alias-route.ts';
import type { BounceOf } from '#mail/recipient/bounce-address.ts';

/** What a local recipient address means, decided at RCPT. */
export type Recipient = AliasRecipient | OperatorRecipient | ReverseRecipient | BounceRecipient;

export interface AliasRecipient {
  readonly kind: 'alias';
  readonly aliasId: string;
  readonly userId: string;
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
  readonly domain: DomainRoute;
  /** Paused: accept, then drop silently. */
  readonly paused: boolean;
  /** From and signed parts stay as they are. */
  readonly transparent: boolean;
  /** False: spool first, whatever the installation does. */
  readonly cutThrough: boolean;
  /** Its owner has blocked somebody. */
  readonly blocksContacts: boolean;
  /** Where its mail goes; empty when paused. */
  readonly routes: readonly AliasRoute[];
}

/** `reply=TOKEN@`: one correspondent of one alias. Says nothing about whether the token is known. */
export interface ReverseRecipient {
  readonly kind: 'reverse';
  readonly token: string;
  readonly address: string;
  readonly domain: DomainRoute;
}

/** `b=TOKEN@` that we made within the last days, named by the null reverse-path. */
export interface BounceRecipient {
  readonly kind: 'bounce';
  /** bigint as text. */
  readonly linkId: string;
  readonly of: BounceOf;
  readonly address: string;
  readonly domain: DomainRoute;
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
