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
