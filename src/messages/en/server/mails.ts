import { durationText, sizeText } from '#messages/quantities.ts';

/** One paragraph of a mail of ours: words, or a link on a line of its own. */
export type MailParagraph = string | { readonly link: string };

/** A mail of ours in words, before it is rendered. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly MailParagraph[];
}

/** What an enhanced status means, in words that name nobody (RFC 3463 §3). */
function explainStatus(status: string): string {
  const [kind = '', subject = '', detail = ''] = status.split('.');
  if (kind === '4') return 'The mail server could not be reached, or did not accept the message, for days.';
  if (subject === '1') return 'The address does not exist.';
  if (subject === '2') return detail === '2' ? 'The mailbox is full.' : 'The mailbox does not accept mail.';
  if (subject === '3' && detail === '4') return 'The message is too large.';
  if (status === '5.6.3') {
    return 'The mail server takes plain ASCII only, and the message is signed so that it must not be changed.';
  }
  if (subject === '7') return 'The mail server refused the message by its rules.';
  return 'The mail server refused the message.';
}

/** The mails about accounts and targets. */
export const accountMails = {
  /**
   * Asks an inbox's owner for consent. Holds nothing the requester chose, so that nobody can send words of his own
   * through us.
   */
  confirmInbox: (link: string, lifeMs: number): MailWords => ({
    subject: 'Confirm this inbox',
    paragraphs: [
      'Somebody asked Kauke to forward mail from an email alias to this inbox.',
      `If it was you, open this link within ${durationText(lifeMs)} and confirm:`,
      { link },
      'If it was not you, open the same link and choose "This was not me". We will not write to you again.',
      'Keep this mail: its link also stops the forwarding later.',
    ],
  }),
  /**
   * A link to choose a new password. `verified`: whether the account has proved the address before; the link of one that
   * has not begins the account anew.
   */
  resetPassword: (link: string, lifeMs: number, verified: boolean): MailWords => ({
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody asked for a new password for the Kauke account of this address.',
      `If it was you, open this link within ${durationText(lifeMs)}:`,
      { link },
      ...(verified
        ? []
        : [
            'This address was never confirmed for that account. So that nobody who may have opened it in your name ' +
              'keeps a hold on it, a new password begins a new account, without the aliases of the present one.',
          ]),
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  /** To the operator. */
  feedback: (paragraphs: readonly string[]): MailWords => ({
    subject: 'Feedback',
    paragraphs: ['Somebody wrote to you from the Feedback button:', ...paragraphs],
  }),
  /** Names only the host: a path may be a secret, and the mail may be read by others. */
  webhookOff: (
    host: string,
    { reason, keptMs, link }: { readonly reason: string; readonly keptMs: number; readonly link: string },
  ): MailWords => ({
    subject: 'A webhook was switched off',
    paragraphs: [
      `We no longer post mail to your webhook at ${host}. ${reason}`,
      `Mail that already waits for it is kept for up to ${durationText(keptMs)}. Switch the webhook on again in your settings:`,
      { link },
    ],
  }),
  /** Reasons of `webhookOff`. */
  webhookGone: 'It answered 410, which asks us to send nothing more.',
  webhookFailing: (patienceMs: number) => `It took no message for ${durationText(patienceMs)}.`,
};

/** The mails about mail that did not arrive, or not yet. */
export const failureMails = {
  failedTarget: (link: string, target: string, status: string): MailWords => ({
    subject: 'An inbox behind your aliases refuses mail',
    paragraphs: [
      `${target} has refused mail from your aliases several times. ${explainStatus(status)} (${status})`,
      'Mail to it is still tried. Change the aliases that forward to it, or mend the inbox:',
      { link },
    ],
  }),
  failedForward: (link: string, alias: string, status: string): MailWords => ({
    subject: 'A message to one of your aliases was lost',
    paragraphs: [
      `A message to ${alias} could not be delivered to any of its targets. ${explainStatus(status)} (${status})`,
      'Its sender could not be told, because it was not clear who that is. The message is erased.',
      { link },
    ],
  }),
  failedSent: (alias: string, recipients: readonly string[], status: string): MailWords => ({
    subject: 'Your message was not delivered',
    paragraphs: [
      `What you sent as ${alias} did not reach ${recipients.length > 0 ? recipients.join(', ') : 'its recipient'}.`,
      `${explainStatus(status)} (${status})`,
    ],
  }),
  delayed: (
    link: string,
    waiting: readonly { readonly alias: string; readonly count: number }[],
    { noticeAfterMs, giveUpAfterMs }: { readonly noticeAfterMs: number; readonly giveUpAfterMs: number },
  ): MailWords => ({
    subject: 'Mail to your aliases is waiting',
    paragraphs: [
      `This mail could not be delivered for more than ${durationText(noticeAfterMs)}. It is kept, encrypted, and tried again until it is ${durationText(giveUpAfterMs)} old.`,
      waiting.map(({ alias, count }) => `${alias}: ${count} ${count === 1 ? 'message' : 'messages'}`).join('\n'),
      'See where it should go and change it if need be:',
      { link },
    ],
  }),
  operatorAlert: (status: string): MailWords => ({
    subject: 'Other servers refuse our mail',
    paragraphs: [
      `A mail server refused a message because of this installation, not because of the recipient. (${status})`,
      'Look at reverse DNS, SPF, DKIM and block lists: npm run kauke -- doctor',
      'You are told at most once a day; the log counts each refusal as delivery.refused.',
    ],
  }),
  notSent: (alias: string, reason: string): MailWords => ({
    subject: 'Your message was not sent',
    paragraphs: [`Your last message as ${alias} was sent to nobody.`, reason],
  }),
};

/** The readable part of a delivery status notification (DSN), in lines of ASCII. */
export const reportWords = {
  from: 'Mail Delivery System',
  subject: 'Your message could not be delivered',
  lines: (alias: string, status: string): readonly string[] => [
    `Your message to ${alias} could not be delivered.`,
    '',
    explainStatus(status),
    'You need not send it again unless the recipient tells you to.',
  ],
};

/** Why an owner's message as an alias is not sent, in one line. */
export const replyRefusals = {
  other_recipients: (addresses: readonly string[]) =>
    `It also goes to ${addresses.join(', ')}: they would have seen your own address. Write to reverse addresses only; you get one for anybody on the page of the alias.`,
  several_aliases:
    'Its recipients belong to several of your aliases: they would have seen that these are one person. Write to those of one alias at a time.',
  paused: 'The alias is paused. Turn it on to send.',
  blocked: 'You have blocked one of its recipients. Unblock them on the page of the alias to write to them.',
  identity: (what: string) => `${what} Leave it out, or allow it for this alias.`,
  unreadable: (maxBytes: number) =>
    `Its parts could not be read, or hold more than ${sizeText(maxBytes)} of text: your own address might stand in them.`,
  too_many: (max: number, window: 'hour' | 'day') =>
    `At most ${max} messages may leave within ${window === 'hour' ? 'an hour' : 'a day'}. Try again later.`,
};

/** What about a message names its owner; stands in `replyRefusals.identity`. */
export const identityWords = {
  signature: 'It carries a digital signature, which names you.',
  key: 'A key or certificate is attached, which names you.',
  encrypted: 'It is encrypted for a key of yours, which names you.',
  winmail: 'It carries a winmail.dat file of Outlook, in which your address stands. Send it as HTML or plain text.',
  receipt: 'It is a read receipt, which names you.',
  names_owner: 'An attachment, an attached message or formatted text holds your own address.',
};
