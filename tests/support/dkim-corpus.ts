import type { DkimResult } from '#protocol/dkim/check-signature.ts';
import type { CorpusKeys } from '#support/corpus-keys.ts';
import { canonicalBody, joinParts, signRawDkim, type RawParts, type Tags } from '#support/sign-raw.ts';

/** One message and what must come of its signatures, from the top. */
export interface DkimCase {
  readonly name: string;
  readonly message: Buffer;
  readonly results: readonly DkimResult[];
}

/** When the corpus is verified. */
export const corpusTime = new Date('2026-11-21T12:00:00Z');
const seconds = corpusTime.getTime() / 1000;

export const corpusMessage: RawParts = {
  fields: [
    'From: "Ann" <ann@author.test>\r\n',
    'To: <reader@kauke.test>\r\n',
    'Subject: the  quarterly\r\n\treport\r\n',
    'Date: Sat, 21 Nov 2026 11:59:00 +0000\r\n',
    'Message-ID: <1@author.test>\r\n',
  ],
  body: 'Dear reader,\r\n\r\nthe  report \t is here. \r\n..\r\nAnn\r\n\r\n\r\n',
};

const forms = ['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple'];
const long = `${'word '.repeat(180)}\r\n`;
const bodies: Readonly<Record<string, string>> = {
  'an empty body': '',
  'only line ends': '\r\n\r\n\r\n',
  'only blanks': ' \t ',
  'blanks and line ends': ' \r\n\t\r\n \r\n',
  'no line end at the end': 'a\r\nb',
  'blanks at the end without a line end': 'a \t',
  'trailing blank lines of blanks': 'a\r\n \r\n\t\t\r\n\r\n',
  'tabs and runs of blanks': '\ta\t \tb  c\r\n  d \r\n',
  'octets of UTF-8 and Latin-1': 'caf\u00c3\u00a9 \u00e9\u00a0\r\n\u00a0 \r\n',
  'long lines': long.repeat(30),
  'a long stretch of base64': `${`${'QUJD'.repeat(19)}\r\n`.repeat(300)} \r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(300)}`,
};

