import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { comparableAddress, isOfAlias, decodeSendAddress, parseRecipient } from '#mail/recipient/address-forms.ts';
import { anyText } from '#support/any-text.ts';

const token = 'abcdefghijklmnopqrstuvwxyz';
const plain = writeReverseName(token, 'plain');
const bounceToken = 'a'.repeat(34);

describe('decodeSendAddress', () => {
  it('says whom a send address of this very alias stands for, however often it is wrapped', () => {
    const bob = 'a+bob=b.example@kauke.test';
    expect(decodeSendAddress(bob, 'a@kauke.test')).toBe('bob@b.example');
    expect(decodeSendAddress('A+a+bob=b.example=kauke.test@kauke.test', 'a@kauke.test')).toBe('bob@b.example');
    expect(decodeSendAddress(`x+${bob.replace('@', '=')}@kauke.test`, 'x@kauke.test')).toBe(bob);
    for (const other of ['b@kauke.test', 'a@mask.test']) expect(decodeSendAddress(bob, other)).toBeNull();
    expect(decodeSendAddress('a+tag@kauke.test', 'a@kauke.test')).toBeNull();
  });
});

describe('an address that is compared', () => {
  it('is of an alias with any tag, in the form of a reverse address, too, and never where it stands for somebody else', () => {
    for (const name of ['a', 'admin', plain]) {
      for (const address of [name, name.toUpperCase(), `${name}+x`]) {
        expect(isOfAlias(`${address}@kauke.test`, `${name}@kauke.test`)).toBe(true);
        expect(isOfAlias(`${address}@mask.test`, `${name}@kauke.test`)).toBe(false);
      }
    }
    expect(isOfAlias('a+bob=b.example@kauke.test', 'a@kauke.test')).toBe(false);
  });

  it('is one for both spellings of a reverse address', () => {
    for (const local of [plain.toUpperCase(), `Reply=${token}`]) {
      expect(comparableAddress(`${local}@Kauke.test`)).toBe(`reply=${token}@kauke.test`);
    }
    expect(comparableAddress('Bob@b.example')).toBe('bob@b.example');
  });
});

describe('parseRecipient', () => {
  it.each([
    ['my-alias@kauke.test', { kind: 'alias', local: 'my-alias', domain: 'kauke.test' }],
    ['My_Alias.9+Shop+2@KAUKE.test', { kind: 'alias', local: 'my_alias.9', domain: 'kauke.test' }],
    ['"my-alias"@kauke.test', { kind: 'alias', local: 'my-alias', domain: 'kauke.test' }],
    ['a@müller.test', { kind: 'alias', local: 'a', domain: 'xn--mller-kva.test' }],
    [`${'a'.repeat(64)}@kauke.test`, { kind: 'alias', local: 'a'.repeat(64), domain: 'kauke.test' }],
    [`reply=${token}@kauke.test`, { kind: 'reverse', token, local: `reply=${token}`, domain: 'kauke.test' }],
    [
      `REPLY=${token.toUpperCase()}@kauke.test`,
      { kind: 'reverse', token, local: `reply=${token}`, domain: 'kauke.test' },
    ],
    [`${plain}@kauke.test`, { kind: 'reverse', token, local: plain, domain: 'kauke.test' }],
    [`"${plain.toUpperCase()}"@Kauke.test`, { kind: 'reverse', token, local: plain, domain: 'kauke.test' }],
    [`${plain}x@kauke.test`, { kind: 'alias', local: `${plain}x`, domain: 'kauke.test' }],
    [`${plain}+x@kauke.test`, { kind: 'alias', local: plain, domain: 'kauke.test' }],
    [`b=${bounceToken}@kauke.test`, { kind: 'bounce', token: bounceToken, domain: 'kauke.test' }],
    [
      'My-Alias+Bob=Example.COM@KAUKE.test',
      { kind: 'send', local: 'my-alias', correspondent: 'Bob@example.com', domain: 'kauke.test' },
    ],
    [
      '"a+bob=x+y=mail.example.com"@kauke.test',
      { kind: 'send', local: 'a', correspondent: 'bob=x+y@mail.example.com', domain: 'kauke.test' },
    ],
    [
      'a+b=XN--MLLER-KVA.test@kauke.test',
      { kind: 'send', local: 'a', correspondent: 'b@xn--mller-kva.test', domain: 'kauke.test' },
    ],
    [
      `a+${'b'.repeat(57)}=x.yz@kauke.test`,
      { kind: 'send', local: 'a', correspondent: `${'b'.repeat(57)}@x.yz`, domain: 'kauke.test' },
    ],
    ['a+shop=2024@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['a+bob=localhost@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['a+v=1.5@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['a+bob=-x.example@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['a+bob=example.com.@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['a+=example.com@kauke.test', { kind: 'alias', local: 'a', domain: 'kauke.test' }],
    ['abuse+bob=example.com@kauke.test', { kind: 'role', local: 'abuse', domain: 'kauke.test' }],
    ['postmaster', { kind: 'role', local: 'postmaster', domain: null }],
    ['PostMaster@kauke.test', { kind: 'role', local: 'postmaster', domain: 'kauke.test' }],
    ['abuse+x@kauke.test', { kind: 'role', local: 'abuse', domain: 'kauke.test' }],
  ])('reads %s', (address, expected) => {
    expect(parseRecipient(address)).toEqual(expected);
  });

  it.each([
    '.a@kauke.test',
    'a.@kauke.test',
    'a..b@kauke.test',
    '+tag@kauke.test',
    'a b@kauke.test',
    '"a b"@kauke.test',
    'a/b@kauke.test',
    'a%b@kauke.test',
    'jürgen@kauke.test',
    '\u212aauke@kauke.test',
    `${'a'.repeat(65)}@kauke.test`,
    `a+${'b'.repeat(58)}=x.yz@kauke.test`,
    '"a+bob b=example.com"@kauke.test',
    '"a+bob=[192.0.2.1]"@kauke.test',
    `reply=${token}a@kauke.test`,
    `reply=${token.slice(1)}@kauke.test`,
    `reply=${token.slice(1)}1@kauke.test`,
    `reply=${token}+x@kauke.test`,
    `b=${bounceToken}a@kauke.test`,
    'x=y@kauke.test',
    '"my-alias+<a@b.com>"@kauke.test',
    'my-alias+\u00fc@kauke.test',
    'abuse',
    'a@',
    '@kauke.test',
    'a@b@kauke.test',
    'a@-kauke.test',
    'a@127.0.0.1',
    '',
  ])('finds no recipient in %s', (address) => {
    expect(parseRecipient(address).kind).toBe('invalid');
  });

  it('tells the domain of an address that names nothing of ours', () => {
    expect(parseRecipient('jürgen@Example.com')).toEqual({ kind: 'invalid', domain: 'example.com' });
    expect(parseRecipient('a@[192.0.2.1]')).toMatchObject({ domain: '[192.0.2.1]' });
  });

  it('reads every alias name in any case, with and without a tag', () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,10}(\.[a-z0-9_-]{1,10}){0,3}$/).filter((text) => text.length <= 64);
    const tag = fc.option(fc.stringMatching(/^[a-z0-9+.=]{0,10}$/));
    fc.assert(
      fc.property(name, tag, fc.boolean(), (local, suffix, upper) => {
        const written = local + (suffix === null ? '' : `+${suffix}`);
        expect(parseRecipient(`${upper ? written.toUpperCase() : written}@Kauke.Test`)).toMatchObject({ local });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(anyText(), (text) => typeof parseRecipient(text).kind === 'string'));
  });
});
