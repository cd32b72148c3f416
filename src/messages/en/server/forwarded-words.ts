/** What stands in mail that was forwarded, beside what its sender wrote. */
export const forwardedWords = {
  /** In the place of a signature that would not hold any more. One line. */
  unsigned:
    'This message was signed. Its invitation or its form had to be changed, so that your answer leaves from the alias; the signature would not hold any more and was removed.',
};
