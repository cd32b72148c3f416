import { count } from '#messages/quantities.ts';

/** Labels of an alias, and when it ends by itself. */
export const lifeMessages = {
  labels: 'Labels',
  labelsHint: 'Separated by commas. Stored encrypted; only you see them.',
  labelsOf: (address: string) => `Labels of ${address}`,
  expiresAt: 'Ends on',
  expiresAtHint: 'At the end of that day.',
  maxMessages: 'Ends after messages',
  maxMessagesHint: 'The alias ends after this many messages.',
  idleDays: 'Ends after days without mail',
  idleDaysHint: 'While this is set we note the day of the last mail, and nothing else.',
  empty: 'Leave empty for never.',
  never: 'Never',
  endsOn: (day: string) => `Ends on ${day}`,
  messagesLeft: (left: number) => `Ends after ${count(left, 'more message', 'more messages')}`,
  idle: (days: number) => `Ends after ${count(days, 'day', 'days')} without mail`,
  ended: {
    date: 'Ended by its date',
    count: 'Ended: it took its last message',
    idle: 'Ended after days without mail',
  },
  endedMeans: 'Senders hear that there is no such address.',
  goOn: 'Let it go on',
  going: 'Saving...',
  wentOn: 'Alias Goes On',
  wentOnDescription: (address: string) => `${address} takes mail again, without that end.`,
  notChanged: 'Update Failed',
  failure: 'Failed to update alias',
};

/** Of an alias with several inboxes. */
export const copiesMessages = {
  label: 'Copy replies to the other inboxes',
  text: 'Replies sent from one inbox are copied to the others, without saying who wrote them.',
};

/** The mail of one alias by day. */
export const countMessages = {
  title: 'Mail by day',
  loading: 'Loading the numbers...',
  notLoaded: 'The numbers could not be loaded.',
  tryAgain: 'Try again',
  none: 'Nothing was counted yet.',
  off: 'Nothing is counted.',
  toSettings: 'Have it counted in the settings',
  before: 'Before',
  total: 'Together',
  columns: { day: 'Day', forwarded: 'Forwarded', dropped: 'Dropped', held: 'Held', replied: 'Sent' },
};

/** In the settings. */
export const countSettingMessages = {
  title: 'Numbers',
  description: 'How much mail your aliases get. Off unless you want it.',
  label: 'Count the mail of my aliases',
  text: 'One number a day for each alias, for 30 days, then one sum: no time of day, no sender, and nothing for the operator. Switched off, all of it is erased.',
  failure: 'The counting of mail could not be changed',
};
