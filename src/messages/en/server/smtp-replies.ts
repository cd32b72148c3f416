import { countText, sizeText } from '#messages/quantities.ts';

/** What the MX listener answers about recipients and messages. Texts never depend on who is behind an alias. ASCII. */
export const smtpTexts = {
  messageAccepted: 'Message accepted',
  notOurDomain: 'We do not relay for this domain',
  unknownRecipient: 'No such address here',
  domainLost: 'Recipient cannot receive mail now, try again later',
  notConfirmedYet: 'Recipient cannot receive mail yet, try again later',
  looping: 'This message is looping',
  badFrom: 'Message must have exactly one From header with exactly one address',
  doubledField: 'Message has a header field twice, with different contents, that may be there only once',
  forgedFrom: 'From is on one of our domains but not signed by us',
  cannotEncrypt: 'This message cannot be passed on now, try again later',
  unauthenticated: 'Neither SPF nor DKIM vouches for this message',
  refusedByDmarc: 'The policy of the From domain (DMARC) refuses this message',
  cannotAuthenticate: 'DNS trouble: the sender cannot be verified now, try again later',
  blockListed: 'Your address is on a block list that this server uses',
  senderBlocked: 'This server takes no mail from you, write to its postmaster',
  spam: 'This message looks like spam',
  replyRefused: 'You cannot write to this address',
  refusedByRecipient: 'The recipient does not accept this message',
  tooLargeForRecipient: 'The recipient does not accept this message: it is too large',
  contentRefused: 'The recipient does not accept this message for what is in it',
  refusedByCorrespondents: (why: string) => `Nobody you wrote to took this message: ${why}`,
  lacksSmtpUtf8: 'The server of the recipient takes no addresses beyond ASCII (SMTPUTF8)',
  markedAutomatic:
    'This message is marked as automatic (Auto-Submitted, Precedence, X-Autoreply or X-Auto-Response-Suppress): let automatic replies out for the alias, of which few go out a day',
  spoolCrowded: 'Too much mail is waiting on this server, try again later',
  spoolFull: 'Recipient has too much mail waiting, try again later',
  unreadableParts: 'Message has parts that cannot be read, or more or deeper ones than this server reads',
  tooLargeForSoMany: 'Message is too large for so many recipients, send it to fewer at once',
  headerTooLarge: (maxBytes: number, maxFields: number) =>
    `Message header is larger than ${sizeText(maxBytes)} or ${countText(maxFields)} fields`,
};

/** What is answered to somebody who has signed in to send as an alias, and may know how it stands. ASCII. */
export const submissionTexts = {
  credentialGone: 'The password of this alias was changed or deleted',
  accountLocked: 'The account is locked, unlock it in its settings to send',
  accountSuspended: 'The account is suspended from sending, its dashboard says why',
  domainLost: 'The domain of this alias is not proven to be yours, its settings say what to publish',
  aliasPaused: 'This alias is paused, turn it on to send',
  aliasEnded: 'This alias has ended, let it go on to send',
  aliasUnconfirmed: 'No inbox of this alias is confirmed yet, confirm one to send',
  senderNotAlias: 'The sender must be the alias you signed in with',
  senderNoAlias: 'The sender must be an alias that this password sends as',
  fromNotAlias: 'The From header must hold the alias you signed in with and no other address',
  unknownRecipient: 'No such address here',
  badRecipient: 'No mail can be sent to this address',
  blockedRecipient: 'You have blocked this recipient, unblock them to write to them',
  notWritten: 'This message cannot be sent as the alias',
  spoolFull: 'Too much of your mail is waiting, try again later',
};

/** What a mail program is told when a sending limit is reached: which, and until when. */
export function sendingLimitText(
  { max, what, window }: { readonly max: number; readonly what: string; readonly window: 'hour' | 'day' },
  until: Date | null,
): string {
  const rule = `Limit reached: ${max} ${what} within ${window === 'hour' ? 'an hour' : 'a day'}`;
  if (until === null) return `${rule}, which this message alone exceeds`;
  return `${rule}, try again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** To a sender who asked to hear of it, whatever becomes of it behind the alias. ASCII. */
export const relayedWords = {
  from: 'Mail Delivery System',
  subject: 'Your message was accepted',
  lines: (alias: string): readonly string[] => [
    `Your message to ${alias} was accepted.`,
    '',
    'This server does not say more about what becomes of it, unless it fails.',
  ],
};
