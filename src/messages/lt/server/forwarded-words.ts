import type * as en from '#messages/server/forwarded-words.ts';

/** What stands in mail that was forwarded, beside what its sender wrote. */
export const forwardedWords: typeof en.forwardedWords = {
  /** In the place of a signature that would not hold any more. One line. */
  unsigned:
    'Šis laiškas buvo pasirašytas. Jo kvietimą arba sandarą teko pakeisti, kad jūsų atsakymas būtų išsiųstas iš slapyvardžio; parašas nebegaliotų, todėl buvo pašalintas.',
};
