import { count } from '#messages/quantities.ts';

/** What the API says when something was done. */
export const answers = {
  signedOut: 'Successfully logged out',
  identityConfirmed: 'Identity confirmed',
  methodAdded: 'Sign-in method added',
  methodRemoved: 'Sign-in method removed',
  passkeyRenamed: 'Passkey renamed',
  passkeyRequired: (required: boolean): string =>
    required ? 'A passkey is asked for after your password' : 'Your password alone signs you in',
  profileSaved: 'Profile saved',
  pictureSaved: 'Picture saved',
  pictureRemoved: 'Picture removed',
  /** The same for known and unknown addresses. */
  resetLinkSent: 'If that address has an account, a link is on its way.',
  passwordReset: 'Password changed. Please sign in.',
  accountLocked: 'Everything is locked',
  accountUnlocked: 'Your account is unlocked',
  passwordChanged: 'Password changed',
  secondFactorLinkSent: 'A link is on its way to the email of your account.',
  secondFactorKept: 'The second factor stays on',
  secondFactorOff: 'Second factor turned off',
  sessionEnded: 'Session ended',
  otherSessionsEnded: 'All other sessions ended',
  accountDeleted: 'Account deleted successfully',
  accountRestored: 'Everything is as it was.',
  apiKeyRevoked: 'API key revoked',
  credentialDeleted: 'SMTP credentials deleted',
  aliasCreated: 'Your email alias has been created successfully',
  aliasUpdated: 'Alias updated',
  /** Clients tell on from paused by these words. */
  aliasToggled: (active: boolean): string => (active ? 'Alias activated' : 'Alias paused'),
  aliasesChanged: (many: number, deed: 'changed' | 'deleted' | 'restored'): string =>
    `${count(many, 'alias', 'aliases')} ${deed}`,
  aliasDeleted: 'Alias deleted',
  aliasRestored: 'Alias restored',
  senderExpected: 'Noted: they may write to this alias',
  rulesSaved: 'Rules saved',
  aliasErased: 'Alias deleted for good',
  undone: 'Undone',
  undoneInPart: 'Undone, except for what was changed since',
  countsSaved: (on: boolean): string =>
    on ? 'Mail is counted from now on' : 'Nothing is counted any more, and what was is erased',
  labelDeleted: 'Label deleted',
  languageSaved: 'Language saved',
  binSaved: (days: number): string =>
    days === 0
      ? 'From now on deleted aliases are gone at once'
      : `Deleted aliases stay in the bin for ${count(days, 'day', 'days')}`,
  choiceSaved: 'Choice saved',
  unchanged: 'Nothing was changed',
  holdingSaved: (days: number): string =>
    days === 0
      ? 'Mail that would be refused is refused from now on'
      : `Mail that would be refused is held for ${count(days, 'day', 'days')} from now on`,
  digestSaved: (on: boolean): string =>
    on ? 'You get one mail a day about held mail' : 'No more mails about held mail',
  heldReleased: (allowed: boolean): string =>
    allowed ? 'Released. Mail of this sender comes through from now on' : 'Released',
  heldDeleted: 'Held message deleted',
  senderRuleSaved: 'Rule saved',
  siteNoted: (used: boolean): string => (used ? 'On this site from now on' : 'No longer on this site'),
  senderRuleDeleted: 'Rule deleted',
  traceEnded: 'This alias is no longer watched',
  contactBlocked: (blocked: boolean): string => (blocked ? 'Sender blocked' : 'Sender unblocked'),
  inboxAsked: 'The new inbox is asked. Until it agrees, nothing changes',
  inboxKept: 'The inbox keeps its address',
  defaultTargetSaved: 'Default target saved',
  confirmationSent: 'Confirmation mail sent',
  targetConfirmed: 'Inbox confirmed',
  targetStopped: 'Forwarding to this inbox has stopped',
  keyStored: 'Key stored. Mail to this inbox is encrypted from now on.',
  keyRemoved: 'Key removed. Mail to this inbox goes as it is.',
  keyRead: 'Nothing is stored yet',
  targetChanged: 'Target changed',
  targetRemoved: 'Target removed',
  webhookEnabled: 'Webhook switched on',
  webhookReplayed(messages: number): string {
    if (messages === 0) return 'Nothing waits for this webhook';
    return messages === 1 ? '1 message is sent again' : `${messages} messages are sent again`;
  },
  feedbackSent: 'Thank you. Your words are on their way.',
};

