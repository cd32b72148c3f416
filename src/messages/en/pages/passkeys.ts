/** Passkeys on the sign-in page. */
export const passkeySignInMessages = {
  signIn: 'Sign in with a passkey',
  register: 'Create an account with a passkey',
  waiting: 'Waiting for your passkey...',
  done: 'Login Successful',
  registered: 'Registration Successful',
  failed: 'Passkey Not Used',
  failure: 'It was cancelled, or there is none for this site here.',
  notMade: 'It was cancelled, or your browser could not make one.',
  firstName: 'Passkey',
  lost: 'Lost your passkey? Use a recovery code',
  recoverTitle: 'Sign in with a recovery code',
  recoverDescription:
    'For accounts that have passkeys only. Others: sign in with your password, and type the code when you are asked for it.',
  code: 'Recovery code',
  submit: 'Sign in',
  submitting: 'Signing in...',
  recovered: 'Add a new passkey in your settings.',
  recoverFailure: 'The code could not be used',
};
