/** What the sink is asked. */
export type SinkCalls = {
  /** Starts to listen; the port. */
  readonly listen: { readonly ask: null; readonly answer: number };
  /** From now on: count messages from zero and answer each final dot after `replyDelayMs`. */
  readonly expect: { readonly ask: { readonly replyDelayMs: number }; readonly answer: null };
  /** Answered once so many messages have come. */
  readonly arrived: { readonly ask: number; readonly answer: null };
};

export interface MessagesOrder {
  readonly messages: number;
  readonly bytes: number;
  /** Aliases, written to in turn. */
  readonly recipients: readonly string[];
  readonly sender: Sender;
}

/** The domain that writes, with its DKIM key. */
export interface Sender {
  readonly domain: string;
  readonly selector: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
}

export interface SendResult {
  /** From the final dot to its reply, in milliseconds, of each accepted message. */
  readonly replyMs: readonly number[];
  /** Replies other than success, each with how often it came. */
  readonly refusals: ReadonlyMap<string, number>;
}

/** What the load generator is asked. */
export type GeneratorCalls = {
  /** Makes and signs the messages of the next `send`. */
  readonly prepare: { readonly ask: MessagesOrder; readonly answer: null };
  readonly send: { readonly ask: { readonly port: number; readonly connections: number }; readonly answer: SendResult };
};
