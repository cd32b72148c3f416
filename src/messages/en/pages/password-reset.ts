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

/** The step of a reset that asks which programs stay. */
export const programMessages = {
  legend: 'Which of these may stay signed in?',
  hint: 'They get in without your password. Whatever you leave unticked stops working when you set the new one.',
  apiKey: (name: string | null) => (name === null ? 'An API key' : `API key “${name}”`),
  smtp: (alias: string | null) => (alias === null ? 'Mail program of an alias' : `Mail program of ${alias}`),
  madeOn: (day: string) => `Made on ${day}`,
  notLoaded: 'We could not read which programs get in without your password. If you go on, all of them end.',
};
