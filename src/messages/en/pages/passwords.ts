/** What forms say that take a new password. */
export const newPasswordMessages = {
  hint: (min: number) => `Must be at least ${min} characters`,
  confirm: 'Confirm Password',
  mismatch: 'Passwords do not match',
  /** Stand in the names of buttons: "Show password". */
  what: 'password',
  confirmationWhat: 'confirmation',
  strength: { weak: 'Easy to guess', fair: 'Fair', strong: 'Hard to guess' },
};
