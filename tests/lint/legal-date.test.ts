import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { legalMessages } from '#messages/legal/facts.ts';
import { bareFacts, elsewhereFacts, fullFacts, legalPages } from '#support/legal-pages.ts';

/** The legal texts as they were when they were last changed. Numbers that they state, such as days of retention, are part of them. */
const last = { updated: '28 November 2026', hash: '1b27f9eb08362bab' };

it('legal texts change together with the date that stands above them', () => {
  const pages = [bareFacts, elsewhereFacts, fullFacts].map(legalPages);
  const hash = createHash('sha256').update(JSON.stringify(pages)).digest('hex').slice(0, 16);
  const todo =
    'The legal texts or their date changed. Set `updated` in src/messages/en/legal/facts.ts to the day on which the texts ' +
    `change, and write that day and the hash ${hash} into tests/lint/legal-date.test.ts.`;
  const isLast = legalMessages.updated === last.updated && hash === last.hash;
  expect(isLast ? 'nothing' : todo).toBe('nothing');
});
