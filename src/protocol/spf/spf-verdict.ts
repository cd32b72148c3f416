/** RFC 7208 §2.6. */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** What SPF says about the client and the reverse-path, or the HELO name where the reverse-path is null. */
export interface SpfVerdict {
  readonly result: SpfResult;
  /** The domain that was checked, A-label; null where there was none. */
  readonly domain: string | null;
  readonly scope: 'mailfrom' | 'helo';
}
