import { count } from '#messages/quantities.ts';

/** What is said of an inbox or webhook wherever it is shown. */
export const targetStateMessages = {
  refusesSince: (day: string) => `Refuses mail since ${day}`,
  failsSince: (day: string) => `Failing since ${day}`,
  /** Of mail that another inbox took. */
  refused: (messages: number, reason: 'size' | 'content' | 'rules' | 'unsaid') =>
    `Refused ${count(messages, 'message', 'messages')}, last: ${{ size: 'too large', content: 'its content', rules: 'by rules of its server', unsaid: 'for no reason given' }[reason]}`,
  notSent: 'Not Sent',
  sendFailure: 'The confirmation could not be sent',
  verified: 'Webhook verified',
  verifiedDescription: 'Mail is posted to it from now on.',
  notVerified: 'Not Verified',
  verifyFailure: 'The webhook could not be asked',
};

/** Another address for an inbox. */
export const inboxAddressMessages = {
  change: 'Change address',
  changeOf: (address: string) => `Change the address of ${address}`,
  description: (address: string) =>
    `The new inbox is asked by mail. Once it agrees, it takes the place of ${address} in all aliases, domains and rules, with the key if there is one, and ${address} is removed. Until then nothing changes.`,
  label: 'New address',
  submit: 'Ask the new inbox',
  busy: 'Asking...',
  failure: 'The address could not be changed',
  waits: (address: string) => `Becomes ${address} once that inbox agrees`,
  takesPlace: (address: string) => `Takes the place of ${address} once it agrees`,
  keep: 'Keep this address',
};
