import type * as en from '#messages/all/mail-texts.ts';
import { forwardedWords } from '#messages-de/server/forwarded-words.ts';
import { heldMails } from '#messages-de/server/held-mails.ts';
import { keyMails } from '#messages-de/server/key-mails.ts';
import { accountMails, failureMails, identityWords, replyRefusals } from '#messages-de/server/mails.ts';
import { ownRegistrationMails } from '#messages-de/server/registration-mails.ts';
import { securityMail } from '#messages-de/server/security-mails.ts';
import { testMessage } from '#messages-de/server/test-message.ts';

export const mailTexts: typeof en.mailTexts = {
  accountMails,
  failureMails,
  forwardedWords,
  heldMails,
  keyMails,
  ownRegistrationMails,
  securityMail,
  identityWords,
  replyRefusals,
  testMessage,
};
