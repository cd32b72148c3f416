import { type Catalogue, madeAt, owner } from '#database/data-entry.ts';
import type { SignInTables } from '#database/sign-in-tables.ts';

/** Ways in that have tables of their own, and pictures of accounts: a part of `dataCatalogue`. */
export const signInCatalogue: Catalogue<SignInTables> = {
  recoveryCodes: {
    about: 'Recovery codes: of the second factor, and of passkeys that are the only way in.',
    kept: 'until renewed, or the second factor is turned off',
    columns: {
      userId: ['plain', owner],
      codeHash: ['hashed', 'checks a code, and finds the account where passkeys are its only way in'],
      usedAt: ['plain', 'no code works twice'],
    },
  },
  walletChallenges: {
    about: 'What a wallet or a passkey is asked to sign.',
    kept: 'five minutes, then up to an hour',
    columns: {
      nonceHash: ['digest', 'one challenge is answered once'],
      browserHash: ['digest', 'only by the browser that asked'],
      purpose: ['plain', 'what it is for'],
      userId: ['plain', 'whose passkey is made or asked for'],
      issuedAt: ['plain', 'part of what is signed'],
      expiresAt: ['plain', 'part of what is signed'],
    },
  },
  passkeys: {
    about: 'Passkeys.',
    kept: 'until the passkey is removed',
    columns: {
      id: ['plain', 'names the passkey to its owner'],
      userId: ['plain', owner],
      credentialHash: ['hashed', 'finds the passkey at sign-in'],
      credentialSealed: ['sealed', 'tells browsers which passkey is asked for'],
      publicKey: ['plain', 'checks signatures; another service never has the same'],
      algorithm: ['plain', 'how it signs'],
      counter: ['plain', 'a copied one is noticed where the device counts'],
      transports: ['plain', 'how browsers reach it'],
      backupEligible: ['plain', 'whether it may be copied to other devices of its owner, who sees it'],
      backedUp: ['plain', 'whether it was'],
      nameSealed: ['sealed', 'what its owner called it'],
      createdAt: ['plain', madeAt],
      lastUsedOn: ['plain', 'the day, for its owner to see'],
    },
  },
  secretLinks: {
    about:
      'Links in mails of ours and on pages, and codes that are handed on: who holds one may confirm an inbox, choose a password, ' +
      'turn a second factor off or keep it, lock an account, open one, join a domain, take an alias or a domain over, get an API key ' +
      'for a browser extension, or read along what becomes of the mail of an alias.',
    kept:
      'until used, ended or over: after an hour for a new password, two minutes for an extension, a day for reading along, as long as ' +
      'its maker said for opening accounts, else seven days; a used link of an inbox as long as the inbox, whose owner withdraws by it',
    columns: {
      tokenHash: ['digest', 'finds the link that was opened; of links that open an account a keyed hash'],
      kind: ['plain', 'what it does'],
      id: ['plain', 'names the invitation to the operator and to admins of a domain'],
      userId: ['plain', 'for which account, or who made it'],
      targetId: ['plain', 'which inbox it was sent to'],
      aliasId: ['plain', 'the alias that is passed on, or watched'],
      domainId: ['plain', 'the domain that is joined, or passed on'],
      createdAt: ['plain', 'when it was made: no second mail to an inbox within the hour'],
      worksAt: ['plain', 'from when it works, where its account is warned first'],
      expiresAt: ['plain', 'when it ends'],
      usedAt: ['plain', 'whether it was used'],
      usesLeft: ['plain', 'how many accounts it still opens; nothing says which it opened'],
      proofHash: [
        'hashed',
        'checks the code beside it, where an app opened the account; of an extension SHA-256 of what only it knows',
      ],
      sealed: [
        'sealed',
        'whom an invitation to a domain is for, as an admin wrote; what an extension runs on, which names its key',
      ],
      role: ['plain', 'what whoever opens it becomes on the domain'],
      withAliases: ['plain', 'whether aliases of whoever offers a domain pass with it'],
      makesOperator: ['plain', 'whether the account that it opens is an operator’s: the first one of a server'],
    },
  },
  accountPictures: {
    about: 'Pictures of accounts, without what they told of where, when and by what they were made.',
    kept: 'until removed or replaced, or seven days after the account was deleted',
    columns: {
      userId: ['plain', owner],
      sealed: ['sealed', 'the picture, for its owner and whoever has its address of that day or the day before'],
      updatedAt: ['plain', 'when it was chosen: another picture has another address'],
    },
  },
};
