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
