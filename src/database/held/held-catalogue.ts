import { type Catalogue, owner } from '#database/data-entry.ts';
import type { HeldTables } from '#database/held/held-tables.ts';

const held = 'until it is released or deleted; 14 days at most';
const traced = '24 hours, or until its owner ends it';

export const heldCatalogue: Catalogue<HeldTables> = {
  senderRules: {
    about: 'Whom owners block, allow or hold.',
    kept: 'until deleted, or the alias or account is',
    columns: {
      id: ['plain', 'names the rule to its owner'],
      userId: ['plain', owner],
      aliasId: ['plain', 'the alias that it is for; empty: all of the account'],
      matchHash: [
        'hashed',
        'finds the rule when that sender writes; of one sender another one in each account and alias',
      ],
      matchSealed: ['sealed', 'the sender, domain or list, to show'],
      action: ['plain', 'what is done with their mail'],
      evenIfRejected: ['plain', 'whether also where their own domain wants it refused'],
      active: ['plain', 'whether it is on'],
      createdAt: ['plain', 'its order in lists'],
    },
  },
  heldMail: {
    about: 'Mail that would have been refused, held where its owner chose that.',
    kept: held,
    columns: {
      id: ['plain', 'names the message to its owner'],
      userId: ['plain', 'whose quota it counts against'],
      aliasId: ['plain', 'to which alias it came'],
      keyPurpose: ['plain', 'keeps its key from being destroyed'],
      keyVersion: ['plain', 'the day of its key'],
      envelopeSealed: ['sealed', 'who sent it, its subject, and what was proven of them'],
      reason: ['plain', 'why it was held'],
      bytes: ['plain', 'its size, for quotas'],
      told: ['plain', 'whether a digest has named it'],
      receivedAt: ['plain', 'when it came'],
      expiresAt: ['plain', 'when it is erased'],
    },
  },
  heldChunks: {
    about: 'Held mail as it came.',
    kept: held,
    columns: {
      heldId: ['plain', 'the message'],
      sequence: ['plain', 'the place of this part'],
      sealed: ['sealed', 'the part'],
    },
  },
  aliasRefusals: {
    about: 'How many messages an alias refused, of owners who want none held.',
    kept: 'this week and the last',
    columns: {
      aliasId: ['plain', 'the alias'],
      week: ['plain', 'the Monday of the week'],
      count: ['plain', 'how many'],
    },
  },
  traceLines: {
    about: 'What became of the mail of an alias that its owner watches. No sender and no subject.',
    kept: traced,
    columns: {
      id: ['plain', 'what its seal is bound to'],
      kind: ['plain', 'with the alias, the link whose end erases it'],
      aliasId: ['plain', 'the alias'],
      sealed: ['sealed', 'time, verdict and replies'],
    },
  },
};
