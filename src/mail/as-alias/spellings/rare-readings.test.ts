import { expect, it } from 'vitest';
import { readAlike } from '#mail/as-alias/spellings/look-alikes.ts';
import { rareReadings, readingsWithoutMarks } from '#mail/as-alias/spellings/rare-readings.ts';
import { createSeeker } from '#support/address-seeker.ts';
import { createSeededRandom } from '#support/seeded-random.ts';

const own = 'ann.private@home.example';
const replacer = createSeeker('ann@office.test', own);

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Something between each few letters. */
function parted(text: string, between: string): string {
  return text.replaceAll(/.{5}/g, `$&${between}`);
}

/** As Cloudflare hides addresses of pages. */
function hide(text: string, key: number): string {
  return Buffer.from([key, ...Buffer.from(text).map((octet) => octet ^ key)]).toString('hex');
}

const encoded = inBase64(`To: ${own}, hello`);

it.each([
  ['turned letters and words that are not', 'naa.cevingr at ubzr dot rknzcyr'],
  ['turned letters and words in brackets', 'naa.cevingr [at] ubzr [dot] rknzcyr'],
  ['turned letters and words of other languages', 'naa.cevingr arobase ubzr point rknzcyr'],
  ['turned letters and capital words', 'naaATbssvprDOTgrfg'],
  ['turned letters in tags, and words', '<i>naa.cevingr</i> at <b>ubzr</b> dot rknzcyr'],
  ['turned letters behind a dash', 'znvy-naa.cevingr@ubzr.rknzcyr'],
  ['turned letters behind a word', 'gb.naa.cevingr@ubzr.rknzcyr'],
  ['turned letters behind a name', 'wbr.naa@bssvpr.grfg'],
  ['base64 across tags', parted(encoded, '<b class="x">')],
  ['base64 across breaks that are not seen', parted(encoded, '<wbr>')],
  ['base64 across references', parted(encoded, '&shy;')],
  ['base64 in quotes of a mail program that names their writers', encoded.replaceAll(/.{12}/g, '$&\r\nbob> ')],
  ['base64 with signs that are none of it', parted(encoded, '.')],
  ['base64 in strings', `"${parted(encoded, '" +\r\n  "')}"`],
  ['base64 of a link', inBase64(`https://x.example/?to=${encodeURIComponent(own)}&x=1`)],
  ['base64 of words', inBase64('ann.private at home dot example')],
  ['base64 of UTF-16', Buffer.from(`To: ${own}, hello`, 'utf16le').toString('base64')],
  ['base64 of UTF-16 in words', Buffer.from('ann.private at home dot example', 'utf16le').swap16().toString('base64')],
  ['the query of a link', 'https://x.example/?user=ann.private&x=1&domain=home.example'],
  ['the query of a link in HTML', '<a href="/?a=1&amp;user=ann&amp;x=2&amp;domain=office.test&amp;y">'],
  ['the query of a link, its domain first', '?domain=office.test&user=ann'],
  ['a query within a link', 'https://x.example/?to=user%3Dann%26domain%3Doffice.test'],
  ['fields of JSON', '{"user": "ann.private", "domain": "home.example"}'],
  ['fields of JSON with others between', '{"login":"ann","active":true,"host":"imap.office.test"}'],
  ['fields of JSON within a string', String.raw`{\"user\":\"ann\",\"domain\":\"office.test\"}`],
  ['settings', 'username = ann\r\nport = 993\r\nserver = imap.office.test'],
  ['quoted settings', '> user: ann.private\r\n> domain: home.example'],
  ['a line of a log', 'level=info user=ann domain=office.test'],
  ['columns of a table', 'user,domain\r\nann,office.test\r\nbob,else.example'],
  ['columns of a spreadsheet', '1\tann\toffice.test\t2'],
  ['strings that a script joins', "['ann', 'office.test'].join('@')"],
  ['a letter that looks alike', '\u0430nn@office.test'],
  ['letters that look alike, everywhere', 'ann.pr\u0456v\u0430t\u0435@h\u043em\u0435.\u0435xampl\u0435'],
  ['small capitals', '\u1d00\u0274\u0274@\u1d0f\ua730\ua730\u026a\u1d04\u1d07.\u1d1b\u1d07\ua731\u1d1b'],
  ['a letter that looks alike, before a sign that is not seen', '\u0430\u200bnn@office.test'],
  ['a letter that looks alike, in a tag', '<b>\u0430</b>nn@office.test'],
  ['a letter that looks alike, by its number in a tag', '<b>&#1072;</b>nn@office.test'],
  ['a letter that looks alike, by its number', '&#1072;nn@office.test'],
  ['a letter that looks alike, by its octets', '%D0%B0nn@office.test'],
  ['a letter that looks alike, before words', '\u0430nn at office dot test'],
  ['a letter that looks alike, in an encoded word', `=?utf-8?B?${inBase64('\u0430nn@office.test')}?=`],
  ['a group at one host', '{anna,ann.private}@home.example'],
  ['a group of which it is the first', '[ann.private | anna] @home.example'],
  ['the text of a command', String.raw`\texttt{ann.private}@home.example`],
  ['a picture of the sign', 'ann.private<img src="at.gif" alt="@">home.example'],
  ['a picture of its word', "ann.private<IMG alt='(at)' src='at.gif'/>home.example"],
  ['what Cloudflare hides in a link', `<a href="/cdn-cgi/l/email-protection#${hide(own, 0x54)}">`],
  ['what Cloudflare hides in a page', `<span data-cfemail="${hide(own, 0x9a)}">[email&#160;protected]</span>`],
  ['letters between dashes', Array.from(own).join('-')],
  ['letters between blanks and what is not seen', Array.from('ann@office.test').join(' \u200b \u200b ')],
  ['letters between more of these', Array.from('ann@office.test').join(' \u200b \u200b &zwnj; ')],
  ['letters between stars', Array.from(own).join('*')],
  ['encoded words', `=?utf-8?B?${inBase64('To: ann.pri')}?=\r\n =?utf-8?B?${inBase64('vate@home.example')}?=`],
  ['encoded words in quoted-printable', '=?utf-8?Q?ann.pri?= =?utf-8?Q?vate=40home.example?='],
  ['bold signs of Markdown', 'ann.private**@**home.example'],
  ['signs of Markdown that keep their width', 'ann.private`@`home.example'],
  ['a link of Markdown', '[ann.private](mailto:)@home.example'],
  ['tags of forums', 'ann.pri[b]vate[/b]@home.example'],
  ['two strings of a program', `'ann.private' + '@' + 'home.example'`],
  ['strings of PHP', `'ann.private' . "@" . 'home.example'`],
  ['a template', '`ann.private${"@"}home.example`'],
  ['a formula', 'ann.private$@$home.example'],
  ['a comma for a dot', 'ann@office,test'],
  ['a dot in the middle of a line', 'ann@office\u00b7test'],
  ['what is not shown by its style', 'ann.private<span style="visibility:hidden">x</span>@home.example'],
  ['what has no size', 'ann.private<span style="font-size: 0">x</span>@home.example'],
  ['what is hidden', 'ann.private<span hidden>x</span>@home.example'],
  ['what a class hides', '<style>.h{display:none}</style>ann.pri<i class="h">no <b>spam</b></i>vate@home.example'],
  ['what nobody sees', 'ann.private<span style="opacity:0">x</span>@home.example'],
  ['what is beside the page', 'ann.private<a style="position:absolute;left:-9999px">x</a>@home.example'],
  ['a name from its end', 'etavirp.nna@home.example'],
  ['a host from its end', 'ann.private@elpmaxe.emoh'],
  ['what an element turns', '<bdo dir=rtl>nna</bdo>@office.test'],
  ['what a style turns', '<span style="direction: rtl; unicode-bidi:bidi-override">nna</span>@office.test'],
  ['what a mark turns', 'ann@\u202etset.eciffo\u202c'],
  ['what the number of a mark turns', '&#x202e;nna&#8236;@office.test'],
  ['base64 of base64', inBase64(inBase64(`To: ${own}, hello`))],
  ['base64 of base64 in lines', parted(inBase64(inBase64(`xx ann@office.test`)), '\r\n')],
  ['hexadecimal numbers of UTF-16', Buffer.from(own, 'utf16le').toString('hex')],
  ['escapes of styles', Array.from(own, (one) => `\\${one.charCodeAt(0).toString(16).padStart(6, '0')}`).join('')],
  ['underlined letters', Array.from(own, (one) => `${one}\u0332`).join('')],
  ['letters in squares', own.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1f170 + one.charCodeAt(0) - 0x61))],
  ['letters of flags', own.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1f1e6 + one.charCodeAt(0) - 0x61))],
  ['a picture of a letter', 'ann.private \u{1f4e7} home.example'],
  ['what is told in order', 'ann.private, then @home.example'],
  ['brackets around both', '<ann.private>@<home.example>'],
  ['two strings beside each other', '"ann.private@"\r\n"home.example"'],
  ['a list that a program joins', "concat('ann.private', '@', 'home.example')"],
  ['strings that are appended', 'append("ann.private").append("@").append("home.example")'],
  ['cells of HTML', '<tr>\r\n<td><b>ann.private</b></td>\r\n<td align=left>home.example</td></tr>'],
  ['a table of HTML', '<tr><th>User</th><th>Domain</th></tr><tr><td>ann.private</td><td>home.example</td></tr>'],
  ['settings of HTML', '<tr><td>Username:</td><td>ann</td></tr><tr><td>Server</td><td>office.test</td></tr>'],
  ['lines of HTML', '<b>User:</b> ann.private<br><b>Server:</b> home.example<br>'],
  ['a list of HTML', '<dl><dt>User</dt><dd>ann</dd><dt>Domain</dt><dd>office.test</dd></dl>'],
  ['fields of XML', '<account>\r\n  <username>ann</username>\r\n  <host>imap.office.test</host>\r\n</account>'],
  ['fields of a form', '<input name="user" value="ann.private"><input name="domain" value="home.example">'],
  ['settings of macOS', '<key>user</key><string>ann</string><key>host</key><string>office.test</string>'],
])('a reader finds an address in %s', (_, text) => {
  expect(replacer.reveals(`Write to ${text}, please`)).toBe(true);
  expect(replacer.reveals(`${'some words\r\n'.repeat(12_000)}${text}`)).toBe(true);
});

