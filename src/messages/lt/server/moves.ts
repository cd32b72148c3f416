import type * as en from '#messages/server/moves.ts';

export const moveFaults: typeof en.moveFaults = {
  keyMissing: 'Reikia API rakto.',
  notSelfHosted: 'Ši paslauga turi tik vieną adresą.',
  baseUrl: 'Tai ne serverio adresas: jis prasideda https:// ir nurodo serverį.',
  domain: 'Pasirinkite čia siūlomą domeną arba savo patikrintą.',
};

export const moveWords: typeof en.moveWords = {
  contactNote: (address, alias) => `Laiškai šiuo adresu pasiekia ${address} kaip ${alias}.`,
};
