import { describe, expect, it } from 'vitest';
import { fromNameSchema } from '#contract/aliases/alias-fields.ts';
import { findFromNameFault } from '#contract/aliases/from-name.ts';
import { fromNameFaultTexts } from '#messages/faults.ts';

describe('a name to send with', () => {
  it.each(['', 'Ann', 'Ąžuolas "Ž." Müller, Ltd. (sales)', '👩‍🚒 Ann', '名'.repeat(64)])('may be %j', (name) => {
    expect(findFromNameFault(name)).toBeNull();
    expect(fromNameSchema.safeParse(name).success).toBe(true);
  });

  it.each([
    'Ann\r\nBcc: eve@far.example',
    'Ann\u0000',
    'Ann\u2028Eve',
    '\u202eAnn',
    'boss@bank.example',
    'Ann <x',
    '=?utf-8?q?boss=40bank?=',
    '\ud800',
  ])('is never %j', (name) => {
    expect(findFromNameFault(name)).toBe(fromNameFaultTexts.invalid);
    expect(fromNameSchema.safeParse(name).success).toBe(false);
  });

  it('has at most 64 characters', () => {
    expect(findFromNameFault('a'.repeat(65))).toBe(fromNameFaultTexts.tooLong(64));
  });
});