it.each([
  ['an invoice', 'Invoice 2026-114; net 1,250.00 EUR; VAT 21 % = 262.50; pay to LT12 1000 0111 0100 1000'],
  ['a list of others', 'name,email\nanna,anna@office.test\nbob,bob@home.example\n"Li, Wei","li.wei@office.test"'],
  ['code', 'const at = "office" + ".test"; const dot = { ann: 1, office: [2], test: /x/ };'],
  ['a table', '| Ann | office | test |\n|-----|--------|------|\n| private | home | example |'],
  ['a link', 'https://office.test/ann?utm=private&home=example#at'],
  ['prose', 'Ann is at the office, test results follow. Private: home by 5. An example dot com.'],
  ['groups of others', 'See {anna,bob}@office.test and [joann|eve]@home.example'],
  ['a place of code', 'git clone git@home.example:ann/private.git'],
  ['pictures', '<img src="x.png" alt="@ the office"> <b>ann</b> said: <i>test</i>'],
  ['a page without sizes', '<td style="font-size:0">Ann</td><td>office.test</td>'],
  [
    'what Cloudflare hides of others',
    `<a data-cfemail="${hide('joann@office.test', 0x11)}" href="/email-protection#12">`,
  ],
  ['a template of others', 'function f(a, n) { return `${a}${n}` + "@" + host; } // office.test ann'],
  ['encoded words of others', `=?utf-8?Q?Ann_from_the_office?= =?utf-8?B?${inBase64('test')}?= <bob@office.test>`],
  ['base64', inBase64('ann writes to bob at the office.test host, private and home.example')],
  ['base64 of UTF-16', Buffer.from('ann writes to bob at the office.test host, private', 'utf16le').toString('base64')],
  ['turned words', 'naan ng bssvpr: a word; cevingr, ubzr, rknzcyr; an at, an dot'],
  ['words by letters', 'a-n-n a-t t-h-e o-f-f-i-c-e; o*f*f*i*c*e'],
  ['a question to a database', `UPDATE users SET host = "office.test" WHERE name = "ann" AND domain = "home.example"`],
  ['a link to others', 'mailto:joann@office.test?subject=ann%20at%20office&cc=private@home.example'],
  ['a table of words', 'ann,office,test\nprivate,home,example\n"anna","office.test"'],
  ['commands', 'ssh ann.private2@home.example -p 22; scp x joe:pw@home.example:/y; imap://joann;AUTH=*@office.test/'],
  ['tags of forums around words', '[b]ann[/b] went to [url=https://office.test]office[/url], at the rate of 3 %'],
  [
    'tags beside what names a host',
    '<td class=ann.private>@home.example <a href="https://x.example/ann.private/">@home.example</a>',
  ],
  [
    'queries of others',
    'user=anna&domain=office.test / user=ann&domain=office.test.org / domain=home.example&user=ann.privat',
  ],
  ['fields of others', '{"user":"ann.smith","domain":"office.test"} {"domain":"office.test","user":"joann"}'],
  ['settings of others', 'Username: bob\r\nHello Ann\r\nDomain: office.test'],
  ['words about a domain', 'Domain: office.test\r\n\r\nDear Ann, your account; user Ann of domain office.test'],
  ['words in a row', 'I told Ann, office.test is down, ann, office.test, and xann,office.test\nann,office.test.org'],
  ['addresses at hosts of other letters', '\u0430nn ann@office.test.\u0440\u0444'],
  ['texts of other letters', '\u041f\u0440\u0438\u0432\u0435\u0442, Ann! office.test; \u0430nn\u0430@office.test'],
  ['brackets of one word', 'Ask somebody (see ann.private) @home.example'],
  [
    'a signature in cells',
    '<tr><td>Ann</td><td>office.test</td></tr><tr><td>Ann Private</td><td>home.example</td></tr>',
  ],
  ['a signature in lines', '<p>Ann</p><p>office.test</p>Ann<br>office.test<br>+370 600 00000'],
  ['a table about a domain', '<tr><td>Account:</td><td>Ann</td></tr><tr><td>Domain:</td><td>office.test</td></tr>'],
  ['a word beside a page', '<tr><td>ann</td><td>office.test</td></tr>'],
  [
    'a sentence in a cell',
    '<table><tr><td>Server</td><td>office.test</td></tr><tr><td>User</td><td>ann left</td></tr>',
  ],
  ['a sentence in a line of HTML', '<p>Domain: office.test</p><p>Login: ann left</p>'],
  ['a sentence in a line', 'Server: office.test\nBenutzer: Ann hat gefragt'],
  ['a name and a picture', 'Ann \u{1f4e7} office.test, Ann.Private \u2709 home.example, Ann\u2709\ufe0foffice.test'],
  ['people of XML', '<person><name>Ann</name><firm><name>Office</name><domain>office.test</domain></firm></person>'],
  ['a short name that is another from its end', 'nna@office.test'],
  [
    'texts from right to left',
    '<p dir="rtl">\u05e9\u05dc\u05d5\u05dd Ann</p> office.test <div dir=rtl>nna</div> @office',
  ],
  ['words within words', 'Read<i>ann</i>able at <b>office</b>.test, pri<b>v</b>ate@<i>h</i>home.example'],
  ['small signs', '\u1d43\u207f\u207f is a note\u00b9; H\u2082O; 5\u1d57\u02b0 of May; x\u00b2 + y\u00b2'],
])('%s is left as it is', (_, text) => {
  expect(replacer.replace(text, 'plain')).toBe(text);
  expect(replacer.replace(text, 'html')).toBe(text);
  expect(replacer.reveals(text)).toBe(false);
});

