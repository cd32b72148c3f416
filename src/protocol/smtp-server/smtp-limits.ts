const seconds = 1000;
const minutes = 60 * seconds;
const mebibyte = 1024 * 1024;

/** How long we wait for a client. Times in milliseconds. */
export interface ClientPatience {
  readonly tlsHandshakeMs: number;
  /** From our greeting to its first command. */
  readonly firstCommandMs: number;
  /** To send one command (RFC 5321 §4.5.3.2.7). */
  readonly commandTimeoutMs: number;
  /** From the first octet of a line to its end. */
  readonly lineMs: number;
  /** Octets a second of DATA, on average. */
  readonly dataBytesPerSecond: number;
  /** How far DATA may fall behind that, at its beginning and whenever it stops. */
  readonly dataDelayMs: number;
  /** All of DATA. */
  readonly dataTotalMs: number;
  /** For the client to read our replies. */
  readonly replyTimeoutMs: number;
  /** From one message, or the greeting, to the next. Above `dataTotalMs`; bounds a session that only names recipients. */
  readonly messageTimeoutMs: number;
  /** Commands other than RCPT before a message must have come. */
  readonly maxCommandsPerMessage: number;
}

/** What a client may use. Times in milliseconds. */
export interface SmtpLimits extends ClientPatience {
  /** While others find no place. */
  readonly stress: ClientPatience;
  /** How long that lasts after somebody found none. */
  readonly stressMs: number;
  /** How often slow clients are looked for. */
  readonly sweepEveryMs: number;
  /** A client that has kept us waiting for so long (or has brought no message for ten times that) gives its place to a newcomer. */
  readonly yieldAfterMs: number;
  /** Octets of one message, told in SIZE (RFC 5321 §4.5.3.1.7). */
  readonly maxMessageBytes: number;
  /** Octets after which a client that goes on sending is cut off. */
  readonly cutOffBytes: number;
  /** Octets of messages in hand, all sessions of all listeners together. */
  readonly maxHeldBytes: number;
  /** The same for one address (IPv6: /64) or account; more for wider networks. */
  readonly maxHeldBytesPerNetwork: number;
  /** RFC 5321 §4.5.3.1.8. */
  readonly maxRecipients: number;
  /** Of a command (RFC 5321 §4.5.3.1.4). */
  readonly maxLineBytes: number;
  /** Bad commands of a session, the last of which ends it. */
  readonly maxBadCommands: number;
  /** For the PROXY header of a listed peer. */
  readonly proxyHeaderMs: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  readonly newConnectionsPerMinute: number;
  /** Refused recipients of an address that are answered at once. */
  readonly promptRefusals: number;
  /** The longest delay of a refusal. */
  readonly maxTarpitMs: number;
}

/** A message of 25 MiB needs 15 kB a second, one of 1 MiB 600 octets. */
const patience: ClientPatience = {
  tlsHandshakeMs: 30 * seconds,
  firstCommandMs: minutes,
  commandTimeoutMs: 5 * minutes,
  lineMs: 30 * seconds,
  dataBytesPerSecond: 500,
  dataDelayMs: minutes,
  dataTotalMs: 30 * minutes,
  replyTimeoutMs: minutes,
  messageTimeoutMs: 60 * minutes,
  maxCommandsPerMessage: 100,
};

/** As Postfix does under stress: who is quick still delivers. A message of 25 MiB needs 220 kB a second. */
const shortPatience: ClientPatience = {
  tlsHandshakeMs: 10 * seconds,
  firstCommandMs: 10 * seconds,
  commandTimeoutMs: 10 * seconds,
  lineMs: 5 * seconds,
  dataBytesPerSecond: 4000,
  dataDelayMs: 10 * seconds,
  dataTotalMs: 2 * minutes,
  replyTimeoutMs: 10 * seconds,
  messageTimeoutMs: 3 * minutes,
  maxCommandsPerMessage: 20,
};

export const defaultSmtpLimits: SmtpLimits = {
  ...patience,
  stress: shortPatience,
  stressMs: minutes,
  sweepEveryMs: seconds,
  yieldAfterMs: 2 * seconds,
  maxMessageBytes: 25 * mebibyte,
  cutOffBytes: 50 * mebibyte,
  maxHeldBytes: 192 * mebibyte,
  maxHeldBytesPerNetwork: 64 * mebibyte,
  maxRecipients: 100,
  maxLineBytes: 2048,
  maxBadCommands: 10,
  proxyHeaderMs: 10 * seconds,
  maxConnections: 500,
  maxConnectionsPerNetwork: 20,
  newConnectionsPerMinute: 120,
  promptRefusals: 5,
  maxTarpitMs: 10 * seconds,
};
