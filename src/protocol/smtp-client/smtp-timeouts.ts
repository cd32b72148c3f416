const seconds = 1000;
const minutes = 60 * seconds;

/** How long a receiving server may take, in milliseconds (RFC 5321 §4.5.3.2). */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** EHLO, STARTTLS, AUTH, and the TLS handshake. */
  readonly helloMs: number;
  readonly mailMs: number;
  readonly rcptMs: number;
  readonly dataStartMs: number;
  /** For a block of the message to be taken. */
  readonly dataBlockMs: number;
  readonly finalDotMs: number;
}

/** The standard's, but shorter before the transaction: a server that cannot greet within a minute is tried again later. */
export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 30 * seconds,
  greetingMs: minutes,
  helloMs: minutes,
  mailMs: 5 * minutes,
  rcptMs: 5 * minutes,
  dataStartMs: 2 * minutes,
  dataBlockMs: 3 * minutes,
  finalDotMs: 10 * minutes,
};