it.each([
  ['ann@осос.example', '"ann" + "@осос.example" y'],
  ['ann@осос.example', 'ann[b]@[/b]осос.example yа y'],
  ['ann@осос.example', 'ann<img alt="@">осос.example yа'],
  ['ann@осос.example', `=?utf-8?q?ann?= =?utf-8?q?=40?= =?utf-8?b?${inBase64('осос.example yа')}?=`],
  ['росс@home.example', '"росс" + "@home.example" y'],
  ['росс@home.example', 'росс[b]@[/b]home.example yа y'],
  ['νικος@home.example', 'νικος[b]@[/b]home.example yа y'],
])('an address of letters that look like others, %s, is found in %s', (address, text) => {
  expect(createSeeker(address).reveals(`x ${text}`)).toBe(true);
});

it('whatever groups a text has, a reading of them is no longer than the text', () => {
  const group = `{${'a,'.repeat(249)}a}@${'h'.repeat(250)} `;
  const text = group.repeat(100);
  const lengths = Array.from(readingsWithoutMarks(text), (reading) => reading.length);
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(text.length + group.length);
  expect(rareReadings(`<img alt="@">${'=?utf-8?q?a?= [/b]'.repeat(40_000)}`)).toEqual([]);
});

it('letters that look alike are read in no more letters, and only where a word mixes them', () => {
  expect(readAlike('Don&#8217;t, \u043f\u0440\u0438\u0432\u0435\u0442! @home %D0%9F%D1%80')).toBe(
    'Don&#8217;t, \u043f\u0440\u0438\u0432\u0435\u0442! @home %D0%9F%D1%80',
  );
  const text = '\u0430n&#1072;n%D0%B0n '.repeat(1000);
  expect(readAlike(text)).toBe('ananan '.repeat(1000));
});

