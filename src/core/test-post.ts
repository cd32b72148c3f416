import type { InboxPosted } from '#contract/inbox.ts';

/** What a test message says of itself, in the language of whoever asked for it. */
export interface TestWords {
  readonly subject: string;
  readonly hello: string;
  readonly sentTo: (alias: string) => string;
  readonly works: string;
  readonly attachment: string;
}

/** Writes to an alias from an address of ours: the message is judged and forwarded like any stranger's. */
export interface TestPost {
  /** Resolves when the server has answered the message. Never throws. */
  send(alias: string, words: TestWords): Promise<InboxPosted>;
}
