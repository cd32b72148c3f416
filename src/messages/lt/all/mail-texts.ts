import type * as en from '#messages/all/mail-texts.ts';
import { forwardedWords } from '#messages-lt/server/forwarded-words.ts';
import { heldMails } from '#messages-lt/server/held-mails.ts';
import { keyMails } from '#messages-lt/server/key-mails.ts';
import { accountMails, failureMails, identityWords, replyRefusals } from '#messages-lt/server/mails.ts';
import { ownRegistrationMails } from '#messages-lt/server/registration-mails.ts';
import { securityMail } from '#messages-lt/server/security-mails.ts';
import { testMessage } from '#messages-lt/server/test-message.ts';

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
