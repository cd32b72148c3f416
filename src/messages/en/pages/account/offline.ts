import { countText, largeCount } from '#messages/quantities.ts';

/** The list of aliases for when there is no connection. */
export const offlineMessages = {
  section: 'Without a connection',
  description: 'The addresses of your aliases, to look up or copy when there is no network.',
  label: 'Keep the list in this browser',
  text: (most: number, days: number) =>
    `Addresses and their state, nothing else, up to ${countText(most)}, encrypted under a key that cannot be read out of this browser. Erased when you log out, when your session ends, or after ${days} days without a connection.`,
  shared: 'Leave it off on a shared computer.',
  unable: 'This browser cannot keep it. It takes https, and storage that is not blocked.',
  kept: 'The list is kept',
  keptText: 'You can look your aliases up and copy them offline.',
  failed: 'The list is not kept',
  erased: 'The list is erased',
  title: 'Your aliases, offline',
  savedAt: (time: string) => `Kept on ${time}. Nothing can be changed without a connection.`,
  nothing: 'There is no connection',
  nothingText: (days: number) => `No list is kept in this browser, or it was older than ${days} days and is erased.`,
  search: 'Search',
  list: 'Aliases',
  copy: (address: string) => `Copy ${address}`,
  found: (shown: number, all: number) =>
    shown === all ? largeCount(all, 'alias', 'aliases') : `${countText(shown)} of ${countText(all)} aliases`,
  none: 'No alias is found.',
  more: (left: number) => `${largeCount(left, 'more alias', 'more aliases')}. Search to find them.`,
  again: 'Try to connect',
};
