/** An SMTP reply: basic code (RFC 5321 §4.2), enhanced code (RFC 3463) and text. The only such table. */
export interface SmtpReply {
  readonly code: number;
  readonly enhanced: string | null;
  readonly text: string;
}

const reply = (code: number, enhanced: string | null, text: string): SmtpReply => ({ code, enhanced, text });

/** What the MX listener answers about recipients and messages. Texts never depend on who is behind an alias. */
export const smtpReplies = {
  recipientOk: reply(250, '2.1.5', 'Recipient OK'),
  /** Delivered, spooled and dropped give this one text. */
  messageAccepted: reply(250, '2.0.0', 'Message accepted'),
  notOurDomain: reply(550, '5.7.1', 'We do not relay for this domain'),
  /** Unknown, deleted, tombstoned, retired and never given, all alike. */
  unknownRecipient: reply(550, '5.1.1', 'No such address here'),
  notConfirmedYet: reply(450, '4.2.0', 'Recipient cannot receive mail yet, try again later'),
  looping: reply(550, '5.4.6', 'This message is looping'),
  badMessage: reply(550, '5.6.0', 'Message has bare CR, bare LF or NUL octets'),
  badFrom: reply(550, '5.6.0', 'Message must have exactly one From header with exactly one address'),
  forgedFrom: reply(550, '5.7.26', 'From is on one of our domains but not signed by us'),
  refusedByRecipient: reply(550, '5.2.0', 'The recipient does not accept this message'),
  tryLater: reply(451, '4.3.0', 'Temporary failure, try again later'),
  tooBusy: reply(452, '4.3.1', 'Too many messages in hand, try again later'),
  spoolFull: reply(452, '4.2.2', 'Recipient has too much mail waiting, try again later'),
  headerTooLarge: reply(552, '5.3.4', 'Message header is larger than 1 MiB or 10,000 fields'),
  messageTooLarge: reply(552, '5.3.4', 'Message is larger than 25 MiB'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients, send the rest in another transaction'),
} as const;
