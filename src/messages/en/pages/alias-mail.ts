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
  encryptedReplies: {
    title: 'Let encrypted replies out',
    text: 'Without this, a reply that your mail program encrypted is refused.',
    warning:
      'What is encrypted cannot be looked into: your name and address may stand inside, and the numbers of the keys it is for are visible, yours among them if your program encrypts to you as well.',
  },
  removeTrackers: {
    title: 'Take trackers out',
    text: 'Images that tell senders when you read, and parts of links that tell them who clicked, are cut out of forwarded mail. Signed and encrypted parts stay.',
  },
  fromName: {
    label: 'Name to send with',
    text: 'Shown beside the alias on mail that you send, instead of the name from your mail program. If you leave it empty, the name of its domain is shown, or none.',
    save: 'Save',
    saving: 'Saving...',
    saved: 'Name saved',
  },
  inClear: {
    title: 'Send mail unencrypted',
    text: 'Mail to this alias arrives as it came, also in an inbox that has a key.',
    warning: 'Your email provider can read it.',
  },
  unsubscribe: {
    title: 'Unsubscribe button',
    text: 'What happens when you press Unsubscribe in your mail program. With the second and third choice every message gets that button, and its link also undoes what it did.',
    wishes: {
      author: 'What the sender meant by it',
      pause: 'Pause this alias',
      block: 'Block the sender',
    },
  },
};

/** When somebody else writes to an alias than those it was made for. */
export const otherSenderMessages = {
  alsoUsed: (day: string) => `Also used by someone else since ${day}`,
  why: 'Somebody wrote to it who did not write before, and whom you never wrote to. Whoever you gave the address to may have passed it on.',
  expect: 'That is fine',
  expecting: 'Noting...',
  failure: 'This could not be noted',
};
