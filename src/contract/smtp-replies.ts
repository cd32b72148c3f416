import { smtpTexts, submissionTexts } from '#messages/server/smtp-replies.ts';

/** An SMTP reply: basic code (RFC 5321 §4.2), enhanced code (RFC 3463) and text, which the catalogue has. The only such table. */
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
  recipientOk: reply(250, '2.1.5', smtpTexts.recipientOk),
  /** Delivered, spooled and dropped give this one text. */
  messageAccepted: reply(250, '2.0.0', smtpTexts.messageAccepted),
  notOurDomain: reply(550, '5.7.1', smtpTexts.notOurDomain),
  /** Unknown, deleted, tombstoned, retired and never given, all alike. */
  unknownRecipient: reply(550, '5.1.1', smtpTexts.unknownRecipient),
  notConfirmedYet: reply(450, '4.2.0', smtpTexts.notConfirmedYet),
  looping: reply(550, '5.4.6', smtpTexts.looping),
  badMessage: reply(550, '5.6.0', smtpTexts.badMessage),
  badFrom: reply(550, '5.6.0', smtpTexts.badFrom),
  forgedFrom: reply(550, '5.7.26', smtpTexts.forgedFrom),
  unauthenticated: reply(550, '5.7.26', smtpTexts.unauthenticated),
  refusedByDmarc: reply(550, '5.7.26', smtpTexts.refusedByDmarc),
  cannotAuthenticate: reply(451, '4.4.3', smtpTexts.cannotAuthenticate),
  blockListed: reply(554, '5.7.1', smtpTexts.blockListed),
  spam: reply(550, '5.7.1', smtpTexts.spam),
  /** To a reverse address: unknown, foreign and unproven, all alike. */
  replyRefused: reply(550, '5.7.1', smtpTexts.replyRefused),
  refusedByRecipient: reply(550, '5.2.0', smtpTexts.refusedByRecipient),
  tryLater: reply(451, '4.3.0', smtpTexts.tryLater),
  tooBusy: reply(452, '4.3.1', smtpTexts.tooBusy),
  spoolFull: reply(452, '4.2.2', smtpTexts.spoolFull),
  tooManyParts: reply(550, '5.6.0', smtpTexts.tooManyParts),
  tooLargeForSoMany: reply(552, '5.3.4', smtpTexts.tooLargeForSoMany),
  headerTooLarge: (maxBytes: number, maxFields: number) =>
    reply(552, '5.3.4', smtpTexts.headerTooLarge(maxBytes, maxFields)),
  messageTooLarge: (maxBytes: number) => reply(552, '5.3.4', smtpTexts.messageTooLarge(maxBytes)),
  tooManyRecipients: reply(452, '4.5.3', smtpTexts.tooManyRecipients),
} as const;

/** What is answered to somebody who has signed in to send as an alias, and may know how it stands. */
export const submissionReplies = {
  credentialGone: reply(535, '5.7.8', submissionTexts.credentialGone),
  aliasPaused: reply(550, '5.7.1', submissionTexts.aliasPaused),
  aliasUnconfirmed: reply(550, '5.7.1', submissionTexts.aliasUnconfirmed),
  senderNotAlias: reply(553, '5.7.1', submissionTexts.senderNotAlias),
  fromNotAlias: reply(550, '5.7.1', submissionTexts.fromNotAlias),
  unknownRecipient: reply(550, '5.1.1', submissionTexts.unknownRecipient),
  badRecipient: reply(550, '5.1.3', submissionTexts.badRecipient),
  blockedRecipient: reply(550, '5.7.1', submissionTexts.blockedRecipient),
  notWritten: reply(550, '5.7.1', submissionTexts.notWritten),
  spoolFull: reply(452, '4.2.2', submissionTexts.spoolFull),
} as const;
