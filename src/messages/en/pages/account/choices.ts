/** What an account chose for aliases that are made up for it. */
export const aliasChoiceMessages = {
  domain: 'Default domain',
  domainHint: 'Comes first on the dashboard, and serves the aliases that programs make without naming one.',
  firstDomain: (domain: string) => `The first one: ${domain}`,
  names: 'Made-up names',
  namesHint: 'On the dashboard and in programs, where they ask for nothing else.',
  usual: 'As usual: words; characters for addy.io',
  formats: { words: 'Two words and a number', characters: 'Random characters', uuid: 'A long random name (UUID)' },
  endings: 'Endings of your own names',
  endingsHint: 'What apps for SimpleLogin offer behind a name that you choose.',
  failure: 'The choice could not be saved',
};

/** How whoever writes is shown in mail that is forwarded. */
export const senderFormatMessages = {
  title: 'How senders are shown',
  description:
    'In the sender and the other addressees of mail that is forwarded to you. What you answer to stays the same.',
  label: 'Senders',
  formats: {
    at: 'Bob (bob at example.com)',
    bracket: 'Bob - bob(a)example.com',
    name: 'Bob: the name alone',
    address: 'bob at example.com: the address alone',
    none: 'Neither: the reverse address alone',
  },
  nameWarning:
    'Anybody can write any name. Without the address beside it you cannot see who really wrote; those without a name are shown by it.',
  noneWarning: 'You see who wrote only by what the message says of itself.',
  failure: 'The choice could not be saved',
};

/** Of a domain of its own. */
export const domainEndingMessages = {
  label: 'Made-up endings in apps',
  text: 'Apps for SimpleLogin offer a made-up ending behind a name that is chosen on this domain.',
  failure: 'The setting could not be saved',
};