/** What came of one attempt to post to a webhook. */
export const webhookAnswers = {
  faults: {
    'no-address': 'The host name leads to no address that we may connect to.',
    unreachable: 'Nothing accepts connections at this host and port.',
    tls: 'The host showed no valid TLS certificate for its name.',
    timeout: 'The endpoint did not answer within 30 seconds.',
    lost: 'The connection ended before the endpoint answered.',
    busy: 'Too many requests to this host are under way. Please try again shortly.',
  },
  taken: (status: number) => `The endpoint answered ${status}.`,
  notTaken: (status: number, isRedirect: boolean) =>
    `The endpoint answered ${status}${isRedirect ? ', a redirect, which we do not follow' : ''}. It must answer 2xx.`,
  /** What a test event holds. */
  test: 'This is a test from Kauke. Mail comes as email.received.',
};

/** What an import says of its file and of the rows in it. */
export const importWords = {
  line: (line: number | '?', fault: string) => `Line ${line} ${fault}`,
  fieldsDiffer: 'has another number of fields than the header',
  quoteOpen: 'begins a quoted field that never ends',
  notCsv: 'is not valid CSV',
  headerUnknown:
    'Line 1 must name the columns of an export of Kauke, SimpleLogin or addy.io, with commas, semicolons or tabs between them',
  tooManyRows: (max: number) => `A file may hold at most ${max} rows`,
  tooManyUnavailable: (max: number) =>
    `Imports may meet ${max} unavailable names a day. Please import fewer rows, or wait.`,
  tooManyMade: (max: number) => `Imports may make ${max} aliases a day. Please import fewer rows, or wait.`,
  tooManyDomains: (max: number) => `Imports may bring ${max} domains an hour. Please wait.`,
  accountRules: 'What holds for the whole account: sender rules, labels, and what becomes of mail',
  holdDaysUnreadable: (max: number) => `The days of holding must be a number from 0 to ${max}`,
  domainUnreadable: 'The catch-all or the rules of the domain cannot be read',
  domainYours: 'This domain is yours already, and stays as it is',
  domainBrought: 'Publish its records to prove it here, then import the file again for its aliases',
  domainGiven: 'Import the file again for its aliases',
  domainSettings: 'Its catch-all and rules',
  domainUnproven: (name: string) => `Prove ${name} here first, then import the file again`,
  rulesUnreadable: 'The sender rules cannot be read: write block, allow or hold and a sender, with ; between them',
  settingsUnreadable: 'The settings cannot be read: write them as the export does, with ; between them',
  keySet: 'Mail to this inbox is encrypted from now on',
  keyYours: 'This inbox has this key already',
  keyOther: 'This inbox has another key already, which stays',
  keyWithoutInbox: 'A key needs the one inbox that it is for',
  tooManyKeys: (max: number) => `A file may hold at most ${max} keys of inboxes`,
  yours: 'This alias is yours already',
  repeated: 'An earlier row has this address',
  deleted: 'Was deleted at the other service',
  unreadable: 'This row cannot be read',
  notesCut: (max: number) => `Its notes are cut to ${max} characters`,
};

/** What is stored of an account and cannot be listed in its export. */
export const notListed = [
  'The password, session tokens, API keys, SMTP passwords, secrets of webhooks, recovery codes and the second factor: stored only as hashes or sealed.',
  'Correspondents: each is sealed under its own reverse address and readable by nobody, you included.',
  'Organisations that are known to write to an alias, at most eight: stored as keyed hashes, so that you learn when another one does.',
  'Mail that waits to be delivered: stored sealed and erased when it is delivered.',
  'Held mail itself: stored sealed until you release or delete it, or its time is over.',
  'What is noted while you watch an alias: stored sealed for a day, and shown to you there.',
  'Which aliases were deleted or sent elsewhere within the last minutes, so that we ask who is there before it goes on.',
  'What we have to tell you about your mail and have not yet: stored sealed and erased when it is mailed to you.',
  'What inboxes are still to be warned of: stored sealed and erased when it is mailed.',
  'Browsers you signed in by: stored as keyed hashes of a cookie, so that we can warn you of new ones.',
  'Aliases that were read at another service while you move in, for 7 days: the page of the move lists them.',
  'What your latest changes replaced, for 7 days: stored sealed, and put back by undoing them.',
  'Addresses you gave up: stored as keyed hashes, so that only you can take them again; those that never carried mail for 90 days only. Where an app deleted the alias, its address is also kept sealed under the id of the alias, which is stored nowhere.',
];

/** What authenticators call us and an account that has no email. */
export const passkeyNames = {
  service: 'Kauke',
  account: (day: string): string => `Kauke account, ${day}`,
};

/** What a wallet shows its owner before it signs. */
export const walletStatement: string = 'Sign in to Kauke. This costs nothing and moves nothing.';

/** A browser and the system it runs on, as far as they are known. */
export function deviceWords(program: string | null, system: string | null): string {
  if (program !== null && system !== null) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown device';
}

/** What the API key of a browser extension is called. */
export function pairedKeyName(device: string): string {
  return `Kauke extension (${device})`;
}
