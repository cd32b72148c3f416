import type { MailWords } from '#messages/server/mails.ts';

/** The mails about accounts that the operator approves. */
export const registrationMails = {
  /** To the operator: names nobody. */
  accountsWait: (count: number): MailWords => ({
    subject: count === 1 ? 'An account waits for you' : `${count} accounts wait for you`,
    paragraphs: [
      `${count === 1 ? 'One new account waits' : `${count} new accounts wait`} for your approval: REGISTRATION is approve. See which, then approve or refuse each:`,
      'kauke account waiting\nkauke account approve NAME\nkauke account refuse NAME',
      'You are told at most once a day.',
    ],
  }),
  approved: (link: string): MailWords => ({
    subject: 'Your account is ready',
    paragraphs: ['The operator has approved your Kauke account. Sign in and make your first alias:', { link }],
  }),
  refused: (): MailWords => ({
    subject: 'Your account was not approved',
    paragraphs: [
      'The operator has not approved the Kauke account that was opened with this address. It is erased, with everything in it.',
    ],
  }),
};
