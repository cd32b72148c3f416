import type { Mailbox } from '#protocol/message/mailboxes.ts';

/** The outcome of rewrite/forward for one alias, before signing. */
export interface ForwardedMessage {
  /** Header block for every target of the alias: no DKIM-Signature yet, no empty line at the end. */
  readonly header: Buffer;
  /** The received body, octet for octet; another Buffer only where a calendar had to be rewritten. */
  readonly body: Buffer;
  /** Correspondents that now have a reverse address, to be stored. At most 10. */
  readonly contacts: readonly NewContact[];
}

export interface NewContact {
  /** 26 characters, base32. */
  readonly token: string;
  readonly correspondent: Mailbox['address'];
}
