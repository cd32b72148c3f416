/** Passkeys on the sign-in page. */
export const passkeySignInMessages = {
  signIn: 'Sign in with a passkey',
  register: 'Sign up with a passkey',
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

/** The only time that recovery codes are seen. */
export const recoveryCodeMessages = {
  title: 'Your recovery codes',
  besideFactor:
    'Each works once, in place of a code from your app or of your passkey. Keep them where you keep important papers: they are not shown again.',
  alone:
    'Each opens your account once, should you lose your passkeys. Keep them where you keep important papers: they are not shown again, and we cannot let you in without.',
  file: 'kauke-recovery-codes.txt',
  download: 'Download',
  keptThem: 'I have saved them',
};

/** Passkeys in the settings. */
export const passkeyMessages = {
  title: 'Passkeys',
  explanation: 'Your fingerprint, face or screen lock signs you in: no password, no code, nothing to phish.',
  add: 'Add a passkey',
  addOne: 'Add another passkey',
  addDescription:
    'Your browser asks next where to keep it: on this device, in a password manager, or on a security key.',
  addSubmit: 'Continue',
  adding: 'Waiting for your passkey...',
  addFailure: 'It was cancelled, or this device already has one for this account.',
  name: 'Name',
  nameHint: 'Such as Phone, or Blue key.',
  firstName: 'Passkey',
  loading: 'Loading passkeys...',
  notLoaded: 'Your passkeys could not be loaded.',
  use: (synced: boolean, since: string, lastUsed: string | null) =>
    `${synced ? 'In a password manager' : 'On one device'}, since ${since}, ${lastUsed === null ? 'not used yet' : `last used ${lastUsed}`}`,
  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename this passkey',
  renaming: 'Renaming...',
  renameFailure: 'The passkey could not be renamed',
  removeDescription:
    'It no longer opens this account. Delete it on your device, too, or it will go on being offered to you.',
  notSupported: 'This browser has no passkeys here.',
};
