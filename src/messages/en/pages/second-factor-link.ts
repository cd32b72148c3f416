/** The page of a link that turns the second factor off, or that prevents it. */
export const secondFactorLinkMessages = {
  title: 'Turn off the second factor?',
  description: 'You then sign in with your password alone. Every device that is signed in will be signed out.',
  early: (time: string) => `This link works from ${time}. Until then anybody who has it can prevent it.`,
  warningTitle: 'Was this you?',
  warning: 'Somebody who knows the password of an account asked to turn off its second factor.',
  turnOff: 'Turn it off',
  turningOff: 'Turning off...',
  notMe: 'This was not me',
  stopping: 'Stopping...',
  failed: 'Not Changed',
  noAnswer: 'The server did not answer. Please try again.',
  off: 'The second factor is off',
  offDescription: 'Sign in with your password. Then turn it on again in your settings.',
  kept: 'The second factor stays on',
  keptDescription: 'The links we mailed no longer work. Somebody knows your password: choose a new one.',
  toSignIn: 'Sign in',
  unusable: 'This link no longer works',
  unusableDescription: 'It has expired, was already used, or somebody has prevented what it was for.',
};

/** The page of a link by which whoever gets an account's mail can lock it. */
export const lockMessages = {
  title: 'Lock everything?',
  description:
    'This ends every session, API key and SMTP password of the account that we warned you about, and nothing is sent as its ' +
    'aliases. Mail to them still arrives. You get in again with a new password, or with your passkey, wallet or Google account.',
  lock: 'Lock everything',
  locking: 'Locking...',
  failed: 'Not Locked',
  noAnswer: 'The server did not answer. Please try again.',
  locked: 'Everything is locked',
  lockedDescription:
    'Nobody is signed in any more. If the account is yours: choose a new password with “Forgot password?”, or sign in with your ' +
    'wallet, passkey or Google account. Then unlock it in the settings.',
  toSignIn: 'Sign in',
  unusable: 'This link no longer works',
  notNow: 'Not now',
  unusableDescription:
    'It has expired or was already used. Sign in to see what happened: under Settings, Security you can lock everything.',
};
