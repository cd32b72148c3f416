import { durationText, sizeText } from '#messages/quantities.ts';

/** One paragraph of a mail of ours: words, or a link on a line of its own. */
export type MailParagraph = string | { readonly link: string };

/** A mail of ours in words, before it is rendered. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly MailParagraph[];
}

/** What an enhanced status means, in words that name nobody (RFC 3463). The first that fits counts. */
const meanings: readonly (readonly [status: RegExp, meaning: string])[] = [
  [/^4\./, 'The mail server could not be reached, or did not accept the message, for days.'],
  [/^5\.(?:7\.|1\.[78]$)/, 'The mail server refused the message by its rules.'],
  [/^5\.1\./, 'The address does not exist.'],
  [/^5\.2\.2$/, 'The mailbox is full.'],
  [/^5\.(?:3\.4|2\.3)$/, 'The message is too large.'],
  [/^5\.2\./, 'The mailbox does not accept mail.'],
  [/^5\.6\.3$/, 'The mail server takes plain ASCII only, and the message is signed so that it must not be changed.'],
];

export function explainStatus(status: string): string {
  return meanings.find(([form]) => form.test(status))?.[1] ?? 'The mail server refused the message.';
}

/** The mails about accounts and targets. */
export const accountMails = {
  /** Asks an inbox's owner for consent. Holds nothing the requester chose: nobody sends words of his own through us. */
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
  /** `verified`: whether the account has proved the address before; the link of one that has not begins it anew. */
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
      'If it was not you, do nothing: the password stays as it is.',
    ],
  }),
  /** To the owner of an account, when somebody registers with its email. */
  triedToRegister: (link: string): MailWords => ({
    subject: 'Somebody tried to register with your address',
    paragraphs: [
      'Somebody tried to open a Kauke account with this address, which has one already.',
      'If it was you, sign in here, or choose "Forgot password?":',
      { link },
      'If it was not you, do nothing: this opened nothing and changed nothing. You are told at most once a day.',
    ],
  }),
  /** To the email of an account whose codes were guessed at too often. */
  secondFactorLink: (
    link: string,
    { waitMs, lifeMs }: { readonly waitMs: number; readonly lifeMs: number },
  ): MailWords => ({
    subject: 'Turn off a second factor',
    paragraphs: [
      'Somebody who knows the password of the Kauke account with this address entered too many wrong codes, and asked to turn its second factor off.',
      `If it was you, open this link in ${durationText(waitMs)}. It works until ${durationText(lifeMs)} from now:`,
      { link },
      'If it was not you, open the link now, choose "This was not me", and change the password of that account if it is yours: somebody knows it.',
    ],
  }),
  /** To every other inbox of that account. Names neither the account nor its email: the inbox may be somebody else's. */
  secondFactorWarning: (link: string, waitMs: number): MailWords => ({
    subject: 'A second factor is about to be turned off',
    paragraphs: [
      'Somebody who knows the password of a Kauke account that may forward mail to this inbox asked to turn off its second factor.',
      `If it is your account and it was not you, open this link within ${durationText(waitMs)} and choose "This was not me":`,
      { link },
      'Then change the password of the account: somebody knows it.',
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
  /** `late`: it takes mail at first. */
  failedTarget: (
    link: string,
    target: string,
    { status, late }: { readonly status: string; readonly late: boolean },
  ): MailWords => ({
    subject: late ? 'An inbox behind your aliases sends mail back' : 'An inbox behind your aliases refuses mail',
    paragraphs: [
      `${target} has ${late ? 'taken mail from your aliases and sent it back' : 'refused mail from your aliases'} several times. ${explainStatus(status)} (${status})`,
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
  /** What one inbox sent as the alias was to be shown to the others. */
  failedCopy: (link: string, alias: string, status: string): MailWords => ({
    subject: 'A copy of your message was not delivered',
    paragraphs: [
      `What you sent as ${alias} was sent, but its copy reached none of your other inboxes. ${explainStatus(status)} (${status})`,
      { link },
    ],
  }),
  /** A message, when an inbox had taken it first: another one of the alias may have it. */
  bouncedForward: (link: string, alias: string, status: string): MailWords => ({
    subject: 'A message to one of your aliases came back',
    paragraphs: [
      `An inbox that ${alias} forwards to took a message and then sent it back. ${explainStatus(status)} (${status})`,
      'Its sender could not be told, because it was not clear who that is. The message is erased.',
      { link },
    ],
  }),
  /** What a program could not read, told in its own words; `quoted` null: without them. */
  unreadBounce: (alias: string, quoted: string | null): MailWords => ({
    subject: 'A mail server wrote about your message',
    paragraphs: [
      `A mail server wrote about a message that you sent as ${alias}. Perhaps it was not delivered: what the server says could not be understood by a program.`,
      ...(quoted === null
        ? ['It is not quoted: it wrote too often today, or your mail is to be encrypted.']
        : ['This is how it begins. Anybody can have written it: trust no link in it.', quoted]),
    ],
  }),
  /** The same about a message that an inbox had taken. */
  unreadReturn: (alias: string, quoted: string | null): MailWords => ({
    subject: 'A mail server wrote about mail to one of your aliases',
    paragraphs: [
      `The mail server of an inbox that ${alias} forwards to wrote about a message it had taken. Perhaps it did not reach the inbox: what the server says could not be understood by a program, and its sender was not told.`,
      ...(quoted === null
        ? ['It is not quoted: it wrote too often today, or your mail is to be encrypted.']
        : ['This is how it begins. Anybody can have written it: trust no link in it.', quoted]),
    ],
  }),
  refusedContent: (link: string, alias: string, status: string): MailWords => ({
    subject: 'Mail to one of your aliases is refused for its content',
    paragraphs: [
      `An inbox that ${alias} forwards to refuses many messages today for what is in them. ${explainStatus(status)} (${status})`,
      'If they are unwanted, block their senders or pause the alias:',
      { link },
    ],
  }),
  /** Several notices in one mail. */
  joined: (notices: readonly { readonly words: MailWords; readonly count: number }[]): MailWords => ({
    subject: 'What happened to your mail',
    paragraphs: notices.flatMap(({ words, count }) => [
      `${words.subject}${count === 1 ? '' : ` (${count} times)`}`,
      ...words.paragraphs,
    ]),
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
  notSent: (alias: string, reason: string): MailWords => ({
    subject: 'Your message was not sent',
    paragraphs: [`Your last message as ${alias} was sent to nobody.`, reason],
  }),
};

/** The mails that tell the operator what is wrong with the installation. They name nobody and no destination. */
export const alarmMails = {
  refused: (fault: 'our_sender' | 'our_policy', status: string): MailWords => ({
    subject: fault === 'our_sender' ? 'Other servers refuse our addresses' : 'Other servers refuse our mail',
    paragraphs: [
      `A mail server refused a message because of this installation, not because of the recipient. (${status})`,
      fault === 'our_sender'
        ? 'It does not believe in the address that our mail comes from. Look at MX, A and SPF of our domains: kauke doctor'
        : 'Look at reverse DNS, SPF, DKIM and block lists: kauke doctor',
      'You are told at most once a day for each server; the log counts each refusal as delivery.refused_us.',
    ],
  }),
  refusedContent: (status: string): MailWords => ({
    subject: 'Other servers refuse mail that we forward',
    paragraphs: [
      `Many messages of one sending domain were refused today for what is in them. (${status})`,
      'A spam filter or block lists keep such mail away from the inboxes of your users, and your addresses in good standing: RSPAMD_URL, DNSBL_ZONES.',
    ],
  }),
  listed: (address: string, name: string): MailWords => ({
    subject: 'A block list names one of our addresses',
    paragraphs: [
      `${address} (${name}), from which mail leaves, stands on one of the lists of DNSBL_ZONES.`,
      'It gets no new mail while another address of SEND_FROM can take it. Find out why it is listed, ask the list to take it off, and it serves again by itself.',
    ],
  }),
  unreadable: (): MailWords => ({
    subject: 'A message that waits cannot be read',
    paragraphs: [
      'What is stored of it was altered, or sealed under another key. It is set aside and not tried again. At the end of its time its owner is told that it is lost.',
      'If the database was damaged or restored, restore it as a whole. The log counts each as spool.unreadable.',
    ],
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
  only_reads: 'This inbox only reads: replies from it are not sent. Its details in your settings say so.',
  paused: 'The alias or its domain is paused. Turn it on to send.',
  ended: 'The alias has ended. Let it go on to send.',
  locked: 'Your account is locked. Unlock it in its settings to send.',
  suspended: 'Your account is suspended from sending. Your dashboard says why.',
  lost: 'The domain of this alias is no longer proven to be yours. Your settings show what to publish.',
  blocked: 'You have blocked one of its recipients. Unblock them on the page of the alias to write to them.',
  identity: (what: string) => `${what} Leave it out, or allow it for this alias.`,
  charset: (charset: string) =>
    `A text in it is written in the charset ${charset}, which cannot be read here: your own address might stand in it. Send it as UTF-8, or allow it for this alias.`,
  unreadable: (maxBytes: number) =>
    `Its parts could not be read, or hold more than ${sizeText(maxBytes)} of text: your own address might stand in them.`,
  long_lines:
    'Lines of more than 998 characters stand where nothing may be changed: in signed content or in an address. Other servers would not take it.',
  too_many: (pace: { readonly max: number; readonly limit: string; readonly window: 'hour' | 'day' }) =>
    `At most ${pace.max} ${pace.limit} are allowed within ${pace.window === 'hour' ? 'an hour' : 'a day'}. Try again later.`,
};

/** What about a message names its owner; stands in `replyRefusals.identity`. */
export const identityWords = {
  signature: 'It carries a digital signature, which names you.',
  key: 'A key or certificate is attached, which names you.',
  encrypted:
    'It is encrypted, and what cannot be read cannot be freed of what names you. The settings of the alias can allow that.',
  winmail: 'It carries a winmail.dat file of Outlook, in which your address stands. Send it as HTML or plain text.',
  receipt: 'It is a read receipt, which names you.',
  names_owner:
    'An attachment or an attached message holds your own address, or the text holds it in a form that cannot become the alias.',
  servers: 'An attached message holds what the servers of your inbox wrote on it. Forward it within the text instead.',
  document:
    'The properties of an attached file, or something packed in it, hold your name or your own address. Save it without them.',
  sealed:
    'An attached archive or document cannot be looked into, as it is encrypted, damaged, too large or of an unknown kind: your name might stand in it.',
};
