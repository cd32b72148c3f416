/** What a test message says, which somebody sends to an alias to see whether it forwards. */
export const testMessage = {
  subject: 'A test message for your alias',
  hello: 'Hello,',
  sentTo: (alias: string): string => `this message was sent to ${alias}.`,
  works: 'If you can read it, forwarding works: the sender knows the alias and nothing else.',
  attachment: 'An attachment arrives as it was sent.',
};
