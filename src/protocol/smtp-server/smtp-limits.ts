const seconds = 1000;
const minutes = 60 * seconds;
const mebibyte = 1024 * 1024;

/** What a client may use. Times in milliseconds. */
export interface SmtpLimits {
  /** Octets of one message, told in SIZE. */
  readonly maxMessageBytes: number;
  /** Octets after which a client that goes on sending is cut off. */
  readonly cutOffBytes: number;
  /** Octets of messages in hand, all sessions of all listeners together. */
  readonly maxHeldBytes: number;
  /** The same for one client network, so that no single client can use up the whole. */
  readonly maxHeldBytesPerNetwork: number;
  /** RFC 5321 §4.5.3.1.8. */
  readonly maxRecipients: number;
  readonly maxLineBytes: number;
  /** Bad commands of a session, the last of which ends it. */
  readonly maxBadCommands: number;
  /** Commands other than RCPT before a message must have come. */
  readonly maxCommandsPerMessage: number;
  /** From one message, or the greeting, to the next. Above `dataTotalMs`; bounds a session that only names recipients. */
  readonly messageTimeoutMs: number;
  /** To send one command (RFC 5321 §4.5.3.2.7). */
  readonly commandTimeoutMs: number;
  /** Silence within DATA (RFC 5321 §4.5.3.2.5). */
  readonly dataSilenceMs: number;
  /** All of DATA. */
  readonly dataTotalMs: number;
  /** For the PROXY header of a listed peer. */
  readonly proxyHeaderMs: number;
  readonly tlsHandshakeMs: number;
  /** For the client to read our replies. */
  readonly replyTimeoutMs: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  readonly newConnectionsPerMinute: number;
  /** Refused recipients of a network that are answered at once. */
  readonly promptRefusals: number;
  /** The longest delay of a refusal. */
  readonly maxTarpitMs: number;
}

export const defaultSmtpLimits: SmtpLimits = {
  maxMessageBytes: 25 * mebibyte,
  cutOffBytes: 50 * mebibyte,
  maxHeldBytes: 192 * mebibyte,
  maxHeldBytesPerNetwork: 64 * mebibyte,
  maxRecipients: 100,
  maxLineBytes: 2048,
  maxBadCommands: 10,
  maxCommandsPerMessage: 100,
  messageTimeoutMs: 60 * minutes,
  commandTimeoutMs: 5 * minutes,
  dataSilenceMs: 3 * minutes,
  dataTotalMs: 30 * minutes,
  proxyHeaderMs: 10 * seconds,
  tlsHandshakeMs: 30 * seconds,
  replyTimeoutMs: minutes,
  maxConnections: 500,
  maxConnectionsPerNetwork: 20,
  newConnectionsPerMinute: 120,
  promptRefusals: 5,
  maxTarpitMs: 10 * seconds,
};
