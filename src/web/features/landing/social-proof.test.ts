import { describe, expect, it } from 'vitest';
import { closingText, socialProof } from '#web/features/landing/social-proof.ts';

describe('what the landing page says of its users', () => {
  it('names no number while the totals are not known, nor those of a service that is nearly empty', () => {
    expect(socialProof(null)).toBeNull();
    expect(socialProof({ totalUsers: 0, totalAliases: 0 })).toBeNull();
    expect(socialProof({ totalUsers: 9, totalAliases: 40 })).toBeNull();
    expect(closingText(null)).toBe('Join the people who keep their inbox to themselves.');
  });

  it('counts exactly once they are', () => {
    const thousands = (12_345).toLocaleString();
    expect(socialProof({ totalUsers: 12_345, totalAliases: 1 })).toBe(`${thousands} people, 1 alias`);
    expect(socialProof({ totalUsers: 10, totalAliases: 20 })).toBe('10 people, 20 aliases');
  });

  it.each([
    [0, 'Join the people who'],
    [999, 'Join the people who'],
    [1_000, 'Join the 1k+ people who'],
    [31_999, 'Join the 31k+ people who'],
  ])('rounds %i people down to thousands and drops the number below', (totalUsers, text) => {
    expect(closingText({ totalUsers, totalAliases: 0 })).toContain(text);
  });
});
