import type { ReactNode } from 'react';

type Link = (words: string) => ReactNode;

export const authMessages = {
  pageTitle: 'Sign in',
  welcome: 'Welcome to Kauke',
  intro: 'An address for every stranger.',
  tabs: 'Account',
  signInTab: 'Sign In',
  registerTab: 'Create Account',
  or: 'or',
  google: 'Continue with Gmail',
  agreement: (terms: Link, privacy: Link) => (
    <>
      By continuing you agree to our {terms('Terms of Service')} and {privacy('Privacy Policy')}.
    </>
  ),
};

export const signInMessages = {
  email: 'Email',
  password: 'Password',
  /** Stands in the name of a button: "Show password". */
  what: 'password',
  forgot: 'Forgot password?',
  code: 'Code',
  codeTitle: 'Enter your code',
  codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
  passkeyTitle: 'Use your passkey',
  passkeyHint: 'Now sign in with your passkey, below. Or type one of your recovery codes.',
  codeRequired: 'Code is required',
  submit: 'Sign In',
  submitting: 'Signing in...',
  startOver: 'Back to email and password',
  done: 'Login Successful',
  failed: 'Login Failed',
  failure: 'Invalid email or password',
  unexplained: 'Login failed',
};

/** The way in when codes of the second factor are refused, because too many were wrong. */
export const lockedFactorMessages = {
  explanation: (hours: number) =>
    `No recovery code left? We mail you a link that turns the second factor off. It works after ${hours} hours, and every inbox of your account is told.`,
  ask: 'Mail me a link',
  asking: 'Sending...',
  notSent: 'Not Sent',
  failure: 'Failed to send the link',
};

export const registerMessages = {
  email: 'Email',
  password: 'Password',
  submit: 'Create Account',
  submitting: 'Creating account...',
  done: 'Registration Successful',
  failed: 'Registration Failed',
  failure: 'Failed to create account',
  unexplained: 'Registration failed',
  mismatch: 'Password Mismatch',
  tooShort: 'Password Too Short',
};

export const walletSignInMessages = {
  connect: 'Continue with Solana Wallet',
  connecting: 'Connecting...',
  choices: 'Your wallets',
  done: 'Wallet Connected',
  failed: 'Connection Failed',
  failure: 'Failed to connect wallet',
  unexplained: 'Wallet authentication failed',
};

/** Why the way to Google and back led nowhere. */
export const googleSignInMessages = {
  failed: 'Google Login Failed',
  failure: 'Failed to login with Google',
  reasons: {
    busy: 'That was tried too often. Please wait a while, or sign in another way.',
    denied: 'Google did not let us know who you are, because you said no.',
    expired: 'It took too long, or was finished in another browser. Please try again.',
    unverified: 'Google has not verified the email of that account, so we cannot use it.',
    unavailable: 'Google could not be reached. Please try again later, or sign in another way.',
    taken:
      'The email of that Google account already belongs to an account here. Sign in to it first, then link Google in your settings.',
    mismatch: 'That is not the Google account that is linked here.',
    locked: 'This account is locked, and Google was added to it shortly before. Use a way that you had longer.',
    uninvited: 'Nobody here signs in with that Google account, and new accounts are not open to everybody.',
    confirm: 'Please sign in again, then link Google in your settings.',
  },
};
