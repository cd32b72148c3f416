import type { MailWords } from '#messages/server/mails.ts';

/** The mails about inboxes whose mail is encrypted. */
export const keyMails = {
  /** Mail that nobody else can read waited for an inbox that its alias leads to no more. */
  unreadableElsewhere: (alias: string): MailWords => ({
    subject: 'A message that waited could not follow your alias',
    paragraphs: [
      `A message to ${alias} waited for an inbox with a key, encrypted for it. The alias now leads elsewhere, where nobody can read it, so it was erased.`,
      'Its sender does not know. Mail that comes from now on goes where the alias leads.',
    ],
  }),
  /** The key of an inbox counts no more. */
  unusableKey: (link: string, alias: string): MailWords => ({
    subject: 'Mail to an inbox of yours cannot be encrypted',
    paragraphs: [
      `A message to ${alias} did not go to one of its inboxes: the key of that inbox has expired or was revoked, and nothing is sent there without one. Nothing of the message was kept.`,
      'Give the inbox a new key, or remove the old one:',
      { link },
      'This is told once a day, however many messages come.',
    ],
  }),
};
