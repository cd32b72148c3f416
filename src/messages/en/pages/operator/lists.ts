import { countText, largeCount } from '#messages/quantities.ts';

/** Of every list that is read when it is asked for. */
export const askedListMessages = {
  show: 'Show',
  showOf: (title: string) => `Show: ${title}`,
};

export const operatorReportsMessages = {
  title: 'Complaints',
  description: (days: number) =>
    `Accounts that mail to abuse@ led to in the last ${days} days. The mails themselves are in your inbox.`,
  empty: 'No complaint led to an account.',
  counts: ({ sent, forwarded, named }: Readonly<Record<'sent' | 'forwarded' | 'named', number>>) =>
    [
      ...(sent === 0 ? [] : [`${countText(sent)} about what it sent`]),
      ...(forwarded === 0 ? [] : [`${countText(forwarded)} about what was forwarded to it`]),
      ...(named === 0 ? [] : [`${countText(named)} that merely ${named === 1 ? 'names' : 'name'} it, unproven`]),
    ].join(', '),
  none: 'None',
  last: (time: string) => `the last on ${time}`,
  account: (name: string) => `Account ${name}`,
  look: 'Look at it',
};

export const operatorWaitingMessages = {
  title: 'Waiting accounts',
  description: 'New accounts that can do nothing until you approve them. Their owners see the same names.',
  empty: 'No account waits.',
  account: (name: string) => `Account ${name}`,
  facts: (day: string, way: string, proven: boolean) =>
    [`Since ${day}`, way, ...(proven ? ['mailbox proven'] : [])].join(', '),
  openedBy: { email: 'by email', wallet: 'by wallet', google: 'by Google', passkey: 'by passkey' },
  approve: 'Approve',
  refuse: 'Refuse…',
  of: (act: string, name: string) => `${act} account ${name}`,
  refuseTitle: (name: string) => `Refuse account ${name}?`,
  refuseDescription: 'It is erased. Its owner is told by mail, where the mailbox is proven.',
  refuseNow: 'Refuse',
  refusing: 'Refusing…',
  cancel: 'Cancel',
  done: { approved: 'Account approved', refused: 'Account refused' },
};

export const operatorBlocksMessages = {
  title: 'Blocked senders',
  description: 'Nobody here gets their mail. They can still write to postmaster@ and abuse@.',
  empty: 'Nobody is blocked.',
  sender: 'Address or domain',
  senderHint: 'A domain counts with all below it.',
  senderFault: 'Enter an address or a domain.',
  add: 'Block',
  adding: 'Blocking…',
  since: (day: string) => `Since ${day}`,
  remove: 'Unblock',
  removeOf: (name: string) => `Unblock ${name}`,
  newest: (shown: number, total: number) => `The newest ${countText(shown)} of ${countText(total)}.`,
  done: { add: 'Sender blocked', remove: 'Sender unblocked' },
};

export const operatorVolumeMessages = {
  title: 'Volume',
  description: (days: number) =>
    `Messages of the last ${days} days (UTC), by how old the accounts are. Nobody knows whose they were.`,
  empty: 'There was no mail.',
  day: 'Day',
  kind: 'Mail',
  kinds: { forwarded: 'Forwarded', sent: 'Sent' },
  ages: { day: '< 1 day', week: '< 1 week', older: 'Older' },
  /** For those who hear one number at a time. */
  caption: 'Messages by day and by the age of the accounts',
};

export const operatorHealthMessages = {
  title: 'Domains and certificates',
  description: 'What DNS says now, as the doctor sees it. The doctor says what to do, too.',
  retired: 'Retired',
  inOrder: 'In order',
  records: { mx: 'MX', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mtaSts: 'MTA-STS' },
  states: { missing: 'is missing', other: 'does not fit', unknown: 'cannot be looked up' },
  recordState: (record: string, state: string) => `${record} ${state}`,
  certificate: (name: string) => `Certificate of ${name}`,
  noneYet: 'There is none yet',
  ended: (day: string) => `It ended on ${day}`,
  endsAt: (day: string) => `Good until ${day}`,
  failure: (code: string) => `the last try failed (${code})`,
};

export const operatorLimitsMessages = {
  quota: 'Quota…',
  quotaTitle: (name: string) => `How many aliases may account ${name} have?`,
  quotaDescription: 'Existing aliases stay, even above the limit.',
  quotaLabel: 'Aliases',
  quotaHint: 'Empty: the default of this server.',
  quotaFault: (max: number) => `Enter a number from 0 to ${countText(max)}, or nothing.`,
  quotaNow: 'Save',
  settingQuota: 'Setting…',
  quotaState: (aliases: number) => `may have ${largeCount(aliases, 'alias', 'aliases')}`,
  unlock: 'Unlock…',
  unlockTitle: (name: string) => `Unlock account ${name}?`,
  unlockDescription:
    'It can send again, and codes can be tried again. Sessions, keys and passwords that a lock ended stay so. Every confirmed inbox of the account is told.',
  unlockNow: 'Unlock',
  unlocking: 'Unlocking…',
  cancel: 'Cancel',
  done: { quota: 'Quota set', unlocked: 'Account unlocked' },
};
