import { aliasCatalogue } from '#database/aliases/alias-catalogue.ts';
import type { AliasTables } from '#database/aliases/alias-tables.ts';
import { type Catalogue, madeAt, owner } from '#database/data-entry.ts';
import { domainCatalogue } from '#database/domains/domain-catalogue.ts';
import type { DomainTables } from '#database/domains/domain-tables.ts';
import { heldCatalogue } from '#database/held/held-catalogue.ts';
import type { HeldTables } from '#database/held/held-tables.ts';
import { mailCatalogue, type MailTables } from '#database/mail-catalogue.ts';
import { moveCatalogue } from '#database/moves/move-catalogue.ts';
import type { MoveTables } from '#database/moves/move-tables.ts';
import { operatorCatalogue } from '#database/operator-catalogue.ts';
import type { OperatorTables } from '#database/operator-tables.ts';
import { signInCatalogue } from '#database/sign-in-catalogue.ts';
import type { SignInTables } from '#database/sign-in-tables.ts';
import type { Tables } from '#database/tables.ts';

const accountKept = 'until seven days after the account was deleted';

const accountCatalogue: Catalogue<
  Omit<
    Tables,
    | keyof AliasTables
    | keyof DomainTables
    | keyof HeldTables
    | keyof MailTables
    | keyof MoveTables
    | keyof OperatorTables
    | keyof SignInTables
  >
