import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { lockLinkResponseSchema, securityResponseSchema } from '#contract/account.ts';
import { linkTokenSchema } from '#contract/targets.ts';
import { readSecurity } from '#core/security/read-security.ts';
import { lockEverything, unlockAccount } from '#core/sign-in/recovery/lock-account.ts';
import { lockByLink, readLockLink } from '#core/sign-in/recovery/lock-link.ts';
import { answers } from '#messages/server/answers.ts';

export const securityRoutes = [
  route(
    'GET /api/account/security',
    {
      access: 'session',
      answer: securityResponseSchema,
      description: 'What happened to the account lately, newest first, and whether everything is locked',
    },
    async ({ core, user }) => ({ security: await readSecurity(core, user.id) }),
  ),

  route(
    'POST /api/account/lock',
    {
      access: 'session',
      whileWaiting: true,
      answer: messageResponseSchema,
      description: 'Every session, API key and SMTP credential has ended; nothing is sent until it is unlocked',
    },
    async ({ core, sessions, c, user }) => {
      await lockEverything(core, user.id);
      sessions.end(c);
      return { message: answers.accountLocked };
    },
  ),

  route(
    'POST /api/account/unlock',
    { access: 'confirmed', answer: messageResponseSchema, description: 'Aliases can send again' },
    async ({ core, user }) => {
      await unlockAccount(core, user.id);
      return { message: answers.accountUnlocked };
    },
  ),
];

/** What "This was not me" in a mail opens. The page only reads; a scanner that opens links changes nothing. */
export const lockLinkRoutes = [
  route(
    'POST /api/auth/lock/link',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: lockLinkResponseSchema,
      description: 'Whether the account of the mailed link is locked already; nothing else about it',
    },
    async ({ core, input }) => ({ link: await readLockLink(core, input.token) }),
  ),

  route(
    'POST /api/auth/lock',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: messageResponseSchema,
      description: 'Everything of that account is locked',
    },
    async ({ core, input }) => {
      await lockByLink(core, input.token);
      return { message: answers.accountLocked };
    },
  ),
];
