import { describe, expect, it } from 'vitest';
import { createAddressReplacer, findReverseTokens } from '#mail/as-alias/address-replacer.ts';

const alias = 'my-alias@kauke.test';
const bob = 'bob@sender.example';
const token = 'abcdefghijklmnopqrstuvwxyz';
const otherToken = 'zyxwvutsrqponmlkjihgfedcba';
const reverse = `reply=${token}@kauke.test`;

const replacer = createAddressReplacer({
  hidden: ['ann.private@office.example', 'ann@home.example', 'jörg@xn--bcher-kva.example'],
  alias,
  correspondents: new Map([
    [token, bob],
    [otherToken, "o'brien&co@example.com"],
  ]),
});

describe('the replacer', () => {
  it.each([
    ['as it is', 'Write to ann.private@office.example.', `Write to ${alias}.`],
    ['in other letters', 'Write to Ann.Private@OFFICE.example!', `Write to ${alias}!`],
    ['in quotes', '> "Ann" <ann.private@office.example> wrote', `> "Ann" <${alias}> wrote`],
    ['with a tag', 'ann.private+shop@office.example', alias],
    [
      'in percent form',
      'https://x.example/?q=%3Aann.private%40office.example',
      'https://x.example/?q=%3Amy-alias%40kauke.test',
    ],
    ['between underscores', '_ann.private@office.example_', `_${alias}_`],
    ['after letters of another script', 'メールann.private@office.example', `メール${alias}`],
    ['in words', 'Ann (ann.private at office.example)', `Ann (${alias})`],
    ['as another of the owner’s inboxes', 'ann@home.example', alias],
    [
      'as somebody else’s longer address',
      'joann.private@office.example, mary@office.example',
      'joann.private@office.example, mary@office.example',
    ],
    ['as a reverse address', `<${reverse}> and reply=${otherToken}@kauke.test`, `<${bob}> and o'brien&co@example.com`],
    ['as an unknown reverse address', `reply=${'q'.repeat(26)}@kauke.test`, `reply=${'q'.repeat(26)}@kauke.test`],
  ])('replaces an address in plain text %s', (_, text, expected) => {
    expect(replacer.replace(text, 'plain')).toBe(expected);
  });

  it.each([
    ['in entities', 'ann&#46;private&#x40;office&period;example', alias],
    [
      'in a link',
      '<a href="mailto:ann%2Eprivate%40office.example?subject=x">me</a>',
      '<a href="mailto:my-alias%40kauke.test?subject=x">me</a>',
    ],
    [
      'in a link within links',
      '<a href="https://scan.example/?url=https%253A%252F%252Fx.example%252F%253Fq%253Dann%252540home.example%2526b">',
      '<a href="https://scan.example/?url=https%253A%252F%252Fx.example%252F%253Fq%253Dmy-alias%252540kauke.test%2526b">',
    ],
    ['between joiners', 'ann&zwnj;@&ZeroWidthSpace;&#x200B;home&#8205;.ex\u2063ample', alias],
    ['broken by an invisible mark', 'ann.<wbr>private@&#8203;office.example', alias],
    ['that needs escapes', `reply=${otherToken}@kauke.test`, "o'brien&amp;co@example.com"],
  ])('replaces an address in HTML %s', (_, html, expected) => {
    expect(replacer.replace(html, 'html')).toBe(expected);
  });

  it('knows the two spellings of a domain beyond ASCII', () => {
    const text = 'Jörg@bücher.example, JÖRG@xn--bcher-kva.example';
    expect(replacer.replace(text, 'plain')).toBe(`${alias}, ${alias}`);
  });

  it('knows an address beyond ASCII in percent form', () => {
    expect(replacer.replace('j%C3%B6rg%40b%C3%BCcher.example', 'plain')).toBe('my-alias%40kauke.test');
  });

  it('says whether an address can be found across tags and soft breaks', () => {
    const found = [
      'ann@<i>home</i>.example',
      'ann@home. \r\nexample',
      '> ann@\r\n> home.example',
      'ann&#64;home.example',
      'ann@<i>home</i>.example</p><p>Bye',
      'ann@home. \r\nexample\r\nBye',
      'ann@\nhome.example\nBye',
      `<a title="ann&#37;40home.example">`,
      'ann@home.exa\r\n mple\r\nEND',
      'ann=40home.example',
    ];
    expect(found.filter((text) => !replacer.reveals(text))).toEqual([]);
    const other = ['ann@home.examples', 'joann@home.example', 'ann@ home.example', ''];
    expect(other.map(replacer.reveals)).toEqual([false, false, false, false]);
  });

  it('finds the tokens of reverse addresses in any spelling, and no more than asked for', () => {
    const text = `${reverse} REPLY%3D${otherToken.toUpperCase()}%40kauke.test reply&#61;${token}&#64;kauke.test`;
    expect(findReverseTokens(text, 10)).toEqual([token, otherToken]);
    expect(findReverseTokens(text, 1)).toEqual([token]);
  });

  it('needs a time linear in the text', () => {
    const units = [
      'ann.private',
      'ann.private+',
      '&#0',
      '%',
      'ann.private@office.',
      'reply=',
      '<wbr>',
      'ann.private at ',
      ' \r\n>',
      '<',
      '%25',
      '%41',
      '&zwnj;',
      '\u200b',
      '<b>',
      'ann.private\u200b',
      '=\r\n',
    ];
    for (const unit of units) {
      const text = `ann.private@office.example ${unit.repeat(1_000_000 / unit.length)}`;
      const started = performance.now();
      replacer.replace(text, 'html');
      replacer.reveals(text);
      expect(performance.now() - started).toBeLessThan(3000);
    }
  });
});
