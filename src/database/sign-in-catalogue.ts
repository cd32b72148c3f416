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
  invitations: {
    about: 'Links that let somebody open an account.',
    kept: 'until used up, or until their time is over',
    columns: {
      id: ['plain', 'names the invitation to the operator'],
      tokenHash: ['hashed', 'finds the invitation of a link'],
      makesOperator: ['plain', 'whether the account that it opens is an operator’s: the first one of a server'],
      usesLeft: ['plain', 'how many accounts it still opens; nothing says which it opened'],
      expiresAt: ['plain', 'when it ends'],
      createdAt: ['plain', madeAt],
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
  pairings: {
    about: 'Browser extensions that wait for their API key.',
    kept: 'until the extension has its key; two minutes, then up to an hour',
    columns: {
      codeHash: ['digest', 'finds it by the code that the page shows the extension'],
      userId: ['plain', owner],
      challenge: ['digest', 'the code is worth nothing to anybody else than the extension that asked'],
      deviceSealed: ['sealed', 'the browser and the system, which name the key'],
      expiresAt: ['plain', 'when it ends'],
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
