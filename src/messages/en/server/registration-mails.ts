import { durationText } from '#messages/quantities.ts';
import type { MailWords } from '#messages/server/mails.ts';

/** The mail to the operator about accounts that wait. Names nobody. */
export const registrationMails = {
  accountsWait: (count: number): MailWords => ({
    subject: count === 1 ? 'An account waits for you' : `${count} accounts wait for you`,
    paragraphs: [
      `${count === 1 ? 'One new account waits' : `${count} new accounts wait`} for your approval: REGISTRATION is approve. See which, then approve or refuse each:`,
      'kauke account waiting\nkauke account approve NAME\nkauke account refuse NAME',
      'You are told at most once a day.',
    ],
  }),
};

/** The mails about what the operator decided. */
export const ownRegistrationMails = {
  /** Asks whoever opened an account in an app for the code that stands here, and an inbox's owner for consent. */
  confirmAccount: (
    link: string,
    lifeMs: number,
    { code, lifeMs: codeMs }: { readonly code: string; readonly lifeMs: number },
  ): MailWords => ({
    subject: 'Confirm this inbox',
    paragraphs: [
      'Somebody opened a Kauke account with this address in an app.',
      `If it was you, type this code there within ${durationText(codeMs)}. It confirms the account and this inbox:`,
      code,
      `Or open this link within ${durationText(lifeMs)} and confirm:`,
      { link },
      'If it was not you, give the code to nobody. Open the link and choose "This was not me". We will not write to you again.',
      'Keep this mail: its link also stops the forwarding later.',
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
