import { type Catalogue, madeAt, owner } from '#database/data-entry.ts';
import type { MoveTables } from '#database/moves/move-tables.ts';

/** What is kept while an account moves in from another service. */
export const moveCatalogue: Catalogue<MoveTables> = {
  moves: {
    about: 'Moves of accounts from other services. The API keys of those are used and never stored.',
    kept: 'until its owner ends it, or 7 days after its last step',
    columns: {
      id: ['plain', 'names the move to its owner'],
      userId: ['plain', owner],
      service: ['plain', 'which service it comes from'],
      stage: ['plain', 'how far it is'],
      sealed: ['sealed', 'where it is read from, how far, the domains found there and what its owner chose'],
      trouble: ['plain', 'why nothing more was read', 'until something is'],
      failures: ['plain', 'how often in a row', 'the same'],
      waitUntil: ['plain', 'until when the service wants to be left alone'],
      leaseId: ['plain', 'which request reads now'],
      leaseUntil: ['plain', 'until when no other one does'],
      ranAt: ['plain', 'when it last made aliases: it can be undone for a day'],
      touchedAt: ['plain', 'when its owner last went on: it ends 7 days later'],
      createdAt: ['plain', madeAt],
    },
  },
  moveItems: {
    about: 'Aliases as they were read elsewhere.',
    kept: 'as long as their move',
    columns: {
      id: ['plain', 'binds what is sealed'],
      moveId: ['plain', 'the move'],
      position: ['plain', 'its place: what was used most comes first'],
      addressHash: ['hashed', 'finds an address that was read twice, in this move alone'],
      sealed: ['sealed', 'its address, note, labels, inboxes, and what it becomes'],
      verdict: ['plain', 'whether it can be made here'],
      reason: ['plain', 'why not'],
      outcome: ['plain', 'what was done'],
      aliasId: ['plain', 'the alias that was made of it'],
    },
  },
  siteChanges: {
    about: 'Addresses at other services that their owner wants to change at the sites that know them.',
    kept: 'until all are done and 7 days passed, their owner removes them, or the new alias is erased',
    columns: {
      id: ['plain', 'names the entry to its owner'],
      userId: ['plain', owner],
      service: ['plain', 'where the old address is'],
      aliasId: ['plain', 'the alias that replaces it; whether that got mail ticks the entry'],
      oldSealed: ['sealed', 'the old address, to show'],
      oldHash: ['hashed', 'finds the old address, in this account alone'],
      done: ['plain', 'ticked by its owner'],
      position: ['plain', 'its place in the list'],
      createdAt: ['plain', 'when it was made'],
    },
  },
};
