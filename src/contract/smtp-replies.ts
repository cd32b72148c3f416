/** An SMTP reply: basic code (RFC 5321 §4.2), enhanced code (RFC 3463) and text. The only such table. */
export interface SmtpReply {
  readonly code: number;
  readonly enhanced: string | null;
  readonly text: string;
}

function reply(code: number, enhanced: string | null, text: string): SmtpReply {
  return { code, enhanced, text };
}

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
  unauthenticated: reply(550, '5.7.26', 'Neither SPF nor DKIM vouches for this message'),
  refusedByDmarc: reply(550, '5.7.26', 'The policy of the From domain (DMARC) refuses this message'),
  cannotAuthenticate: reply(451, '4.4.3', 'DNS trouble: the sender cannot be verified now, try again later'),
  blockListed: reply(554, '5.7.1', 'Your address is on a block list that this server uses'),
  spam: reply(550, '5.7.1', 'This message looks like spam'),
  /** To a reverse address: unknown, foreign and unproven, all alike. */
  replyRefused: reply(550, '5.7.1', 'You cannot write to this address'),
  refusedByRecipient: reply(550, '5.2.0', 'The recipient does not accept this message'),
  tryLater: reply(451, '4.3.0', 'Temporary failure, try again later'),
  tooBusy: reply(452, '4.3.1', 'Too many messages in hand, try again later'),
  spoolFull: reply(452, '4.2.2', 'Recipient has too much mail waiting, try again later'),
  tooManyParts: reply(550, '5.6.0', 'Message has more parts, or deeper ones, than this server reads'),
  tooLargeForSoMany: reply(552, '5.3.4', 'Message is too large for so many recipients, send it to fewer at once'),
  headerTooLarge: reply(552, '5.3.4', 'Message header is larger than 1 MiB or 10,000 fields'),
  messageTooLarge: reply(552, '5.3.4', 'Message is larger than 25 MiB'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients, send the rest in another transaction'),
} as const;

/** What is answered to somebody who has signed in to send as an alias, and may know how it stands. */
export const submissionReplies = {
  credentialGone: reply(535, '5.7.8', 'The password of this alias was changed or deleted'),
  aliasPaused: reply(550, '5.7.1', 'This alias is paused, turn it on to send'),
  aliasUnconfirmed: reply(550, '5.7.1', 'No inbox of this alias is confirmed yet, confirm one to send'),
  senderNotAlias: reply(553, '5.7.1', 'The sender must be the alias you signed in with'),
  fromNotAlias: reply(550, '5.7.1', 'The From header must hold the alias you signed in with and no other address'),
  unknownRecipient: reply(550, '5.1.1', 'No such address here'),
  badRecipient: reply(550, '5.1.3', 'No mail can be sent to this address'),
  blockedRecipient: reply(550, '5.7.1', 'You have blocked this recipient, unblock them to write to them'),
  notWritten: reply(550, '5.7.1', 'This message cannot be sent as the alias'),
  spoolFull: reply(452, '4.2.2', 'Too much of your mail is waiting, try again later'),
} as const;