> = {
  keys: {
    about: 'The random keys that everything else is sealed and hashed with.',
    kept: 'for ever; a `spool` key until its day and the last message under it are over',
    columns: {
      purpose: ['plain', 'what the key is for'],
      version: ['plain', 'which one of its purpose; of `spool` the day'],
      sealed: ['sealed', 'the key itself'],
      createdAt: ['plain', 'when it was made'],
    },
  },
  users: {
    about: 'Accounts.',
    kept: accountKept,
    columns: {
      id: ['plain', 'names the account to all other tables'],
      emailSealed: ['sealed', 'its email, to show and to write to'],
      emailHash: ['hashed', 'finds the account at sign-in'],
      emailVerifiedAt: ['plain', 'when its mailbox was proven'],
      unconfirmedSince: ['plain', 'when it ends: 30 days later, unless it is confirmed'],
      passwordHash: ['password', 'checks the password'],
      walletAddressSealed: ['sealed', 'its wallet, to show'],
      walletAddressHash: ['hashed', 'finds the account at sign-in by wallet'],
      googleIdSealed: ['sealed', 'its Google account, for the export'],
      googleIdHash: ['hashed', 'finds the account at sign-in by Google'],
      totpSecretSealed: ['sealed', 'checks codes of the second factor', 'until it is turned off'],
      totpEnabledAt: ['plain', 'whether codes are asked for', 'until it is turned off'],
      totpLastStep: ['plain', 'the last used time step: no code works twice', 'until it is turned off'],
      passkeyFactorAt: ['plain', 'whether a passkey is asked for after the password', 'until that is turned off'],
      firstNameSealed: ['sealed', 'its profile, only if its owner fills it in', 'until emptied'],
      lastNameSealed: ['sealed', 'the same', 'until emptied'],
      profileImageUrlSealed: ['sealed', 'the same: the address of a picture elsewhere, never loaded', 'until emptied'],
      defaultTargetId: ['plain', 'the target of new aliases that name none'],
      defaultDomainId: ['plain', 'the domain of new aliases that name none'],
      aliasFormat: ['plain', 'how names of its aliases are made up'],
      endingFormat: ['plain', 'how endings are made up that apps offer behind a name of its own'],
      senderFormat: ['plain', 'how whoever writes to its aliases is shown'],
      leavingAt: ['plain', 'when its owner deleted it: it is erased seven days later', 'until its owner comes back'],
      waitingSince: ['plain', 'since when it waits for the operator, who approves accounts here', 'until approved'],
      waitingTold: ['plain', 'whether the operator was told so'],
      decision: ['plain', 'whether the operator approved or refused it', 'until its owner is told'],
      binDays: ['plain', 'how long its deleted aliases lie in the bin'],
      countMail: ['plain', 'whether its owner has the mail of its aliases counted by day'],
      language: ['plain', 'the language of its pages and mails; empty: nobody knows yet'],
      holdDays: ['plain', 'how long mail is held that would be refused; empty: its owner was not asked yet'],
      heldDigest: ['plain', 'whether its owner gets a mail a day about it'],
      heldDigestOn: ['plain', 'the day of the last one'],
      authMethod: ['plain', 'how it was opened: email, wallet, Google or passkey'],
      lockedAt: ['plain', 'since when its owner locked everything: nothing is sent as its aliases', 'until unlocked'],
      aliasQuota: ['plain', 'how many aliases it may have, where the operator set that'],
      suspended: ['plain', 'what the operator has stopped: sending, or all mail', 'until the operator resumes it'],
      suspendedAt: ['plain', 'since when', 'the same'],
      suspensionReasonSealed: ['sealed', 'why, shown to its owner', 'the same'],
      passwordVoid: ['plain', 'whether the password counts: not after a lock', 'until there is a new one'],
      balance: ['plain', 'always 0.00; part of the API'],
      createdAt: ['plain', 'how old it is: limits of sending rise with age'],
      updatedAt: ['plain', 'when its sign-in methods or its profile last changed'],
    },
  },
  sessions: {
    about: 'Who is signed in.',
    kept: 'until signed out, 30 days after the last use, or 180 days after signing in',
    columns: {
      id: ['plain', 'names the session in the list of its owner'],
      tokenHash: ['digest', 'finds the session of a cookie'],
      userId: ['plain', owner],
      authMethod: ['plain', 'how its owner signed in'],
      deviceSealed: ['sealed', 'browser and system, such as “Firefox on Linux”, shown to its owner'],
      createdAt: ['plain', 'shown to its owner'],
      lastUsedAt: ['plain', 'shown to its owner; written once a day'],
      confirmedAt: ['plain', 'when its owner last proved who they are: some changes ask for it'],
      expiresAt: ['plain', 'when it ends'],
    },
  },
  aliases: {
    about: 'Aliases.',
    kept: 'until the alias is deleted, and up to 30 days more in the bin, as its owner chose',
    columns: {
      id: ['plain', 'names the alias to all other tables'],
      userId: ['plain', owner],
      domainId: ['plain', 'its domain'],
      localPart: ['plain', 'its name: mail is found by it'],
      active: ['plain', 'on or paused'],
      notes: [
        'plain',
        'what its owner wrote under a release that did not seal it',
        'until it is sealed, within the hour',
      ],
      notesSealed: ['sealed', 'what its owner wrote about it, for its owner', 'until changed'],
      transparent: ['plain', 'how its mail is handled: unchanged'],
      cutThrough: ['plain', 'how its mail is handled: while the sender waits'],
      autoReplies: ['plain', 'how its mail is handled: automatic replies go out'],
      identityParts: ['plain', 'how its mail is handled: signatures of persons go out'],
      encryptedReplies: ['plain', 'how its mail is handled: encrypted replies go out'],
      removeTrackers: ['plain', 'how its mail is handled: without trackers'],
      inClear: ['plain', 'how its mail is handled: not encrypted, whatever keys its inboxes have'],
      unsubscribe: ['plain', 'how its mail is handled: what its unsubscribe button does'],
      pausedByLink: ['plain', 'that such a button paused it, so that it can be undone there', 'while it is paused'],
      copyReplies: ['plain', 'how its mail is handled: its other inboxes see what was answered'],
      fromNameSealed: ['sealed', 'the name that it sends with', 'until changed'],
      pinned: ['plain', 'shown first by clients of other services'],
      everUsed: ['plain', 'whether the name ever carried mail: if not, it is free again 90 days after its end'],
      number: ['plain', 'stands encrypted in the bounce addresses of what it sends'],
      expectedSenders: ['hashed', 'organisations it is known to, at most eight: another one is told to its owner'],
      otherSender: ['hashed', 'another organisation that wrote to it', 'until its owner says that this is fine'],
      otherSenderOn: ['plain', 'the day it first did', 'the same'],
      improvmxId: ['plain', 'its id at a forwarding provider elsewhere'],
      providerState: ['plain', 'how far that provider knows of it'],
      binnedAt: ['plain', 'when it was deleted', 'while it lies in the bin'],
      binEndsAt: ['plain', 'when it is erased there', 'while it lies in the bin'],
      expiresAt: ['plain', 'when it ends, if its owner set that'],
      maxMessages: ['plain', 'after how many messages it ends, if its owner set that'],
      messagesLeft: ['plain', 'how many of those are still to come'],
      idleDays: ['plain', 'after how many days without mail it ends, if its owner set that'],
      lastUsedOn: ['plain', 'the day of its last mail', 'only while it is to end after days without mail'],
      createdAt: ['plain', madeAt],
    },
  },
  targets: {
    about: 'Inboxes and webhooks of an account.',
    kept: 'until no alias and no open link needs it',
    columns: {
      id: ['plain', 'names the target to links'],
      userId: ['plain', owner],
      kind: ['plain', 'inbox or webhook'],
      valueSealed: ['sealed', 'the address or URL'],
      valueHash: ['hashed', 'the same target is found again'],
      confirmedAt: ['plain', 'when its owner agreed to get mail'],
      spfReplies: ['plain', 'replies from it are proven by SPF alone'],
      maySend: ['plain', 'whether replies from it go out'],
      dropKeys: ['plain', 'whether keys of its owner are taken out of them'],
      dropSignatures: ['plain', 'whether signatures of its owner are taken out of them'],
      failingSince: [
        'plain',
        'since when it refuses mail, or refused the one that asks it to agree',
        'until mail gets through',
      ],
      bouncedAt: ['plain', 'when it last sent back what it had taken', 'until mail gets through again'],
      fullSince: ['plain', 'when it first had no room for mail', 'until three days later, or it counts as failing'],
      fullMessages: ['plain', 'for how many messages it had none', 'as long'],
      fullSenders: ['hashed', 'that they were not all of one sender', 'as long'],
      refusedSince: ['plain', 'when it first refused what another inbox took', '30 days'],
      refusedMessages: ['plain', 'how many such messages it refused since', '30 days'],
      refusedStatus: ['plain', 'why it refused the last of them', '30 days'],
      disabledAt: ['plain', 'when a webhook was switched off', 'until it is switched on'],
      secretSealed: ['sealed', 'signs what a webhook gets'],
      previousSecretSealed: ['sealed', 'signs beside it after a change of the secret', 'until the next change'],
      previousSecretUntil: ['plain', 'how long it does: a day', 'until the next change'],
      replacesTargetId: ['plain', 'the inbox in whose place it comes once its owner agrees', 'until then'],
      encryptionKeySealed: ['sealed', 'the public key by which its mail is encrypted, and how long it lasts'],
      createdAt: ['plain', madeAt],
    },
  },
  aliasTargets: {
    about: 'Which alias forwards to which target.',
    kept: 'until the alias no longer forwards there',
    columns: {
      id: ['plain', 'what a bounce address stands for, sealed in it'],
      aliasId: ['plain', 'the alias'],
      targetId: ['plain', 'the target'],
      position: ['plain', 'its place in the list'],
      createdAt: ['plain', 'when it was linked'],
    },
  },
  stoppedAddresses: {
    about: 'Inboxes whose owner wants no mail from us.',
    kept: 'for ever',
    columns: {
      addressHash: ['hashed', 'knows the address when somebody names it'],
      createdAt: ['plain', 'when they said so'],
    },
  },
  securityEvents: {
    about: 'What happened to an account that its owner should hear of.',
    kept: '90 days',
    columns: {
      id: ['plain', 'names the event'],
      userId: ['plain', owner],
      eventSealed: ['sealed', 'what happened, for its owner to see'],
      createdAt: ['plain', 'when'],
    },
  },
  knownDevices: {
    about:
      'Browsers that an account signed in by, so that a new one is told to its owner, and one known has tries of its own at codes.',
    kept: '90 days after the last sign-in; the last 20 of an account',
    columns: {
      userId: ['plain', owner],
      deviceHash: ['hashed', 'knows the browser by its cookie'],
      lastSeenOn: ['plain', 'the day of the last sign-in'],
    },
  },
  apiKeys: {
    about: 'API keys.',
    kept: 'until revoked; an expired one 30 days more',
    columns: {
      id: ['plain', 'names the key to its owner'],
      userId: ['plain', owner],
      name: ['plain', 'what its owner called it'],
      keyHash: ['digest', 'finds the key of a request'],
      scope: ['plain', 'what it opens'],
      expiresAt: ['plain', 'when it ends'],
      lastUsedOn: ['plain', 'the day, for its owner to see'],
      createdAt: ['plain', madeAt],
    },
  },
  aliasChanges: {
    about: 'Aliases that were deleted or sent elsewhere just now: their owner is asked who is there before it goes on.',
    kept: '10 minutes, and until the next hourly sweep',
    columns: {
      userId: ['plain', owner],
      aliasId: ['plain', 'each alias counts once'],
      changedAt: ['plain', 'when'],
    },
  },
  rateLimits: {
    about: 'How often something was done.',
    kept: 'until its window is over, then up to an hour',
    columns: {
      id: ['plain', 'names the row'],
      subjectHash: ['hashed', 'who is counted: an account, a network, an address, an alias'],
      userId: ['plain', 'the account, where it is one: its export shows it'],
      ipAddress: ['hashed', 'the network, where it is one'],
      actionType: ['plain', 'what is counted'],
      count: ['plain', 'how often'],
      windowStart: ['plain', 'since when'],
      lastAction: ['plain', 'the last time'],
    },
  },
};

/** Every table and column: why it is there, how long, and who can read it. tsc compares it with the table types. */
export const dataCatalogue: Catalogue<Tables> = {
  ...accountCatalogue,
  ...domainCatalogue,
  ...signInCatalogue,
  ...mailCatalogue,
  ...moveCatalogue,
  ...heldCatalogue,
  ...operatorCatalogue,
  ...aliasCatalogue,
};
