function life(hours: number): string {
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** The form that asks for a link. */
export const forgotPasswordMessages = {
  title: 'Forgot password',
  description: (hours: number) => `We mail you a link to set a new one. It works once and for ${life(hours)}.`,
  email: 'Email',
  send: 'Send the link',
  sending: 'Sending...',
  back: 'Back to sign in',
  notSent: 'Not Sent',
  failure: 'Failed to send the link',
};

/** The page that the link opens. */
export const resetMessages = {
  title: 'Set a new password',
  description: 'Every device that is signed in to your account will be signed out.',
  password: 'New Password',
  change: 'Change password',
  changing: 'Changing...',
  changed: 'Password Changed',
  notChanged: 'Not Changed',
  failure: 'Failed to change the password',
  unusable: 'This link no longer works',
  unusableDescription: (hours: number) =>
    `It has expired, was already used, or was not copied whole. Links work once and for ${life(hours)}.`,
  askAgain: 'Ask for a new one',
};
