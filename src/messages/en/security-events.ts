import { count } from '#messages/quantities.ts';

interface EventFacts {
  readonly kind: string;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
  readonly device?: string | undefined;
  readonly alias?: string | undefined;
  /** The inbox that is told is the one that was removed. */
  readonly own?: boolean | undefined;
}

const methods: Readonly<Record<string, string>> = {
  password: 'Email and password',
  google: 'Google',
  wallet: 'A wallet',
  passkey: 'A passkey',
};

const scopes: Readonly<Record<string, string>> = {
  create: 'It can make aliases.',
  aliases: 'It can read and change aliases.',
  all: 'It can read and change aliases, and make SMTP passwords.',
};

function methodOf({ method }: EventFacts): string {
  return methods[method ?? ''] ?? 'A way to sign in';
}

function keyMade({ name, scope }: EventFacts): string {
  const made = name === undefined ? 'An API key was made.' : `The API key “${name}” was made.`;
  const reach = scopes[scope ?? ''];
  return reach === undefined ? made : `${made} ${reach}`;
}

function accountCredentialMade({ scope, name }: EventFacts): string {
  const aliases = scope === 'all' ? 'any of its aliases' : `its aliases on ${name ?? 'one of its domains'}`;
  return `An SMTP password to send as ${aliases} was made.`;
}

function inboxRemoved({ own }: EventFacts): string {
  return own === true
    ? 'This inbox was removed: it gets no more mail of its aliases, and no more warnings.'
    : 'An inbox was removed.';
}

function defaultInboxChanged({ scope, name }: EventFacts): string {
  const domain = name ?? 'one of its domains';
  if (scope === 'names') return `Which names on ${domain} mail makes an alias of was changed.`;
  return scope === 'domain' ? `New aliases on ${domain} now go elsewhere.` : 'New aliases now go to another inbox.';
}

/** One sentence or two about each kind of event, in a mail as in the settings. */
const sentences: Readonly<Record<string, string | ((facts: EventFacts) => string)>> = {
  password_changed: 'The password was changed.',
  second_factor_on: 'The second factor was turned on.',
  second_factor_off: 'The second factor was turned off.',
  second_factor_reset_asked: 'Somebody who knows the password asked to turn the second factor off.',
  data_exported: 'The data of the account was exported.',
  deletion_begun: 'The account was deleted. Signing in brings it back for seven days.',
  five_failures: 'Somebody tried five times to sign in and failed.',
  locked: 'Everything was locked: all sessions, API keys and SMTP credentials have ended, and nothing is sent.',
  unlocked: 'The account was unlocked.',
  suspended: ({ scope }) =>
    `The operator suspended ${scope === 'all' ? 'the account' : 'sending'}. The dashboard of the account says why.`,
  recovery_link_made:
    'The operator made a link to choose a new password, which works in 72 hours. Locking the account ends it.',
  resumed: 'The operator ended the suspension of the account.',
  method_added: (facts) => `${methodOf(facts)} was added as a way to sign in.`,
  method_removed: (facts) => `${methodOf(facts)} was removed as a way to sign in.`,
  key_made: keyMade,
  credential_made: ({ alias }) => `An SMTP password to send as ${alias ?? 'one of its aliases'} was made.`,
  account_credential_made: accountCredentialMade,
  new_device: ({ device }) =>
    device === undefined ? 'Somebody signed in on a new device.' : `Somebody signed in on a new device: ${device}.`,
  alias_sent_elsewhere: ({ alias }) => `Mail to ${alias ?? 'one of its aliases'} now goes elsewhere.`,
  inbox_key_set: 'An inbox was given a key: mail to it is encrypted from now on.',
  inbox_key_removed: 'The key of an inbox was removed: mail to it goes as it is.',
  inbox_subject_hidden: 'Mail that is encrypted to an inbox hides its subject, too, from now on.',
  inbox_subject_shown:
    'Mail that is encrypted to an inbox no longer hides its subject: whoever carries it can read that.',
  alias_in_clear: ({ alias }) =>
    `Mail to ${alias ?? 'one of its aliases'} is not encrypted any more, whatever keys its inboxes have.`,
  inbox_removed: inboxRemoved,
  default_inbox_changed: defaultInboxChanged,
  domain_failing: ({ name }) =>
    `DNS no longer proves that ${name ?? 'one of its domains'} is yours. Publish its record again, or it is lost within about a week; the settings show the record and the day.`,
  domain_lost: ({ name }) =>
    `The account has lost ${name ?? 'one of its domains'}: DNS does not prove it any more. Its aliases take no mail until it does.`,
  offer_made: ({ name }) =>
    `A link was made that passes ${name ?? 'one of its aliases or domains'} to another account. The settings end it.`,
  passed_on: ({ name }) => `${name ?? 'One of its aliases or domains'} passed to another account, as was offered.`,
  taken_over: ({ name }) =>
    `${name ?? 'An alias or a domain of another account'} passed to the account, as was accepted.`,
  role_left: ({ name }) =>
    `${name ?? 'One of its aliases'} is the name of a role and went to the owner of its domain, as an admin there decided.`,
  role_came: ({ name }) =>
    `${name ?? 'An alias of another account'} went from another account to the owner of the domain, as an admin there decided.`,
};

