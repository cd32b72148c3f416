import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderFormats } from '#contract/account/formats.ts';
import { cleanName, showMailbox, showSender } from '#mail/forward/show-mailbox.ts';
import { anyText } from '#support/any-text.ts';

it.each([
  ['Bob', 'Bob (bob at example.com)', 'Bob - bob(a)example.com', 'Bob', 'bob at example.com', null],
  [null, 'bob at example.com', 'bob(a)example.com', 'bob at example.com', 'bob at example.com', null],
  [
    'ceo(a)bank.com',
    'ceo a bank.com (bob at example.com)',
    'ceo a bank.com - bob(a)example.com',
    'ceo a bank.com',
    'bob at example.com',
    null,
  ],
  [
    'ceo@bank.com',
    'ceo bank.com (bob at example.com)',
    'ceo bank.com - bob(a)example.com',
    'ceo bank.com',
    'bob at example.com',
    null,
  ],
])('shows %j in each way that an owner may choose', (name, ...shown) => {
  const mailbox = { name, address: 'bob@example.com' };
  expect(senderFormats.map((format) => showSender(mailbox, format))).toEqual(shown);
});

describe('showMailbox', () => {
  it.each([
    ['Bob', 'bob@example.com', 'Bob (bob at example.com)'],
    [null, 'bob@example.com', 'bob at example.com'],
    ['Bob@Example.com', 'bob@example.com', 'bob at example.com'],
    ['', 'bob@example.com', 'bob at example.com'],
    ['\u202e\u0000', 'bob@example.com', 'bob at example.com'],
    ['Your Bank (support at bank.com)', 'evil@x.com', 'Your Bank support bank.com (evil at x.com)'],
    ['support@bank.com', 'evil@x.com', 'support bank.com (evil at x.com)'],
    ['support ＠ bank．com', 'evil@x.com', 'support bank．com (evil at x.com)'],
    ['Bank ⒜ 「x」 〈y〉', 'evil@x.com', 'Bank x y (evil at x.com)'],
    ['support AT\u00a0at  аt bank', 'evil@x.com', 'support bank (evil at x.com)'],
    ['support a\u200dt bank', 'evil@x.com', 'support bank (evil at x.com)'],
    ['support\u2800at\u2800bank', 'evil@x.com', 'support bank (evil at x.com)'],
    ['=?utf-8?Q?a=40b?=', 'evil@x.com', '= ?utf-8?Q?a=40b?= (evil at x.com)'],
    ['👩‍💻 Žydrūnė ❤️', 'z@x.lt', '👩‍💻 Žydrūnė ❤️ (z at x.lt)'],
    ['Bob', '"ceo at bank.com) <x"@evil.com', 'Bob ("ceo bank.com x" at evil.com)'],
    ['Bob', 'bob@[192.0.2.1]', 'Bob (bob at 192.0.2.1)'],
  ])('shows %j <%s> as %s', (name, address, shown) => {
    expect(showMailbox({ name, address })).toBe(shown);
  });

  it('cuts a name after 40 characters, never inside one', () => {
    expect(cleanName('x'.repeat(1_000_000))).toBe('x'.repeat(40));
    expect(cleanName('💌'.repeat(500))).toBe('💌'.repeat(40));
  });

  it('takes a name of joiners alone for none', () => {
    expect(cleanName('\u200c\u200d\ufe0f')).toBeNull();
    expect(showMailbox({ name: '\u200c', address: 'bob@example.com' })).toBe('bob at example.com');
  });

  it('shows no address but the real one, whatever the name', () => {
    const name = fc.array(
      fc.oneof(
        fc.constantFrom(
          '@',
          ' at ',
          'AT',
          '(',
          ')',
          '<',
          '>',
          '[',
          '＠',
          '﹫',
          '（',
          '\u202e',
          '\u200b',
          '=?',
          'bank.com',
          ' ',
        ),
        anyText({ maxLength: 3 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(name, (pieces) => {
        const shown = showMailbox({ name: pieces.join(''), address: 'bob@example.com' });
        expect(shown.endsWith('bob at example.com)') || shown === 'bob at example.com').toBe(true);
        const own = shown.replace(/ ?\(?bob at example\.com\)?$/, '');
        expect(own.normalize('NFKC')).not.toMatch(
          /[@()<>[\]{}\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]| at |=\?/iu,
        );
        expect([...own].length).toBeLessThanOrEqual(40);
      }),
      { numRuns: 2000 },
    );
  });
});
