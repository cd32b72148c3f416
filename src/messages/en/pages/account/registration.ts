/** The tab for new accounts where not everybody may open one. */
export const registrationMessages = {
  checking: 'Looking at your invitation...',
  invited: (day: string) => `You are invited. This link opens an account until ${day}.`,
  notChecked: 'Your invitation could not be looked at. Check your connection, then try again.',
  tryAgain: 'Try again',
  byInvitation: 'New accounts are by invitation',
  byInvitationText: 'Whoever runs this service can give you a link. Open it, and you can make your account here.',
  unusable: 'This invitation is over',
  unusableText: 'It was used up, has expired, or was not copied whole. Ask whoever gave it to you for a new one.',
  closed: 'No new accounts',
  closedText: 'This service takes no new accounts at present.',
  signInInstead: 'Sign in instead',
  waits: 'The operator approves new accounts. You can make yours now, and use it once that is done.',
  google: 'Continue with Gmail',
  googleBusy: 'One moment...',
  googleFailed: 'Google Login Failed',
  googleFailure: 'Failed to login with Google',
};

/** In the place of the dashboard while the account waits for the operator. */
export const waitingMessages = {
  title: 'Your account is awaiting approval',
  now: 'The operator of this service approves new accounts. Until then you cannot create aliases or change settings.',
  name: (name: string) => `If you know the operator, say that your account is called ${name}.`,
  mailbox: 'Once you confirm your mailbox with the link we sent, we will also email you the decision.',
  check: 'Check again',
  checking: 'Checking...',
  still: 'Still Waiting',
  stillDescription: 'The operator has not decided yet.',
};
