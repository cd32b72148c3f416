import { describe, expect, it } from 'vitest';
import { estimateStrength } from '#web/features/auth/password-strength.tsx';

describe('the strength of a password', () => {
  it('is not judged below the minimum', () => {
    expect(estimateStrength('Ab3$xyz')).toBeNull();
  });

  it.each([
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['1234567890', 'weak'],
    ['password123', 'weak'],
    ['qwertyuiop', 'weak'],
    ['abcabcabcabc', 'weak'],
    ['sunflower', 'weak'],
    ['Sunflower27', 'fair'],
    ['correct horse battery', 'fair'],
    ['correct horse battery staple 7', 'strong'],
    ['mY4$kwPz!q8T', 'strong'],
  ])('%j is %s', (password, strength) => {
    expect(estimateStrength(password)).toBe(strength);
  });
});
