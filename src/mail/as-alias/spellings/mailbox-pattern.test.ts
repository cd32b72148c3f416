import { describe, expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const alias = 'my-alias@kauke.test';
const options = {
  keepsOthers: true,
  isPublicHost: await loadPublicHostCheck(),
  otherNames: [],
  names: [],
  hidden: ['news@firma.example', 'ann.private@office.example', 'a_b-c@home.example', 'ben@bücher.example'],
  alias,
  correspondents: new Map(),
};
const replacer = createAddressReplacer(options);

/** Each with each: what one pattern takes of the sign that belongs to the next is missed by none alone. */
const signs = [
  '@',
  ' @ ',
  '(at)',
  '[at]',
  '{at}',
  ' at ',
  ' AT ',
  ' (at) ',
  '_at_',
  '-at-',
  '**at**',
  '@ \n',
  '"@"',
  '=',
  '=40',
  '%40',
].concat([
  '%2540',
  '&#64;',
  '&#x40;',
  '&commat;',
  '&amp;#64;',
  String.raw`\u0040`,
  String.raw`\x40`,
  '\uff20',
  '\ufe6b',
  '<wbr>@',
  '@<wbr>',
  '\u200b@',
]);
const dots = ['.', ' . ', '(dot)', '[dot]', ' dot ', '&#46;', '%2e', '=2E', String.raw`\.`, '\u3002', '\uff0e'];

describe('in no way of its sign and its dots passes the mailbox', () => {
  it.each([
    'anna@home.example',
    'anna.owner@home.example',
    'anna.@home.example',
    'anna..x@home.example',
    '.anna@home.example',
    'an-na_@mail.home.example',
    'annaowner@gmail.com',
  ])('%s', (mailbox) => {
    const one = createAddressReplacer({ ...options, hidden: [mailbox] });
    const [local = '', host = ''] = mailbox.split('@');
    const passed = signs.flatMap((sign) =>
      dots
        .flatMap((dot) => [
          local.replaceAll('.', dot) + sign + host,
          (local + '@' + host).replaceAll('.', dot).replace('@', sign),
        ])
        .filter((written) => !one.reveals(`Ask ${written}.`)),
    );
    expect(passed).toEqual([]);
  });
});

describe('an address is the alias', () => {
  it.each([
    ['between blanks', 'ann.private @ office.example'],
    ['behind a blank', 'ann.private@ office.example'],
    ['between blanks that are not broken', 'ann.private\u00a0@\u00a0office.example'],
    ['with all of its signs between blanks', 'ann . private @ office . example'],
    ['with its signs in brackets', 'ann.private[@]office[.]example'],
    ['with an a in brackets', 'ann.private(a)office.example'],
    ['in Lithuanian words', 'ann.private eta office taškas example'],
    ['in words between other marks', 'ann.private *at* office *dot* example'],
    ['in words between dashes', 'ann.private--at--office.example'],
    ['in words between lines', 'ann.private_at_office.example'],
    ['behind marks of Markdown', String.raw`ann\.private\@office\.example`],
    ['behind marks of Markdown, with other signs', String.raw`a\_b\-c@home.example`],
    ['in quotes', String.raw`"ann.private"@office.example`, `"${alias}`],
    ['in a string of JavaScript', String.raw`ann.private\x40office.example`],
    ['in another string of JavaScript', String.raw`ann.private\u{40}office\x2eexample`],
    ['in octal', String.raw`ann.private\100office.example`],
    ['in a style', String.raw`ann.private\40 office.example`],
    ['as scripts of old escaped it', 'ann.private%u0040office.example'],
    ['with a ligature, as copied out of a PDF file', 'ann.private@o\ufb03ce.example'],
    ['with a ligature by its number', 'ann.private@o&#xfb03;ce.example'],
    ['with a ligature by its name', 'ann.private@o&ffilig;ce.example'],
    ['in letters of formulas', '\u{1d5ee}\u{1d5fb}\u{1d5fb}.private@office.example'],
    ['in letters in circles', '\u24d0\u24dd\u24dd.private@office.example'],
    ['with half-width dots', 'ann.private@office\uff61example'],
    ['with leaders for dots', 'ann\u2024private@office\u2024example'],
    ['with small signs', 'ann.private\ufe6boffice\ufe52example'],
    ['with an accent apart', 'ben@bu\u0308cher.example'],
    ['with many zeros', '&#0000000000097;nn.private@office.example'],
    ['with an invisible sign of formulas', 'ann.private&af;@office.example'],
    ['across a tab that links leave out', 'ann.pri&#9;vate@office.example'],
  ])('%s', (_, written, expected = alias) => {
    expect(replacer.replace(`Write to ${written}, please`, 'plain')).toBe(`Write to ${expected}, please`);
    expect(replacer.reveals(`Write to ${written}, please`)).toBe(true);
  });

  it.each([
    ['Sympa', 'news+ann.private==a==office.example@lists.example', 'news+my-alias==a==kauke.test@lists.example'],
    ['LISTSERV', 'owner-news*ann.private**OFFICE*-EXAMPLE@x.example', 'owner-news*my-alias**kauke.test@x.example'],
    ['Exchange', 'IMCEASMTP-ann+2Eprivate+40office+2Eexample@x.example', 'IMCEASMTP-my-alias+40kauke.test@x.example'],
    ['guests at Microsoft', 'ann.private_office.example#EXT#@x.example', 'my-alias_kauke.test#EXT#@x.example'],
    [
      'SRS by plus signs',
      'SRS0+Ab+TT+office.example+ann.private@x.example',
      'SRS0+Ab+TT+kauke.test=my-alias@x.example',
    ],
    ['paths of old', 'x.example!office.example!ann.private', 'x.example!kauke.test!my-alias'],
  ])('within one of %s', (_, written, expected) => {
    expect(replacer.replace(written, 'plain')).toBe(expected);
  });
});

describe('what reads like one of the forms is nobody’s', () => {
  it.each([
    'news-remove@firma.example',
    'news \u2709 firma.example',
    'Phone news \u2709 firma.example',
    'joann.private @ office.example',
    'anna.ann.private @ office.example',
    'ann.private @ office.example.org',
    'ann.private (cat) office.example',
    'a-ann.private[@]office.example',
    'joann.private_office.example#EXT#@x.example',
    'office.example!joann.private',
    'office.example! ann.private',
    'x=office.example+jann.private@x.example',
    'ann.private and office.example',
    'to &item=ann.private&office.example',
  ])('%s', (text) => {
    expect(replacer.replace(text, 'plain')).toBe(text);
    expect(replacer.reveals(text)).toBe(false);
  });
});

describe('what only a reader understands stays as it is, and is found', () => {
  it.each([
    'I wrote to ben, plus @b\u00fccher.example people',
    'I asked ann.private, then @office.example was gone',
    'ann.private \u2709 office.example',
  ])('%s', (text) => {
    expect(replacer.replace(text, 'plain')).toBe(text);
    expect(replacer.reveals(text)).toBe(true);
  });
});

describe('a reader finds an address', () => {
  it.each([
    ['across a comment with a sign of its own', 'ann.private<!-- a > b -->@office.example'],
    ['across a comment that a browser sees as one', 'ann.private<!-->@office.example'],
    ['across styles', 'ann.private<style>b > i {}</style>@office.example'],
    ['across a script', 'ann.private<SCRIPT>1 > 0</script >@office.example'],
    ['across what is not shown', 'ann.private<span style="color:red; display : none">no.</span>@office.example'],
    ['behind a comment that never ends', '<!-- <style>ann.private@office.example'],
    ['parted at the end of a line', 'ann.private@off-\r\nice.example'],
    ['parted in a quote', '> ann.pri-\r\n> vate@office.example'],
    ['behind a line that goes on', 'ann.private@off\\\nice.example'],
    [
      'in hexadecimal digits',
      `https://x.example/${Buffer.from('ann.private@office.example').toString('hex').toUpperCase()}`,
    ],
  ])('%s', (_, text) => {
    expect(replacer.reveals(text)).toBe(true);
  });

  it.each(['<!--', '<style>', '<!-- --', '<b style="display:none">', '-\r\n', String.raw`\.`, ' @ ', '(a)', '=2e'])(
    'or not, in 2 MB of %j around its words',
    (unit) => {
      const text = `ann private office example ${unit.repeat(2_000_000 / unit.length)}`;
      const steps = replacer.revealsLong(text);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toBe(false);
    },
  );
});
