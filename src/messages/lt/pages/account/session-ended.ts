import type * as en from '#messages/pages/account/session-ended.ts';

export const sessionEndedMessages: typeof en.sessionEndedMessages = {
  title: 'Reikia prisijungti',
  connectWallet: 'Kad atvertumėte skydelį, prijunkite piniginę.',
  description: 'Jūsų seansas baigėsi. Vėl prisijunkite bet kuriuo būdu, ir šis puslapis bus toks, kokį palikote.',
  signInAgain: 'Prisijungti vėl',
};