export function securityEventText(facts: EventFacts): string {
  const sentence = sentences[facts.kind] ?? 'Something was changed.';
  return typeof sentence === 'string' ? sentence : sentence(facts);
}

/** The subject of a mail that tells of one event. Whose account it is stays open: the inbox may be somebody else's. */
const subjects: Readonly<Record<string, string>> = {
  password_changed: 'A password was changed',
  second_factor_on: 'A second factor was turned on',
  second_factor_off: 'A second factor was turned off',
  data_exported: 'The data of an account was exported',
  deletion_begun: 'An account was deleted',
  five_failures: 'Five failed attempts to sign in',
  locked: 'An account was locked',
  unlocked: 'An account was unlocked',
  suspended: 'An account was suspended',
  recovery_link_made: 'Somebody asked the operator to recover an account',
  resumed: 'The suspension of an account was ended',
  method_added: 'A way to sign in was added',
  method_removed: 'A way to sign in was removed',
  key_made: 'An API key was made',
  credential_made: 'An SMTP password was made',
  account_credential_made: 'An SMTP password for several aliases was made',
  new_device: 'Sign-in on a new device',
  alias_sent_elsewhere: 'An alias now forwards elsewhere',
  inbox_key_set: 'An inbox was given a key',
  inbox_key_removed: 'The key of an inbox was removed',
  inbox_subject_hidden: 'The subject of encrypted mail is hidden now',
  alias_in_clear: 'Mail to an alias is no longer encrypted',
  inbox_subject_shown: 'The subject of encrypted mail is no longer hidden',
  inbox_removed: 'An inbox was removed',
  default_inbox_changed: 'What becomes of new aliases was changed',
  domain_failing: 'A domain is no longer proven',
  domain_lost: 'A domain was lost',
  offer_made: 'An alias or a domain was offered to another account',
  passed_on: 'An alias or a domain passed to another account',
  taken_over: 'An alias or a domain was taken over',
  role_left: 'An alias went to the owner of its domain',
  role_came: 'An alias came to the owner of its domain',
};

/** Of a mail about events: one kind by its name, several by their number. */
export function securitySubject(kinds: readonly string[]): string {
  const [first] = kinds;
  const alike = first !== undefined && kinds.every((kind) => kind === first);
  return (alike && subjects[first]) || `${count(kinds.length, 'change', 'changes')} to a Kauke account`;
}

/** The settings about what happened, and the lock. */
export const securityMessages = {
  title: 'Security',
  description: 'What happened to your account in the last 90 days. Every confirmed inbox is told by mail.',
  warned: (inboxes: number) =>
    inboxes === 1 ? 'One inbox is warned by mail.' : `${inboxes} inboxes are warned by mail.`,
  nobodyWarned: 'Nobody is warned: your account has no confirmed inbox. Confirm one to hear of what happens here.',
  toInboxes: 'Confirm an inbox',
  none: 'Nothing has happened yet.',
  showAll: (total: number) => `Show all ${total}`,
  lock: 'Lock everything',
  lockTitle: 'Lock everything?',
  lockDescription:
    'Every session ends, this one too, with every API key and SMTP password; they cannot be brought back. Nothing is sent as your ' +
    'aliases until you unlock it. Mail to them still arrives.',
  lockPassword: 'Your password opens nothing any more: choose a new one by "Forgot password?".',
  locking: 'Locking...',
  keepOpen: 'Cancel',
  lockFailure: 'Your account could not be locked',
  locked: (day: string) => `Locked since ${day}: nothing is sent as your aliases.`,
  lockedHint: 'Look through the list and your sign-in methods first, and remove what is not yours.',
  unlock: 'Unlock and send again',
  unlocking: 'Unlocking...',
  unlockFailure: 'Your account could not be unlocked',
};

/** Several aliases, by the name of one. */
export function andMore(alias: string, more: number): string {
  return more === 0 ? alias : `${alias} and ${more} more`;
}
