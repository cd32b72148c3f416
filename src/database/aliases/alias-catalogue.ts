import type { AliasTables } from '#database/aliases/alias-tables.ts';
import { type Catalogue, owner } from '#database/data-entry.ts';

/** What owners keep about their aliases. */
export const aliasCatalogue: Catalogue<AliasTables> = {
  labels: {
    about: 'What an account calls groups of its aliases by.',
    kept: 'until its owner deletes the label, or seven days after the account was deleted',
    columns: {
      id: ['plain', 'names the label to aliases'],
      userId: ['plain', owner],
      nameSealed: ['sealed', 'its name, to show'],
      nameHash: ['hashed', 'finds the label by its name, in this account alone'],
      createdAt: ['plain', 'when it was made'],
    },
  },
  aliasLabels: {
    about: 'Which alias has which label.',
    kept: 'as long as both',
    columns: {
      aliasId: ['plain', 'the alias'],
      labelId: ['plain', 'the label'],
    },
  },
  aliasSites: {
    about: 'Which alias belongs to which site, where its owner says so by the browser extension or a program.',
    kept: 'as long as the alias, or until its owner says that it is not used there any more',
    columns: {
      aliasId: ['plain', 'the alias'],
      siteHash: [
        'hashed',
        'finds the aliases of one account by the site its owner is on; two accounts have nothing in common',
      ],
    },
  },
  aliasDays: {
    about: 'How many messages an alias had on a day, only while its owner has that counted.',
    kept: '30 days, then one sum for the alias, until its owner has nothing counted any more',
    columns: {
      aliasId: ['plain', 'the alias'],
      day: ['plain', 'the day (UTC); none: the sum of those that are over'],
      forwarded: ['plain', 'how many messages were taken for it'],
      dropped: ['plain', 'how many were dropped, as it was paused or the sender blocked'],
      held: ['plain', 'how many were held'],
      replied: ['plain', 'how many went out in its name'],
    },
  },
  undos: {
    about: 'Changes of aliases that can be undone.',
    kept: 'until undone; 7 days, then up to an hour',
    columns: {
      id: ['plain', 'names the change to its owner'],
      userId: ['plain', owner],
      sealed: ['sealed', 'what to put back: former names, notes, labels, ends, settings, inboxes and webhooks'],
      createdAt: ['plain', 'when it was made'],
    },
  },
  clientNumbers: {
    about:
      'Numbers by which clients of SimpleLogin name what an account has. Random, and made when such a client first asks.',
    kept: 'as long as what it stands for, and the account',
    columns: {
      userId: ['plain', owner],
      number: ['plain', 'the number, which means nothing in another account'],
      aliasId: ['plain', 'the alias it stands for'],
      targetId: ['plain', 'or the inbox or webhook'],
      domainId: ['plain', 'or the domain'],
      contactHash: ['digest', 'or the correspondent, by the digest its row has'],
    },
  },
};
