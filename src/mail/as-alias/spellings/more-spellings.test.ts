import { expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const alias = 'my-alias@kauke.test';
const options = {
  keepsOthers: true,
  isPublicHost: await loadPublicHostCheck(),
  otherNames: [],
  names: [],
  hidden: ['ann@office.test', 'ann.private@home.example', 'olive.owner@gmail.com'],
  alias,
  correspondents: new Map(),
};
const replacer = createAddressReplacer(options);

function numbers(base: number, width: number, mark: string, between: string): string {
  return Array.from(
    'ann@office.test',
    (letter) => mark + letter.charCodeAt(0).toString(base).padStart(width, '0'),
  ).join(between);
}

it.each([
  ['with a comment', 'ann(comment)@office.test', alias],
  ['with comments on both sides', 'ann (at work) @ (hq) office.test', alias],
  ['in capital words that nothing parts', 'annATofficeDOTtest', alias],
  ['in capital words, its own dot too', 'annDOTprivateAThomeDOTexample', alias],
  ['in French', 'ann arobase office point test', alias],
  ['in Russian', 'ann собака office точка test', alias],
  ['in Polish', 'ann małpa office kropka test', alias],
  ['in words between escaped brackets', 'ann&lt;at&gt;office&lt;dot&gt;test', alias],
  ['escaped twice', 'ann&amp;#64;office&amp;amp;period;test', alias],
  ['in UTF-7', 'ann+AEA-office.test', alias],
  ['with a decoy in its host', 'ann@NOSPAM.office.test', alias],
  ['with a decoy in its name', 'ann.nospam@office.test', alias],
  ['with another decoy', 'annREMOVETHIS@office.test', alias],
  ['with the long s', 'ann@office.te\u017ft', alias],
  ['in small letters above the line', '\u1d43\u207f\u207f@office.test', alias],
  ['in letters in squares', '\u{1f130}\u{1f13d}\u{1f13d}@office.test', alias],
  ['with the name of its sign', 'ann at-sign office dot test', alias],
  ['with what India calls its sign', 'ann (at the rate) office.test', alias],
])('an address is the alias: %s', (_, written, expected) => {
  expect(replacer.replace(`Write to ${written}, please`, 'plain')).toBe(`Write to ${expected}, please`);
  expect(replacer.reveals(`Write to ${written}, please`)).toBe(true);
});

const aliasInAll = createAddressReplacer({ ...options, keepsOthers: false });

it.each([
  ['of a call, with a password', 'sip:ann:pw@office.test', `sip:${alias}`],
  ['of a link, with a password', 'https://ann:geheim@office.test/x', `https://${alias}/x`],
  ['as IMAP has it', '(NIL NIL "ann" "office.test")', `(NIL NIL "${alias}")`],
  ['as JSON has it', '["ann","office.test"]', `["${alias}"]`],
  ['of Windows', String.raw`office.test\ann`, 'kauke.test=my-alias'],
  ['of Matrix', '@ann:office.test', `@${alias}`],
  ['of a directory', 'uid=ann,ou=People,dc=office,dc=test', `uid=${alias}`],
  [
    'of a zone',
    'IN SOA ns1.office.test. ann.office.test. 2026112901 3600',
    `IN SOA ns1.office.test. ${alias} 2026112901 3600`,
  ],
  ['of a row of a table', 'anna;"ann","office.test";12', `anna;"${alias}";12`],
  ['of a link, with how one signs in', 'imap://ann;AUTH=*@office.test/INBOX', `imap://${alias}/INBOX`],
])('is no address but reads as one %s: nothing is sent that says something false', (_, written, otherwise) => {
  const text = `Write to ${written}, please`;
  expect(replacer.replace(text, 'plain')).toBe(text);
  expect(replacer.replaceInName(text)).toBe(text);
  expect(replacer.reveals(text)).toBe(true);
  // Of whoever lets all of it out, it is the alias.
  expect(aliasInAll.replace(text, 'plain')).toBe(`Write to ${otherwise}, please`);
});

it.each([
  ['from its end behind a mark of direction', '\u202etset.eciffo@nna\u202c'],
  ['from its end in HTML', '<bdo dir="rtl">elpmaxe.<b>emoh</b>@etavirp.nna</bdo>'],
  ['from its end behind a mark by its number', '&#8238;moc.liamg@renwo.evilo'],
  ['from its end, as scripts have it', "'tset.eciffo@nna'.split('').reverse()"],
  ['in letters that stand apart', 'I am a n n @ o f f i c e . t e s t, am I?'],
  ['in letters thirteen places further', 'naa.cevingr@ubzr.rknzcyr'],
  ['in letters that stand apart by two blanks', 'I am a  n  n  @  o  f  f  i  c  e  .  t  e  s  t'],
  ['in letters that stand apart, by more than its words', 'f r o m  a n n @ o f f i c e . t e s t  t o'],
  ['in letters apart by blanks that keep a line', Array.from('ann@office.test').join('\u00a0')],
  ['in letters apart by such blanks of HTML', Array.from('ann@office.test').join('&nbsp;')],
  ['in letters thirteen places further, with a tag', 'na<b>a</b>@bssvpr.grfg'],
  ['in letters thirteen places further, with what is not seen', 'na\u200ba@bssvpr&period;grfg'],
  ['in letters thirteen places further, with words', 'naa ng bssvpr qbg grfg'],
  ['in letters thirteen places further, over two lines', 'naa@bss\r\nvpr.grfg'],
  ['in capital letters thirteen places further', 'NAA@BSSVPR.GRFG'],
  ['by hexadecimal numbers across tags', Array.from(numbers(16, 2, '', '')).join('<b class="fade">')],
  ['by numbers of character references', numbers(16, 2, '', '').replaceAll(/./g, (sign) => `&#${sign.charCodeAt(0)};`)],
  ['by decimal numbers', `String.fromCharCode(${numbers(10, 0, '', ',')})`],
  ['by hexadecimal numbers', numbers(16, 2, '', ' ')],
  ['by hexadecimal numbers of JavaScript', numbers(16, 2, String.raw`\x`, '')],
  ['by hexadecimal numbers of C', numbers(16, 2, '0x', ', ')],
  ['by numbers of Unicode', numbers(16, 4, String.raw`\u`, '')],
  ['by octal numbers', numbers(8, 3, '\\', '')],
  ['by binary numbers', numbers(2, 8, '', '\r\n')],
])('a reader finds an address %s', (_, text) => {
  expect(replacer.reveals(`Write to ${text}.`)).toBe(true);
  expect(replacer.reveals(`${'some words\r\n'.repeat(30_000)}${text}`)).toBe(true);
});

it.each([
  'annATofficeDOTtesting',
  'joannATofficeDOTtest',
  'anna(comment)@office.test',
  'ann: office.test',
  'Ann (the boss) and office.test',
  'support: ann:bob@office.test',
  'sip:joann:pw@office.test',
  'a n n a @ o f f i c e . t e s t',
  'tset.eciffo@annaoj',
  'uid=bob,dc=office,dc=test',
  'SOA ns1.office.test. hostmaster.office.test. 2026',
  'See ann.office.test. 3 days',
  '"anna" "office.test"',
  '@anna:office.test',
  'ann.nospamming@office.test',
  String.raw`C:\office.test\annual`,
  'ann point office',
  '61 6e 6e 61 40 6f 66 66 69 63 65 2e 74 65 73 74',
  '97,110,110,97,64,111',
  'x40 0x40 u0040',
  'naan@bssvpr.grfg',
  'naan<b>@</b>bssvpr.grfg',
  'naa ng bssvpr',
  'a  n  n  a  @  o  f  f  i  c  e  .  t  e  s  t',
  'a\u00a0n\u00a0n  o\u00a0f  t\u00a0h\u00a0e  o\u00a0f\u00a0f\u00a0i\u00a0c\u00a0e',
  '1  a  2  b  3  c  4  d  ann  office  test',
  '? AT&amp;T; &amp;amp;',
])('%s is left as it is', (text) => {
  expect(replacer.replace(text, 'plain')).toBe(text);
  expect(replacer.reveals(text)).toBe(false);
});
