import type * as en from '#messages/pages/account/session-ended.ts';

export const sessionEndedMessages: typeof en.sessionEndedMessages = {
  title: 'Bitte melden Sie sich an',
  connectWallet: 'Verbinden Sie Ihre Wallet, um die Übersicht zu öffnen.',
  description:
    'Ihre Sitzung ist zu Ende. Melden Sie sich wieder an, auf welchem Weg auch immer, und diese Seite ist, wie Sie sie verlassen haben.',
  signInAgain: 'Wieder anmelden',
};
