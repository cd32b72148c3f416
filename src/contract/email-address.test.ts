import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEmailAddress } from '#contract/email-address.ts';

describe('an email address', () => {
  it.each([
    ['bob@example.com', 'bob@example.com', 'bob@example.com'],
    ['  Bob.Smith+tag@Example.COM ', 'Bob.Smith+tag@example.com', 'bob.smith+tag@example.com'],
    ["o'brien@sub.example.co.uk", "o'brien@sub.example.co.uk", "o'brien@sub.example.co.uk"],
    ['Ąžuolas@žalias.lt', 'Ąžuolas@xn--alias-tib.lt', 'ąžuolas@xn--alias-tib.lt'],
    ['e\u0301a@example.com', 'éa@example.com', 'éa@example.com'],
  ])('%s is read', (text, address, normalised) => {
    expect(parseEmailAddress(text)).toMatchObject({ address, normalised });
  });

  it.each([
    '',
    'bob',
    '@example.com',
    'bob@',
    'bob@localhost',
    'bob@1.2.3.4',
    'bob@0x7f.1',
    'bob@[1.2.3.4]',
    'bob@example.com.',
    'bob@exa_mple.com',
    'bob@-example.com',
    'bob@example.com:25',
    'bob@example.com/x',
    'bob@%65xample.com',
    'a b@example.com',
    'a@b@example.com',
    '.bob@example.com',
    'bo..b@example.com',
    '"bob"@example.com',
    'bob\n@example.com',
    'bob@example.com\0',
    'bob\u202e@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
  ])('%j is refused', (text) => {
    expect(parseEmailAddress(text)).toBeNull();
  });

  it('is the same after it was read once', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
        const read = parseEmailAddress(text);
        if (read !== null) expect(parseEmailAddress(read.address)).toEqual(read);
      }),
    );
  });
});
