/** A display name and an address (RFC 5322 §3.4). */
export interface Mailbox {
  /** Decoded (RFC 2047); null when there is none. */
  readonly name: string | null;
  /**
   * `local@domain` without brackets or comments. The local part is as written, quoted only where it must be;
   * the domain is an A-label in lower case or an address literal.
   */
  readonly address: string;
}
