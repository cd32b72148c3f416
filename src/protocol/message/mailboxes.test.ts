import fc from 'fast-check';
import { addressParser } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { formatMailbox, formatPhrase, parseMailboxes, parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { anyText } from '#support/any-text.ts';

const atext = fc.string({
  unit: fc.constantFrom(...Array.from("abcdefXYZ0189!#$%&'*+-/=?^_`{|}~")),
  minLength: 1,
  maxLength: 12,
});
const local = fc.array(atext, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.'));
const domain = fc.constantFrom('example.com', 'a.b.c.example', 'xn--mller-kva.de');
const address = fc.tuple(local, domain).map((parts) => parts.join('@'));
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) =>
    text
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .replaceAll('=?', '')
      .trim(),
  )
  .filter((text) => text !== '');
const mailbox = fc.record({ name: fc.option(name), address });

describe('parseMailboxes', () => {
  it.each([
    ['bob@example.com', [[null, 'bob@example.com']]],
    ['Bob <bob@Example.COM>', [['Bob', 'bob@example.com']]],
    [
      '"Smith, Bob" <bob@example.com>, carol@x.org',
      [
        ['Smith, Bob', 'bob@example.com'],
        [null, 'carol@x.org'],
      ],
    ],
    ['bob@example.com (Bob (the) Smith)', [['Bob (the) Smith', 'bob@example.com']]],
    [
      'Friends: bob@a.com, Carol <c@b.com>;, dave@c.com',
      [
        [null, 'bob@a.com'],
        ['Carol', 'c@b.com'],
        [null, 'dave@c.com'],
      ],
    ],
    ['undisclosed-recipients:;', []],
    ['<@relay.example,@other.example:bob@example.com>', [[null, 'bob@example.com']]],
    ['bob . smith @ example . com', [[null, 'bob.smith@example.com']]],
    ['<bob(comment)@(another)example.com>', [[null, 'bob@example.com']]],
    ['"bob smith"@example.com', [[null, '"bob smith"@example.com']]],
    ['"bob"@example.com', [[null, 'bob@example.com']]],
    ['"a@b" <c@d.com>', [['a@b', 'c@d.com']]],
    ['a@b.com <c@d.com>', [['a@b.com', 'c@d.com']]],
    ['bob@[192.0.2.1]', [[null, 'bob@[192.0.2.1]']]],
    ['bob@müller.de', [[null, 'bob@xn--mller-kva.de']]],
    ['jürgen@example.com', [[null, 'jürgen@example.com']]],
    ['=?utf-8?Q?Smith,_B=C3=B6b?= <bob@example.com>', [['Smith, Böb', 'bob@example.com']]],
    ['"=?utf-8?Q?B=C3=B6b?=" <bob@example.com>', [['Böb', 'bob@example.com']]],
    ['Bob Smith bob@example.com', [[null, 'bob@example.com']]],
    ['Bob <bob@example.com', [['Bob', 'bob@example.com']]],
    // As Pigeonhole writes :from "\"Jörg Doe\" <bob@example.com>" into absence notes.
    ['=?utf-8?q?"J=C3=B6rg?= Doe" <bob@example.com>', [['Jörg Doe', 'bob@example.com']]],
    ['=?utf-8?q?"J=C3=B6rg"?= <bob@example.com>', [['Jörg', 'bob@example.com']]],
    ['"Doe, =?utf-8?q?J=C3=B6rg"?= <bob@example.com>', [['Doe, Jörg', 'bob@example.com']]],
    ['"Bob <bob@example.com>', [['Bob', 'bob@example.com']]],
    ['"Bob \\" <bob@example.com>', [['Bob \\', 'bob@example.com']]],
    ['a"bob@example.com', [[null, 'bob@example.com']]],
  ])('reads %s', (text, expected) => {
    expect(parseMailboxes(text).map((found) => [found.name, found.address])).toEqual(expected);
  });

  it.each([
    ['two addresses in one entry', 'a@b.com c@d.com'],
    ['two brackets in one entry', '<a@b.com> <c@d.com>'],
    ['a second address after a bracket', 'Bob <a@b.com> c@d.com'],
    ['a semicolon for a comma', 'a@b.com; c@d.com'],
  ])('counts %s as two', (_, text) => {
    expect(parseMailboxes(text)).toHaveLength(2);
  });

  it.each([
    ['no at sign', '<bob>'],
    ['two at signs', 'a@b@c.com'],
    ['a space inside the local part', '<bob smith@example.com>'],
    ['a domain that is none', 'bob@example..com'],
    ['a control character', 'b\u0001b@example.com'],
    ['more than 254 octets', `${'x'.repeat(250)}@example.com`],
    ['an address hidden in a name', '"bob@example.com"'],
    ['a quoted domain', 'bob@"example.com"'],
  ])('reads no address from %s', (_, text) => {
    expect(parseMailboxes(text)).toEqual([]);
  });

  it('reads back every list it can write', () => {
    fc.assert(
      fc.property(fc.array(mailbox, { maxLength: 8 }), (mailboxes) => {
        const text = mailboxes.map((box) => formatMailbox(box.name, box.address)).join(', ');
        expect(parseMailboxes(text)).toEqual(mailboxes);
      }),
    );
  });

  it('finds the one mailbox it can write, and none beside another, a group or something unreadable', () => {
    const other = fc.oneof(
      mailbox.map((box) => formatMailbox(box.name, box.address)),
      address.map((text) => `${text}.`),
      address.map((text) => `"CEO" <${text}.>`),
      name.map((shown) => `${formatPhrase(shown)}:;`),
    );
    fc.assert(
      fc.property(mailbox, other, fc.boolean(), (box, second, isLast) => {
        const text = formatMailbox(box.name, box.address);
        expect(parseSoleMailbox(text)).toEqual(box);
        expect(parseSoleMailbox((isLast ? [text, second] : [second, text]).join(', '))).toBeNull();
      }),
    );
  });

  it('finds no one mailbox where an open quote mark could hide another', () => {
    expect(parseSoleMailbox('=?utf-8?q?"a?= <bob@example.com>" <eve@example.org>')).toBeNull();
    expect(parseSoleMailbox('Bob <bob@example.com>, "Eve <eve@example.org>')).toBeNull();
  });

  it('writes lists another library reads alike', () => {
    fc.assert(
      fc.property(mailbox, (box) => {
        const [found] = addressParser(formatMailbox(box.name, box.address));
        expect(found?.address).toBe(box.address);
      }),
    );
  });

  it.each([
    ';;',
    ', ;;',
    '"Dan (dan at y.example)": ;',
    '"Dan":;;',
    'undisclosed-recipients: ;',
    '"Dan (dan at y.example)", ;',
  ])('reads past %j, as programs write of a group without members', (odd) => {
    const found = [{ name: 'Bob', address: 'bob@x.com' }];
    expect(parseMailboxes(odd)).toEqual([]);
    expect(parseMailboxes(`Bob <bob@x.com>, ${odd}`)).toEqual(found);
    expect(parseMailboxes(`${odd}, Bob <bob@x.com>`)).toEqual(found);
  });

  it('never throws and gives only addresses it would give again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '(',
        ')',
        '"',
        '\\',
        ',',
        ';',
        ':',
        '@',
        '.',
        '[',
        ']',
        ' ',
        '=?utf-8?q?',
        '?=',
        'a',
        'b.c',
      ),
      anyText({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const found of parseMailboxes(pieces.join(''))) {
          expect(parseMailboxes(found.address)).toEqual([{ name: null, address: found.address }]);
        }
        const sole = parseSoleMailbox(pieces.join(''));
        if (sole !== null) expect(parseMailboxes(pieces.join(''))).toEqual([sole]);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a megabyte of anything, 1,000 addresses at most', () => {
    for (const unit of ['a@b.cd,', 'a@b.cd ', '<', '(', '"', '\\', '[', '@', 'a . ', ':', '<a@b.c>', '"a" ']) {
      expect(parseMailboxes(unit.repeat(1e6 / unit.length)).length).toBeLessThanOrEqual(1000);
      expect(parseSoleMailbox(unit.repeat(1e5 / unit.length))).toBeNull();
    }
  });
});
