/** What opens beneath an alias: whom it writes to, and how its mail is handled. */
export const contactMessages = {
  title: 'Write to someone',
  description: 'Get the address that reaches somebody from this alias. You can block them there, too.',
  noList: 'There is no list: contacts are stored so that nobody can read who they are.',
  address: 'Their email address',
  get: 'Get reverse address',
  getting: 'Getting it...',
  notMade: 'Not Made',
  failure: 'The reverse address could not be made',
  copy: (address: string) => `Copy the reverse address of ${address}`,
  blocked: 'Blocked',
  blockedDescription: 'Their mail is dropped, and they are not told. You cannot write to them.',
  reaches: (alias: string) => `Mail sent to it from your inbox reaches them from ${alias}.`,
  block: 'Block',
  blocking: 'Blocking...',
  blockOne: (address: string) => `Block ${address}`,
  unblock: 'Unblock',
  unblocking: 'Unblocking...',
  unblockOne: (address: string) => `Unblock ${address}`,
  notChanged: 'Not Changed',
  changeFailure: 'The sender could not be blocked or unblocked',
};

export const handlingMessages = {
  title: 'How mail is handled',
  loading: 'Loading settings...',
  notLoaded: 'The settings could not be loaded.',
  tryAgain: 'Try again',
  notSaved: 'Not Saved',
  failure: 'The setting could not be saved',
  transparent: {
    title: 'Transparent mode',
    text: 'Signed mail arrives unchanged, from its real sender.',
    warning: 'Your replies to it go past the alias and show your real address.',
  },
  cutThrough: {
    title: 'Store mail before delivering it',
    text: 'Hides how, and how fast, your inbox answers, which can tell senders which aliases lead to it. Mail is stored encrypted until it is delivered.',
  },
  autoReplies: {
    title: 'Let automatic replies out',
    text: 'Absence notes tell strangers that the address is read.',
  },
  identityParts: {
    title: 'Let identifying attachments out',
    text: 'Signatures, keys and the properties of documents can name you. While this is off, such mail is not sent.',
  },
};

/** When somebody else writes to an alias than those it was made for. */
export const otherSenderMessages = {
  alsoUsed: (day: string) => `Also used by someone else since ${day}`,
  why: 'Somebody wrote to it who did not write before, and whom you never wrote to. Whoever you gave the address to may have passed it on.',
  expect: 'That is fine',
  expectOf: (address: string) => `It is fine that someone else writes to ${address}`,
  expecting: 'Noting...',
  failure: 'This could not be noted',
};
