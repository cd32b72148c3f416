import type * as en from '#messages/server/moves.ts';

export const moveFaults: typeof en.moveFaults = {
  keyMissing: 'Ein API-Schlüssel ist nötig.',
  notSelfHosted: 'Dieser Dienst hat nur eine Adresse.',
  baseUrl: 'Das ist keine Adresse eines Servers: Sie beginnt mit https:// und nennt einen Host.',
  domain: 'Wählen Sie eine Domain, die hier angeboten wird, oder eine eigene, die geprüft ist.',
};

export const moveWords: typeof en.moveWords = {
  contactNote: (address, alias) => `Mail an diese Adresse erreicht ${address} als ${alias}.`,
};
