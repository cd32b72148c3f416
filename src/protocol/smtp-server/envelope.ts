/** The SMTP envelope of a message as received (RFC 5321 §2.3.1). */
export interface Envelope {
  /** MAIL FROM without angle brackets; empty for the null reverse-path `<>`. */
  readonly reversePath: string;
  /** RCPT TO without angle brackets, in the order given. */
  readonly recipients: readonly string[];
  /** BODY=8BITMIME was given (RFC 6152). */
  readonly eightBitMime: boolean;
  /** SMTPUTF8 was given (RFC 6531). */
  readonly smtpUtf8: boolean;
}

/** What the session knows about its client. Never logged. */
export interface ClientInfo {
  /** Remote IP address; null for messages handed over in process. */
  readonly remoteAddress: string | null;
  /** The name given in HELO or EHLO. */
  readonly helo: string;
  /** `ESMTP`, `ESMTPS`, … as in Received (RFC 3848). */
  readonly protocol: string;
}
