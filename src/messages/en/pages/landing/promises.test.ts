import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promiseMessages } from '#messages/pages/landing/promises.ts';

const promises = [...promiseMessages.mail, ...promiseMessages.other];

describe('the five promises', () => {
  it('are five', () => {
    expect(promises).toHaveLength(5);
  });

  it.each(promises)('name a proof and a page that are there: $title', ({ test, guide: [path] }) => {
    expect(existsSync(test)).toBe(true);
    expect(path === '/gdpr' || existsSync(`${path.slice(1)}.md`)).toBe(true);
  });
});