it('all that a text is besides is one reading', () => {
  const text = `<img alt="@"> [/b] "a" + "b" =?utf-8?q?c?= data-cfemail="${hide(own, 0x54)}"`;
  expect(rareReadings(text)).toHaveLength(1);
  expect(rareReadings('nothing of it')).toEqual([]);
});

/** By hand, and not by the table of letters that the search has. */
function turn(text: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return [...text]
    .map((letter) => {
      const at = letters.indexOf(letter.toLowerCase());
      const turned = at === -1 ? letter : (letters[(at + 13) % 26] ?? '');
      return at !== -1 && letter !== letter.toLowerCase() ? turned.toUpperCase() : turned;
    })
    .join('');
}

it('what is found in any text is found in its turned names, from its end, in base64 and in strings', () => {
  const { pick, below } = createSeededRandom(20_261_130);
  const signs = ['@', ' at ', ' [at] ', 'AT', '.', ' dot ', ' (dot) ', 'DOT', '-', ' ', '\r\n'];
  const words = ['ann', 'private', 'home', 'example', 'office', 'test', 'anna', 'x', 'example'];
  let found = 0;
  for (let round = 0; round < 1500; round += 1) {
    const named = ['ann', '@', 'office', '.', 'test'].map((part) =>
      /[@.]/.test(part) ? pick([part, ...signs]) : part,
    );
    const around = (): string[] => Array.from({ length: below(6) }, () => pick([...words, ...signs]));
    const pieces = [...around(), ' ', ...named, ' ', ...around()];
    const text = pieces.join('');
    if (!replacer.reveals(text)) continue;
    found += 1;
    const turned = pieces.map((piece) => (signs.includes(piece) ? piece : turn(piece))).join('');
    const written = { turned, whole: turn(text), back: [...text].toReversed().join('') };
    const seen = Object.entries(written).filter(([, one]) => !replacer.reveals(one));
    expect([text, seen]).toEqual([text, []]);
  }
  expect(found).toBeGreaterThan(150);
});
