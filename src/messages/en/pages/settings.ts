import { count } from '#messages/quantities.ts';

/** What every section of the settings says. */
export const settingsMessages = {
  title: 'Settings',
  intro: 'How you get in, where your mail goes, and what is stored',
  sections: 'Sections of the settings',
  pages: {
    '/settings/sign-in': 'Sign-in',
    '/settings/security': 'Security',
    '/settings/inboxes': 'Inboxes and webhooks',
    '/settings/domains': 'Domains',
    '/settings/api-keys': 'API keys and apps',
    '/settings/data': 'Data',
  },
  /** In the browser's tab. */
  pageTitle: (section: string) => `${section} · Settings`,
  loading: 'Loading settings...',
  notLoaded: 'Your settings could not be loaded.',
  notChanged: 'Not Changed',
  keepIt: 'Keep it',
  remove: 'Remove',
  removing: 'Removing...',
  removeOne: (name: string) => `Remove ${name}`,
  askToRemove: (name: string) => `Remove ${name}?`,
};

export const methodNames = {
  email: 'Email and password',
  wallet: 'Solana wallet',
  google: 'Google',
  passkey: 'Passkey',
};

export const profileMessages = {
  title: 'Profile',
  description: 'Who you are here. Stored encrypted, shown to nobody else.',
  email: 'Email',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed yet',
  ends: (day: string) => `Open the link we mailed you, here in this browser. Otherwise this account ends on ${day}.`,
  wallet: 'Wallet',
  signedInBy: 'Signed in by',
  memberSince: 'Member since',
  name: 'Name',
  picture: 'Address of a picture',
  edit: 'Edit profile',
};

export const methodMessages = {
  title: 'Sign-in methods',
  description: 'Each one alone opens your account. A change signs you out everywhere else.',
  notSetUp: 'Not set up',
  onlyOne: 'Your only way in: add another one before you remove it.',
  opens: 'Opens this account',
  opensWithPasskey: 'Opens this account, with a passkey after it',
  linkGoogle: 'Link Google',
  linkWallet: 'Link a wallet',
  walletFailure: 'Failed to connect wallet',
  removeDescription: 'It no longer opens this account. Your aliases and targets stay.',
  removeFailure: 'The sign-in method could not be removed',
  addPassword: 'Add a password',
  addPasswordTitle: 'Sign in by email, too',
  addPasswordDescription: 'The inbox is asked to confirm itself.',
  addPasswordSubmit: 'Add password',
  addingPassword: 'Adding...',
  addPasswordFailure: 'The password could not be added',
  googleFailed: 'Google Login Failed',
  recoveryCodes: 'Recovery codes',
};

/** Why the way to Google and back led nowhere. */
export const googleFailures = {
  denied: 'Google was not allowed to tell who you are.',
  busy: 'That was tried too often. Please wait a while, then try again.',
  expired: 'That took too long or began in another browser. Please try again.',
  unverified: 'Google has not verified the email of that account.',
  unavailable: 'Google cannot be reached now. Please try again later.',
  taken: 'That Google account or its email belongs to another account here.',
  mismatch: 'That is not the Google account that is linked here.',
  locked: 'This account is locked.',
};

export const passwordMessages = {
  title: 'Password',
  description: 'A new one signs you out everywhere else.',
  email: 'Email',
  password: 'Password',
  /** Stands in the name of its button: "Show password". */
  what: 'password',
  current: 'Current password',
  currentWhat: 'current password',
  next: 'New password',
  nextWhat: 'new password',
  hint: (min: number) => `Must be at least ${min} characters`,
  change: 'Change password',
  changing: 'Changing...',
  othersEnded: 'All other sessions have ended.',
  failure: 'The password could not be changed',
};

export const secondFactorMessages = {
  title: 'Second factor',
  description: 'A code from an app on your phone, asked for after your password.',
  on: 'On',
  off: 'Off',
  setUp: 'Set up',
  startFailure: 'The second factor could not be set up',
  renew: 'New recovery codes',
  renewFailure: 'New recovery codes could not be made',
  passkey: 'Ask for a passkey after my password',
  passkeyText: 'Your password alone then no longer opens this account.',
  codesLeft: (left: number) => `${count(left, 'recovery code', 'recovery codes')} left. New ones replace them all.`,
  turnOff: 'Turn off',
  turningOff: 'Turning off...',
  keepOn: 'Keep it on',
  offTitle: 'Turn off the second factor?',
  offDescription: 'Your password alone then opens this account.',
  offFailure: 'The second factor could not be turned off',
  turnOn: 'Turn on',
  turningOn: 'Turning on...',
  onTitle: 'Set up your authenticator app',
  onDescription: 'Scan this with the app, then type the code it shows.',
  onFailure: 'The second factor could not be turned on',
  qrCode: 'QR code for your authenticator app',
  copySecret: 'Copy secret',
  code: 'Code',
  digitsHint: 'Six digits.',
  codeHint: 'From your authenticator app, or a recovery code.',
};

export const sessionMessages = {
  title: 'Sessions',
  description: (idleDays: number, maxDays: number) =>
    `Where you are signed in. A session ends ${idleDays} days after its last use, and ${maxDays} days after its sign-in whatever its use. Its IP address is not recorded.`,
  use: (since: string, lastUsed: string, end: string) =>
    `First seen ${since}, last used ${lastUsed}, ends ${end} at the latest`,
  current: 'This session',
  end: 'End',
  endOne: (device: string) => `End ${device}`,
  endOthers: 'End all other sessions',
  failure: 'The session could not be ended',
};

