/** What is said of a form whose fields the server refuses. */
export const formMessages = {
  invalid: 'Validation Error',
  invalidDescription: 'Please fix the errors shown below and try again.',
};
