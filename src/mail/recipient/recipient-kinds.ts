import type { NewName } from '#core/rules/read-new-name.ts';
import type { BouncedName } from '#mail/recipient/address-forms.ts';

/** A name that is no alias yet: mail for it may make it, once its verdict is known. */
export interface NewNameRecipient extends NewName {
  readonly kind: 'new';
  /** `name@domain`, lower case, without +tag. */
  readonly address: string;
}

/** `reply=TOKEN@`, or its plain spelling: one correspondent of one alias. Says nothing about whether the token is known. */
export interface ReverseRecipient {
  readonly kind: 'reverse';
  readonly token: string;
  /** With `=`, whichever was given. */
  readonly address: string;
  readonly domain: DomainKeys;
}

/** `name+bob=example.com@`: somebody whom the owner of an alias writes to. Says nothing about who writes. */
export interface SendRecipient {
  readonly kind: 'send';
  readonly aliasId: string;
  readonly correspondent: string;
  /** In lower case. */
  readonly address: string;
  readonly domain: DomainKeys;
}

/** What other mail servers report about mail in the name of our domains and those of accounts. */
export interface ReportRecipient {
  readonly kind: 'report';
  readonly address: string;
  readonly domain: DomainKeys;
}

/** `b=TOKEN@` that we made within the last weeks: under the null reverse-path, or of what was forwarded. */
export interface BounceRecipient extends BouncedName {
  readonly kind: 'bounce';
  readonly address: string;
  readonly domain: DomainKeys;
}

/** Mail to postmaster@, abuse@ and the like goes to OPERATOR_EMAIL. */
export interface OperatorRecipient {
  readonly kind: 'operator';
  readonly address: string;
  readonly domain: DomainKeys;
}

export interface DomainKeys {
  readonly id: string;
  /** A-label. */
  readonly name: string;
}