export const targetMessages = {
  title: 'Targets',
  description: 'The inboxes and webhooks behind your aliases. Each confirms once.',
  none: 'No targets yet. They come with your first alias.',
  aliases: (total: number) => count(total, 'alias', 'aliases'),
  stopped: 'Stopped by its owner',
  disabled: 'Switched off: it took no mail',
  unverified: 'Not verified yet',
  unconfirmed: 'Waiting for confirmation',
  verified: 'Verified',
  confirmed: 'Confirmed',
  details: 'Details',
  detailsOf: (target: string) => `Details of ${target}`,
  sendAgain: 'Send again',
  encrypted: 'Encrypted',
  keyEnded: 'Key expired: gets no mail',
  sending: 'Sending...',
  removeDescription:
    'No alias forwards to it any more. If it is the only target of an alias, change or delete that alias first.',
  removeFailure: 'The target could not be removed',
  notSaved: 'Not Saved',
  saveFailure: 'The setting could not be saved',
  sendingOf: {
    maySend: {
      label: 'Allow replies from this inbox',
      text: 'When off, this inbox only receives: replies from it are not sent, and you are told so.',
    },
    dropKeys: {
      label: 'Remove keys from replies',
      text: 'Public keys that your mail program attaches are removed. Without this, such a reply is refused.',
    },
    dropSignatures: {
      label: 'Remove signatures from replies',
      text: 'OpenPGP and S/MIME signatures are removed. Without this, such a reply is refused.',
    },
  },
  spfLabel: 'Provider does not sign mail: prove replies by SPF alone',
  spfText:
    'Only if your replies are refused. SPF shows which server sent a reply; a DKIM signature shows that nobody changed it.',
  spfWarning: 'A provider that lets its customers send under any address lets them reply as you.',
};

export const webhookMessages = {
  verify: 'Verify now',
  verifying: 'Verifying...',
  enable: 'Switch on',
  enabling: 'Switching on...',
  enabled: 'Mail that waited for it is sent now.',
  enableFailure: 'The webhook could not be switched on',
  notDone: 'Not Done',
  secret: 'Signing secret',
  showSecret: 'Show secret',
  hideSecret: 'Hide secret',
  copySecret: 'Copy secret',
  newSecret: 'New secret',
  showFailure: 'The secret could not be loaded',
  formerUntil: (time: string) => `The secret before it signs too, until ${time}.`,
  rotateTitle: 'Make a new signing secret?',
  rotateDescription: (hours: number) =>
    `For ${count(hours, 'hour', 'hours')} each request is signed with the former secret and the new one, ` +
    'then with the new one alone. A secret from an earlier change stops at once.',
  rotate: 'Make a new one',
  rotating: 'Making...',
  rotated: 'New secret made',
  rotatedDescription: (hours: number) => `The former one signs beside it for ${count(hours, 'hour', 'hours')}.`,
  rotateFailure: 'A new secret could not be made',
  delivery: 'Delivery',
  test: 'Send test',
  replay: 'Send waiting mail now',
  sending: 'Sending...',
  taken: 'Test taken',
  notTaken: 'Test not taken',
  testFailure: 'The test could not be sent',
  replayFailure: 'What waits could not be sent again',
};

export const apiKeyMessages = {
  title: 'API keys',
  description:
    'For password managers, browser extensions and scripts. A key does what you let it do with aliases, and never opens your account.',
  create: 'Create a key',
  guide: 'How to set up Bitwarden and others',
  expired: 'Expired',
  use: (since: string, lastUsed: string | null) =>
    `Since ${since}, ${lastUsed === null ? 'never used' : `last used ${lastUsed}`}`,
  usedUntil: (use: string, end: string) => `${use}, ends ${end}`,
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke ${name}`,
  revoking: 'Revoking...',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeDescription: 'The program that uses it loses its access at once. The aliases it made stay.',
  revokeFailure: 'The key could not be revoked',
  createTitle: 'Create an API key',
  createDescription: 'One for each program, so that each can be revoked.',
  createSubmit: 'Create',
  creating: 'Creating...',
  createFailure: 'The key could not be created',
  name: 'Name',
  nameHint: 'Such as Bitwarden on my phone.',
  scope: 'What it may do',
  scopes: {
    create: 'Make aliases',
    use: 'Make, find and pause aliases, block senders and write to them',
    aliases: 'Aliases and targets',
    all: 'Aliases, targets and SMTP credentials',
  },
  expiresAfter: 'Expires after',
  never: 'Never',
  life: (days: number) => (days === 365 ? 'A year' : count(days, 'day', 'days')),
  newTitle: 'Your new API key',
  newDescription: 'Copy it into the program it is for: it is not shown again.',
  key: 'API key',
  serverUrl: 'Server URL',
  keptIt: 'I have saved it',
  defaultTarget: 'Default target',
  defaultTargetHint: 'Serves the aliases that programs make.',
  oldestInbox: 'Oldest confirmed inbox',
  ownEmail: 'My own email',
  defaultTargetFailure: 'The default target could not be saved',
};

export const exportMessages = {
  title: 'Export',
  description: 'Your data is yours. JSON holds everything stored about you.',
  json: 'Everything as JSON',
  jsonFile: 'kauke-account.json',
  csv: 'Aliases as CSV',
  csvFile: 'kauke-aliases.csv',
  failed: 'Export Failed',
  failure: 'Your data could not be exported',
};
