import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import type { Alias } from '#contract/aliases.ts';
import { usualFields } from '#contract/aliases/own-fields.ts';
import type { User } from '#contract/sign-in.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { firstStepsQuery } from '#web/lib/aliases/first-steps.ts';
import { domainsQuery } from '#web/lib/get-config.ts';
import { defaultDomain } from '#web/lib/page-facts.ts';
import { sessionQuery } from '#web/lib/session.ts';

const madeAt = '2026-01-01T00:00:00.000Z';
/** As wide as most addresses, and nothing to read. */
const blank = '\u2002'.repeat(14);

/** In whose name the build draws pages of an account: their frame is the same for everybody. */
export const nobody: User = {
  id: '00000000-0000-4000-8000-000000000000',
  email: blank,
  walletAddress: null,
  authMethod: 'email',
  balance: '0.00',
};

const account: Account = {
  id: nobody.id,
  email: blank,
  emailVerified: true,
  walletAddress: null,
  google: false,
  authMethod: 'email',
  hasPassword: true,
  secondFactor: false,
  passkeyFactor: false,
  passkeys: 0,
  recoveryCodesLeft: 0,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  pictureUrl: null,
  defaultTargetId: null,
  binDays: 30,
  countMail: false,
  language: null,
  holdDays: 0,
  heldMessages: 0,
  heldDigest: false,
  ownDomains: 0,
  defaultDomain: null,
  aliasFormat: null,
  endingFormat: 'words',
  senderFormat: 'at',
  createdAt: madeAt,
  endsAt: null,
};

/** Its page is the same for all of them. */
export const noAlias: Alias = {
  id: nobody.id,
  userId: nobody.id,
  alias: 'alias',
  domain: 'example.com',
  forwardTo: blank,
  improvmxId: nobody.id,
  providerState: 'live',
  active: true,
  ...usualFields,
  labels: [],
  expiresAt: null,
  maxMessages: null,
  messagesLeft: null,
  idleDays: null,
  ended: null,
  lastForwardTo: null,
  createdAt: madeAt,
  targets: [{ id: nobody.id, kind: 'email', value: blank, state: 'confirmed', failingSince: null }],
};

/** Signs nobody in. What differs between accounts is not answered, and waits. */
export function adoptNobody(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, { user: nobody });
  client.setQueryData(accountQuery.queryKey, { account });
  client.setQueryData(domainsQuery.queryKey, { domains: [defaultDomain] });
  client.setQueryData(firstStepsQuery.queryKey, {
    firstSteps: {
      isNew: false,
      confirmed: true,
      used: false,
      apiKey: false,
      waiting: [],
      look: { from: '', subject: '' },
    },
  });
}
