/** What is said of a call that fails, whatever it was for. */
export const requestMessages = {
  noAnswer: 'The server did not answer. Check your connection, then try again.',
  rateLimited: 'Rate Limit Exceeded',
  rateLimitedUntil: (message: string, time: string) => `${message} Try again after ${time}.`,
};
