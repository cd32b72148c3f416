import type { Catalogue } from '#database/data-entry.ts';
import type { OperatorTables } from '#database/operator-tables.ts';

/** What is kept about operators. */
export const operatorCatalogue: Catalogue<OperatorTables> = {
  dailyCounts: {
    about: 'Events, page views and messages by day, with nothing about who.',
    kept: 'for ever',
    columns: {
      day: ['plain', 'the day'],
      name: ['plain', 'what happened'],
      category: ['plain', 'its kind; of a message, how old the account is: a day, a week or more'],
      label: ['plain', 'its detail, from a fixed list'],
      count: ['plain', 'how often'],
    },
  },
  operatorLog: {
    about: 'What operators looked at and did: no command, page or statement shortens the list.',
    kept: 'for ever; it names accounts by their id alone',
    columns: {
      number: ['plain', 'its place in the list'],
      at: ['plain', 'when'],
      entrySealed: ['sealed', 'who did what to which account, and why'],
      hash: ['hashed', 'of this entry and the one before: what was changed or taken out shows'],
    },
  },
  operators: {
    about: "Accounts that may open the operator's page.",
    kept: 'until the operator takes the account off the list',
    columns: {
      userId: ['plain', 'the account'],
      createdAt: ['plain', 'since when'],
    },
  },
  queueHolds: {
    about: 'Destinations at which the operator lets nothing be tried.',
    kept: 'until the operator releases them',
    columns: {
      destinationHash: ['hashed', 'the destination, as of the mail that waits for it'],
      nameSealed: ['sealed', 'its name, to show'],
      createdAt: ['plain', 'since when'],
    },
  },
  senderBlocks: {
    about: 'Senders whose mail the operator lets nobody get.',
    kept: 'until the operator unblocks them',
    columns: {
      nameHash: ['hashed', 'the address or domain, compared with that of each message'],
      nameSealed: ['sealed', 'the same, to show'],
      createdAt: ['plain', 'since when'],
    },
  },
  abuseReports: {
    about: 'Complaints that came to abuse@, with nothing of what they say or who complained.',
    kept: '90 days, then up to an hour',
    columns: {
      id: ['plain', 'names the row'],
      userId: ['plain', 'the account that the complaint leads to'],
      kind: ['plain', 'how: the account sent the message, the message was forwarded to it, or it is merely named'],
      at: ['plain', 'when the complaint came'],
    },
  },
  watches: {
    about: 'What the program found wrong when it looked at itself: the operator hears of changes alone.',
    kept: 'until thirty days after the last look; one row for each machine, and one for all',
    columns: {
      scope: ['plain', 'the machine, or all of them; or a test mail whose answer is waited for, by its hash'],
      mailHostname: ['plain', 'the name the machine gives in greetings: MX records may lead to it'],
      lookedAt: ['plain', 'when it last looked'],
      examinedAt: ['plain', 'when it last looked at everything'],
      alarmsSealed: ['sealed', 'what was wrong then, and since when; of a test mail what its receiver saw'],
    },
  },
};
