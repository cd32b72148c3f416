/** What the sink is asked. */
export type SinkCalls = {
  /** Starts to listen; the port. */
  readonly listen: { readonly ask: null; readonly answer: number };
  /** From now on, on new connections: count from zero, and answer each final dot after `replyDelayMs`. */
  readonly expect: { readonly ask: SinkOrder; readonly answer: null };
  /** Answered once so many messages have come: with the connections that brought them. */
  readonly arrived: { readonly ask: number; readonly answer: Connections };
  /** All octets that clients have sent since `expect` asked to keep them, as Latin-1. */
  readonly kept: { readonly ask: null; readonly answer: string };
};

/** How many there were, and how many went on with an earlier TLS session. */
export interface Connections {
  readonly opened: number;
  readonly resumed: number;
}

export interface SinkOrder {
  readonly replyDelayMs: number;
  readonly offersTls: boolean;
  readonly keeps: boolean;
  /** Of a hundred recipients so many are put off (4xx), their messages count as come; none unless given. */
  readonly deferredInHundred?: number;
}

export interface MessagesOrder {
  readonly messages: number;
  readonly bytes: number;
  /** Messages as people get them, whatever `bytes` says; left out: plain text. */
  readonly mix?: 'real';
  /** Aliases, written to in turn. */
  readonly recipients: readonly string[];
  /** The domain of each message, in turn. */
  readonly domains: readonly string[];
  readonly signer: Signer;
}

/** The DKIM key of all domains that write. */
export interface Signer {
  readonly selector: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
}

export interface SendOrder {
  readonly port: number;
  /** At the same time. */
  readonly connections: number;
  /** By STARTTLS. */
  readonly tls: boolean;
  /** After so many messages a connection ends and another begins; null: never. */
  readonly messagesPerConnection: number | null;
  /** Messages are begun at this pace; null: as fast as they are taken. */
  readonly perSecond: number | null;
  /** A message that is put off (4xx) is sent again after this time; null: that is a refusal like any other. */
  readonly retryAfterMs: number | null;
}

export interface SendResult {
  /** From the final dot to its reply, in milliseconds, of each accepted message. */
  readonly replyMs: readonly number[];
  /** Replies other than success, each with how often it came. */
  readonly refusals: ReadonlyMap<string, number>;
  /** How often a message was put off and sent again. */
  readonly retries: number;
  readonly connections: Connections;
}

/** What the load generator is asked. */
export type GeneratorCalls = {
  /** Makes and signs the messages of the next `send`. */
  readonly prepare: { readonly ask: MessagesOrder; readonly answer: null };
  readonly send: { readonly ask: SendOrder; readonly answer: SendResult };
  /** Opens connections that say EHLO and then nothing; how many of them are served. */
  readonly hold: { readonly ask: { readonly port: number; readonly connections: number }; readonly answer: number };
  /** Closes them. */
  readonly release: { readonly ask: null; readonly answer: null };
};
