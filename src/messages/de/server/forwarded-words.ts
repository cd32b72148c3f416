import type * as en from '#messages/server/forwarded-words.ts';

/** What stands in mail that was forwarded, beside what its sender wrote. */
export const forwardedWords: typeof en.forwardedWords = {
  /** In the place of a signature that would not hold any more. One line. */
  unsigned:
    'Diese E-Mail war signiert. Ihre Einladung oder ihre Form musste geändert werden, damit Ihre Antwort vom Alias ausgeht; die Signatur wäre nicht mehr gültig und wurde entfernt.',
};
