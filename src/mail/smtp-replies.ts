import { explainStatus } from '#messages/server/mails.ts';
import { smtpTexts, submissionTexts } from '#messages/server/smtp-replies.ts';
import { sessionReplies, type SmtpReply } from '#protocol/smtp-server/session-replies.ts';

function reply(code: number, enhanced: string | null, text: string): SmtpReply {
  return { code, enhanced, text };
}

/** A reply without its text, `550 5.1.1`; null: there was none. */
export function describeReply({
  code,
  enhanced,
}: {
  readonly code: number | null;
  readonly enhanced: string | null;
}): string | null {
  return code === null ? null : [code, enhanced].filter((part) => part !== null).join(' ');
}

/** Replies of the MX listener about recipients and messages. The texts, from the catalogue, never depend on who is behind an alias. */
export const smtpReplies = {
  /** Delivered, spooled and dropped give this one text. */
  messageAccepted: reply(250, '2.0.0', smtpTexts.messageAccepted),
  notOurDomain: reply(550, '5.7.1', smtpTexts.notOurDomain),
  /** Unknown, deleted, tombstoned, retired and never given, all alike. */
  unknownRecipient: reply(550, '5.1.1', smtpTexts.unknownRecipient),
  domainLost: reply(450, '4.2.0', smtpTexts.domainLost),
  notConfirmedYet: reply(450, '4.2.0', smtpTexts.notConfirmedYet),
  looping: reply(550, '5.4.6', smtpTexts.looping),
  badFrom: reply(550, '5.6.0', smtpTexts.badFrom),
  doubledField: reply(550, '5.6.0', smtpTexts.doubledField),
  forgedFrom: reply(550, '5.7.26', smtpTexts.forgedFrom),
  unauthenticated: reply(550, '5.7.26', smtpTexts.unauthenticated),
  refusedByDmarc: reply(550, '5.7.26', smtpTexts.refusedByDmarc),
  cannotAuthenticate: reply(451, '4.4.3', smtpTexts.cannotAuthenticate),
  blockListed: reply(554, '5.7.1', smtpTexts.blockListed),
  senderBlocked: reply(550, '5.7.1', smtpTexts.senderBlocked),
  spam: reply(550, '5.7.1', smtpTexts.spam),
  /** To a reverse address: unknown, foreign and unproven, all alike. */
  replyRefused: reply(550, '5.7.1', smtpTexts.replyRefused),
  refusedByRecipient: reply(550, '5.2.0', smtpTexts.refusedByRecipient),
  /** To a proven sender alone, where every inbox says so. */
  tooLargeForRecipient: reply(552, '5.3.4', smtpTexts.tooLargeForRecipient),
  contentRefused: reply(550, '5.6.0', smtpTexts.contentRefused),
  /** To a proven owner alone. */
  lacksSmtpUtf8: reply(550, '5.6.7', smtpTexts.lacksSmtpUtf8),
  /** To a proven owner alone. */
  markedAutomatic: reply(550, '5.7.1', smtpTexts.markedAutomatic),
  /** The key of every inbox that it was for counts no more: perhaps there is a new one soon. */
  cannotEncrypt: reply(451, '4.7.0', smtpTexts.cannotEncrypt),
  tryLater: sessionReplies.tryLater,
  spoolFull: reply(452, '4.2.2', smtpTexts.spoolFull),
  spoolCrowded: reply(452, '4.3.1', smtpTexts.spoolCrowded),
  unreadableParts: reply(550, '5.6.0', smtpTexts.unreadableParts),
  tooLargeForSoMany: reply(552, '5.3.4', smtpTexts.tooLargeForSoMany),
  headerTooLarge: (maxBytes: number, maxFields: number) =>
    reply(552, '5.3.4', smtpTexts.headerTooLarge(maxBytes, maxFields)),
} as const;

/** What is answered to somebody who has signed in to send as an alias, and may know how it stands. */
export const submissionReplies = {
  credentialGone: reply(535, '5.7.8', submissionTexts.credentialGone),
  accountLocked: reply(550, '5.7.1', submissionTexts.accountLocked),
  accountSuspended: reply(550, '5.7.1', submissionTexts.accountSuspended),
  domainLost: reply(550, '5.7.1', submissionTexts.domainLost),
  aliasPaused: reply(550, '5.7.1', submissionTexts.aliasPaused),
  aliasEnded: reply(550, '5.7.1', submissionTexts.aliasEnded),
  aliasUnconfirmed: reply(550, '5.7.1', submissionTexts.aliasUnconfirmed),
  senderNotAlias: reply(553, '5.7.1', submissionTexts.senderNotAlias),
  senderNoAlias: reply(553, '5.7.1', submissionTexts.senderNoAlias),
  fromNotAlias: reply(550, '5.7.1', submissionTexts.fromNotAlias),
  unknownRecipient: reply(550, '5.1.1', submissionTexts.unknownRecipient),
  badRecipient: reply(550, '5.1.3', submissionTexts.badRecipient),
  blockedRecipient: reply(550, '5.7.1', submissionTexts.blockedRecipient),
  notWritten: reply(550, '5.7.1', submissionTexts.notWritten),
  spoolFull: reply(452, '4.2.2', submissionTexts.spoolFull),
} as const;

/** To a sender whose message could neither be delivered nor kept, by why. */
export const unsavedReplies = {
  full: smtpReplies.spoolFull,
  crowded: smtpReplies.spoolCrowded,
  failed: smtpReplies.tryLater,
};

/** To a proven owner alone: why nobody whom they wrote to took the message. `statuses`: of their servers. */
export function refusedByCorrespondents(statuses: readonly string[]): SmtpReply {
  const meanings = [...new Set(statuses.map(explainStatus))].slice(0, 3).join(' ');
  const [status = '5.0.0', ...others] = new Set(statuses);
  return reply(550, others.length > 0 ? '5.0.0' : status, smtpTexts.refusedByCorrespondents(meanings));
}