/** Builds the DKIM half of the corpus. */
export function makeDkimCases({ author }: CorpusKeys): DkimCase[] {
  const cases: DkimCase[] = [];
  const add = (name: string, parts: RawParts, ...results: DkimResult[]): void => {
    cases.push({ name, message: joinParts(parts), results });
  };
  const signed = (parts: RawParts, tags: Tags = {}, selector?: string): RawParts => ({
    ...parts,
    fields: [signRawDkim(parts, author(selector), tags), ...parts.fields],
  });
  const change = (parts: RawParts, from: string, to: string): RawParts => ({
    ...parts,
    fields: parts.fields.map((field) => field.replace(from, to)),
  });
  const m = corpusMessage;
  const afterSigning = (edit: (parts: RawParts) => RawParts, tags: Tags = {}): RawParts => edit(signed(m, tags));

  for (const c of forms) {
    add(`rsa in ${c}`, signed(m, { c }), 'pass');
    add(`ed25519 in ${c}`, signed(m, { c }, 'edwards'), 'pass');
    for (const [what, body] of Object.entries(bodies)) add(`${what} in ${c}`, signed({ ...m, body }, { c }), 'pass');
  }
  add('no c=', signed(m, { c: null }), 'pass');
  add('c= of the header alone', signed(m, { c: 'relaxed' }), 'pass');
  add('an unknown c=', signed(m, { c: 'loose/loose' }), 'neutral');

  const longer = (parts: RawParts): RawParts => ({ ...parts, body: `${canonicalBody(parts.body, 'simple')}more\r\n` });
  const blanker = (parts: RawParts): RawParts => ({ ...parts, body: parts.body.replaceAll(' ', '  ') });
  add('a body with more at its end', afterSigning(longer), 'fail');
  add('a body with other blanks, relaxed', afterSigning(blanker), 'pass');
  add('a body with other blanks, simple', afterSigning(blanker, { c: 'simple/simple' }), 'fail');
  add('a changed Subject', change(signed(m), 'quarterly', 'yearly'), 'fail');
  add('a refolded Subject, relaxed', change(signed(m), 'the  quarterly\r\n\t', '\tthe quarterly '), 'pass');
  add('a refolded Subject, simple', change(signed(m, { c: 'simple/simple' }), 'the  ', 'the '), 'fail');
  add('a field name in capitals, relaxed', change(signed(m), 'To:', 'TO :'), 'pass');
  add('a field name in capitals, simple', change(signed(m, { c: 'simple/simple' }), 'To:', 'TO:'), 'fail');
  add('a field that is not signed', change(signed(m), '<1@', '<2@'), 'pass');

  add('expired', signed(m, { t: '1700000000', x: '1700000001' }), 'neutral');
  add('not expired', signed(m, { t: '1700000000', x: `${seconds + 60}` }), 'pass');
  add('made in the future', signed(m, { t: `${seconds + 86_400}` }), 'pass');
  add('expired before it was made', signed(m, { t: `${seconds}`, x: `${seconds - 60}` }), 'neutral');
  add('a time that is no number', signed(m, { t: 'yesterday' }), 'neutral');

  const keys: Readonly<Record<string, DkimResult>> = {
    weak: 'policy',
    small: 'pass',
    bare: 'pass',
    terse: 'pass',
    spaced: 'pass',
    wrong: 'fail',
    revoked: 'neutral',
    garbage: 'neutral',
    broken: 'neutral',
    textual: 'neutral',
    doubled: 'neutral',
    future: 'neutral',
    late: 'neutral',
    unknown: 'neutral',
    mistyped: 'neutral',
    sha1: 'neutral',
    both: 'pass',
    web: 'neutral',
    email: 'pass',
    strict: 'pass',
    testing: 'pass',
    trouble: 'temperror',
    absent: 'neutral',
    two: 'pass',
    twisted: 'pass',
  };
  for (const [selector, result] of Object.entries(keys)) add(`the key ${selector}`, signed(m, {}, selector), result);

  const lengthOf = (c: string): number => canonicalBody(m.body, c === 'simple' ? 'simple' : 'relaxed').length;
  add('l= of less than the body', signed(m, { l: '20' }), 'policy');
  add('l=0', signed(m, { l: '0' }), 'policy');
  add('l= of the whole body', signed(m, { l: `${lengthOf('relaxed')}` }), 'pass');
  add('l= of the whole body, simple', signed(m, { c: 'relaxed/simple', l: `${lengthOf('simple')}` }), 'pass');
  add('l= of more than the body', signed(m, { l: `${lengthOf('relaxed') + 1}` }), 'neutral');
  add('l= and more at the end', longer(signed(m, { c: 'simple/simple', l: `${lengthOf('simple')}` })), 'policy');
  add('l= and another beginning', { ...signed(m, { l: '20' }), body: `X${m.body}` }, 'policy');
  add('l= that is no number', signed(m, { l: '-1' }), 'neutral');

  add('two signatures', signed(signed(m), {}, 'edwards'), 'pass', 'pass');
  add('a good and a bad signature', signed(signed(m, {}, 'wrong'), {}), 'pass', 'fail');
  add(
    'four limits and forms at once',
    signed(signed(signed(signed(m, { l: '5' }), { l: '9' }), { c: 'simple/simple' }), { c: 'relaxed/simple', l: '7' }),
    'policy',
    'pass',
    'policy',
    'policy',
  );
  let many = m;
  for (let count = 0; count < 12; count += 1) many = signed(many);
  add('twelve signatures', many, ...Array<DkimResult>(10).fill('pass'));
  add('no signature', m);

  add('From is not signed', signed(m, { h: 'to:subject:date' }), 'neutral');
  add('names in capitals, blanks and folds in h=', signed(m, { h: 'From :\r\n\tTO: Subject' }), 'pass');
  add('names of absent fields in h=', signed(m, { h: 'from:cc:x-none:subject' }), 'pass');
  add('an empty h=', signed(m, { h: '' }), 'neutral');
  const oversigned = signed(m, { h: 'from:from:to:subject' });
  const secondFrom = (parts: RawParts): RawParts => ({ ...parts, fields: ['From: <e@vil.test>\r\n', ...parts.fields] });
  add('From signed twice', oversigned, 'pass');
  add('a second From where it was signed twice', secondFrom(oversigned), 'fail');
  const twice = { ...m, fields: [...m.fields, 'Subject: another\r\n'] };
  add('the lower of two Subjects', change(signed(twice), 'quarterly', 'yearly'), 'pass');
  add('both Subjects', signed(twice, { h: 'from:subject:subject' }), 'pass');
  const swapped = signed(twice, { h: 'from:subject:subject' }).fields;
  add('both Subjects, swapped', { ...m, fields: [...swapped.slice(0, 3), ...swapped.slice(3).toReversed()] }, 'fail');

  add('i= of the domain', signed(m, { i: 'ann@author.test' }), 'pass');
  add('i= of a subdomain', signed(m, { i: '@mail.Author.test' }), 'pass');
  add('i= of a subdomain against t=s', signed(m, { i: '@mail.author.test' }, 'strict'), 'neutral');
  add('i= of the domain against t=s', signed(m, { i: '@author.test' }, 'strict'), 'pass');
  add('i= of another domain', signed(m, { i: '@other.test' }), 'neutral');
  add('i= of a longer name', signed(m, { i: '@evilauthor.test' }), 'neutral');
  add('i= without @', signed(m, { i: 'author.test' }), 'neutral');

  add('a tag twice', change(signed(m), 'v=1;', 'v=1; v=1;'), 'neutral');
  add('an empty tag', change(signed(m), 'v=1;', 'v=1;;'), 'neutral');
  add('a tag without a value', signed(m, { n: '' }), 'pass');
  add('an unknown tag', signed(m, { r: 'y', zz_9: 'anything at all' }), 'pass');
  add('a final semicolon', signed(m, { b: '', zz: 'x;' }), 'pass');
  add('another version', signed(m, { v: '2' }), 'neutral');
  add('a version of 1.0', signed(m, { v: '1.0' }), 'neutral');
  for (const tag of ['v', 'a', 'bh', 'd', 'h', 's']) add(`no ${tag}=`, signed(m, { [tag]: null }), 'neutral');
  add('no b=', change(signed(m, { zz: 'x' }), 'b=', 'bb='), 'neutral');
  add('a b= that is not base64', change(signed(m), ' b=', ' b=*'), 'neutral');
  add('rsa-sha1', signed(m, { a: 'rsa-sha1' }), 'policy');
  add('an unknown algorithm', signed(m, { a: 'rsa-md5' }), 'neutral');
  add('an algorithm that is not that of the key', signed(m, { a: 'ed25519-sha256' }), 'neutral');
  add('an algorithm in capitals', signed(m, { a: 'RSA-SHA256' }), 'pass');
  add('q=dns/txt', signed(m, { q: 'dns/txt' }), 'pass');
  add('another q=', signed(m, { q: 'http/get' }), 'neutral');
  add('z= that looks like b=', signed(m, { z: 'Subject:b=3Dx|b:b' }), 'pass');
  add('d= in capitals', signed(m, { d: 'AUTHOR.test' }), 'pass');
  add('d= that is no name', signed(m, { d: 'author..test' }), 'neutral');
  add('d= in Unicode', signed(m, { d: 'm\u00c3\u00bcnchen.test' }), 'pass');
  add('an encoded i=', signed(m, { i: 'ann=2Bx@author.test' }), 'pass');
  add('an i= that is encoded whole', signed(m, { i: 'ann=40mail=2eauthor=2Etest' }), 'pass');
  add('an encoded i= of another domain', signed(m, { i: 'ann=40author.test=40other.test' }), 'neutral');
  add(
    '8-bit fields',
    signed({ ...m, fields: ['From: Z\u00c3\u00bc\u00a0 <ann@author.test>\r\n', 'To:\u00e9 \u00e9\r\n'] }),
    'pass',
  );
  add('fields of blanks', signed({ ...m, fields: [...m.fields.slice(0, 1), 'Subject:\r\n', 'To: \t\r\n'] }), 'pass');
  return cases;
}
