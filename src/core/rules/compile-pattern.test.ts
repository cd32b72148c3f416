import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import type { RuleKind } from '#contract/domains/domain-rules.ts';
import { compilePattern } from '#core/rules/compile-pattern.ts';

async function takes(kind: RuleKind, pattern: string, name: string): Promise<boolean> {
  const compiled = await compilePattern(kind, pattern);
  if ('fault' in compiled) throw new Error(compiled.fault);
  return compiled.matches(name);
}

describe('a glob', () => {
  it.each([
    ['shop-*', 'shop-eu', true],
    ['shop-*', 'shop-', true],
    ['shop-*', 'my-shop-eu', false],
    ['*', 'anything', true],
    ['*.news', 'ann.news', true],
    ['*.news', 'ann.newsletter', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['SHOP-*', 'shop-x', true],
    ['a.c', 'abc', false],
    ['a*b*c', 'a-b-b-x-c', true],
    ['a*b*c', 'a-c', false],
  ])('%s and %s: %s', async (pattern, name, expected) => {
    expect(await takes('glob', pattern, name)).toBe(expected);
  });

  it('takes what a regular expression of the same meaning takes', async () => {
    const small = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(glob, small, async (pattern, name) => {
        const regex = pattern
          .replaceAll('.', String.raw`\.`)
          .replaceAll('*', '.*')
          .replaceAll('?', '.');
        expect(await takes('glob', pattern, name)).toBe(await takes('regex', regex, name));
      }),
    );
  });

  it('says which character no name has, and where', async () => {
    expect(await compilePattern('glob', 'shop@*')).toEqual({ fault: 'no name has @ in it', position: 5 });
    expect(await compilePattern('glob', 'žuvis')).toMatchObject({ position: 1 });
  });
});

describe('a regular expression', () => {
  it.each([
    ['shop-[0-9]+', 'shop-12', true],
    ['shop-[0-9]+', 'my-shop-12', false],
    ['shop', 'shopping', false],
    ['SHOP|news', 'shop', true],
    ['(ann|bob)[._-].*', 'ann.x', true],
  ])('%s and %s: %s', async (pattern, name, expected) => {
    expect(await takes('regex', pattern, name)).toBe(expected);
  });

  it.each([
    ['(a', 2, 'missing closing )'],
    ['shop)-x', 5, 'unexpected )'],
    [String.raw`\**a**`, 5, 'invalid nested repetition operator'],
    ['ab(?=c)', 3, 'invalid or unsupported Perl syntax'],
    ['ab(?<=c)', 3, 'invalid named capture'],
    ['x[z-a]', 3, 'invalid character class range'],
    ['a{2,1}', 2, 'invalid repeat count'],
    [String.raw`(a)\1`, 4, 'invalid escape sequence'],
    ['*a', 1, 'missing argument to repetition operator'],
    ['ab\\', 3, 'trailing backslash at end of expression'],
  ])('%s is refused at character %i: %s', async (pattern, position, fault) => {
    expect(await compilePattern('regex', pattern)).toEqual({ fault, position });
  });

  it.each([
    ['(a?){500}(a?){500}', 5],
    ['(((a|b|c)*x?){300}){3}', 14],
    [`${'(a?){500}'.repeat(20)})`, 5],
    [String.raw`\pL{300}(?:[^\]x]y){150}`, 20],
  ])('%s is refused as too much work, without doing it, at character %i', async (pattern, position) => {
    expect(await compilePattern('regex', pattern)).toEqual({ fault: 'this is too complicated', position });
  });

  it('may be as long as a pattern can be, and repeat a name of 64', async () => {
    for (const pattern of ['a'.repeat(ruleLimits.patternMax), '[a-z0-9._-]{1,64}', String.raw`(\d{4}-){3}x{0,9}`]) {
      expect(await compilePattern('regex', pattern)).toHaveProperty('size');
    }
  });

  it('is looked at in no time, whatever it is', async () => {
    for (const text of ['[', '[[:', String.raw`[\a`, '(', '[^']) {
      expect(await compilePattern('regex', text.repeat(100).slice(0, ruleLimits.patternMax))).toHaveProperty('fault');
    }
  });

  it('of any text is compiled or refused with a place in it', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab()[]{}*+?|\\^$.,1-:=<P'.split('')),
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(text, async (pattern) => {
        const compiled = await compilePattern('regex', pattern);
        if (!('fault' in compiled)) return void compiled.matches('a-b.1');
        expect(compiled.position).toBeGreaterThanOrEqual(1);
        expect(compiled.position).toBeLessThanOrEqual(pattern.length);
      }),
    );
  });
});
