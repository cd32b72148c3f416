import { forwardedWords } from '#messages/server/forwarded-words.ts';
import { heldMails } from '#messages/server/held-mails.ts';
import { keyMails } from '#messages/server/key-mails.ts';
import { accountMails, failureMails, identityWords, replyRefusals } from '#messages/server/mails.ts';
import { ownRegistrationMails } from '#messages/server/registration-mails.ts';
import { securityMail } from '#messages/server/security-mails.ts';
import { testMessage } from '#messages/server/test-message.ts';

/** What mails say to the owners of accounts, and to whoever is asked for an inbox. Those to operators are not among them. */
export const mailTexts = {
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
