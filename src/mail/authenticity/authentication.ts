/** RFC 7208 §2.6. */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** What SPF says about the client and the reverse-path, or the HELO name where the reverse-path is null. */
export interface SpfVerdict {
  readonly result: SpfResult;
  /** The domain that was checked, A-label; null where there was none. */
  readonly domain: string | null;
  readonly scope: 'mailfrom' | 'helo';
}

/** RFC 8601 §2.7.1. A signature that can never be checked is `neutral`; none at all is an empty list. */
export type DkimResult = 'pass' | 'fail' | 'policy' | 'neutral' | 'temperror';

/** One DKIM-Signature of the message. */
export interface DkimVerdict {
  readonly result: DkimResult;
  /** d=, A-label in lower case; null where the signature does not say. */
  readonly domain: string | null;
  readonly selector: string | null;
  /** a=, for example `rsa-sha256`. */
  readonly algorithm: string | null;
  /** First characters of b=, for Authentication-Results (RFC 6008). */
  readonly signaturePrefix: string;
  /** Names in h=, lower case, one for each instance that is covered. */
  readonly signedFields: readonly string[];
  /** The signature covers the whole body: no l= below its length. */
  readonly wholeBody: boolean;
  /** A short reason for what is not a pass, without any address. */
  readonly comment: string | null;
}

/** RFC 9989. */
export interface DmarcVerdict {
  readonly result: 'none' | 'pass' | 'fail' | 'temperror' | 'permerror';
  /** The From domain. */
  readonly domain: string;
  /** What applies to it (p= or sp= or np=); null without a record. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null;
  readonly spfAligned: boolean;
  /** The d= of an aligned signature that passed. */
  readonly dkimAligned: string | null;
}

/** RFC 8617. */
export interface ArcVerdict {
  /**
   * `temperror`: DNS did not answer, so nobody knows. Never sealed, never trusted, never held against the message. RFC 8617
   * §5.2.1 would make it a fail; but DNS trouble is never a 550, so the sender comes again.
   */
  readonly result: 'none' | 'pass' | 'fail' | 'temperror';
  /** The highest instance; 0 without a chain. */
  readonly instance: number;
  /** d= of each ARC-Seal, oldest first. */
  readonly sealers: readonly string[];
  readonly comment: string | null;
}

/** Everything that was found out about who sent a message. */
export interface Authentication {
  readonly spf: SpfVerdict;
  readonly dkim: readonly DkimVerdict[];
  readonly dmarc: DmarcVerdict;
  readonly arc: ArcVerdict;
}
