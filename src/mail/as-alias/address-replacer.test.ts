import { describe, expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const alias = 'my-alias@kauke.test';
const bob = 'bob@sender.example';
const token = 'abcdefghijklmnopqrstuvwxyz';
const otherToken = 'zyxwvutsrqponmlkjihgfedcba';
const reverse = `reply=${token}@kauke.test`;

const isPublicHost = await loadPublicHostCheck();
const replacer = createAddressReplacer({
  keepsOthers: true,
  isPublicHost,
  otherNames: [],
  names: ['Ann Private'],
  hidden: ['ann.private@office.example', 'ann@home.example', 'jörg@xn--bcher-kva.example', 'olive.owner@gmail.com'],
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
    ['in quotes, without the name', '> "Ann" <ann.private@office.example> wrote', `> <${alias}> wrote`],
    ['with a tag', 'ann.private+shop@office.example', alias],
    [
      'in percent form',
      'https://x.example/?q=%3Aann.private%40office.example',
      'https://x.example/?q=%3Amy-alias%40kauke.test',
    ],
    ['between underscores', '_ann.private@office.example_', `_${alias}_`],
    ['after letters of another script', 'メールann.private@office.example', `メール${alias}`],
    ['in words', 'Ann (ann.private at office.example)', `(${alias})`],
    ['as another of the owner’s inboxes', 'ann@home.example', alias],
    [
      'as somebody else’s longer address',
      'joann.private@office.example, mary@office.example',
      'joann.private@office.example, mary@office.example',
    ],
    ['as a reverse address', `<${reverse}> and reply=${otherToken}@kauke.test`, `<${bob}> and o'brien&co@example.com`],
    [
      'within a bounce address',
      'bounce+1-ann.private=office.example@list.example',
      'bounce+1-my-alias=kauke.test@list.example',
    ],
    [
      'within a rewritten sender',
      'SRS0=x=tt=office.example=ann.private@fwd.example',
      'SRS0=x=tt=kauke.test=my-alias@fwd.example',
    ],
    ['by an old relay', 'ann.private%office.example@relay.example', 'my-alias%kauke.test@relay.example'],
    ['with wide signs', 'ann．private＠ｏｆｆｉｃｅ.example', alias],
    ['with words for its signs', 'ann [dot] private [at] office dot example', alias],
    ['of Gmail without its dots', 'olive.owner@gmail.com, oliveowner@googlemail.com', `${alias}, ${alias}`],
    ['of Gmail with more dots and a tag', 'o.liveowner+x@gmail.com Ol.Ive.Owner@GoogleMail.com', `${alias} ${alias}`],
    [
      'of another Gmail user',
      'olive.owners@gmail.com, olive.owner@mail.example',
      'olive.owners@gmail.com, olive.owner@mail.example',
    ],
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

  const own = 'ann.private@office.example';
  it.each([
    [
      'of Gmail',
      `On Sat, Nov 21, 2026 at 1:02 PM Ann Private <${own}> wrote:`,
      `On Sat, Nov 21, 2026 at 1:02 PM <${alias}> wrote:`,
    ],
    [
      'of Gmail, wrapped',
      `On Sat, Nov 21, 2026 at 1:02 PM Ann Private <\r\n${own}> wrote:`,
      `On Sat, Nov 21, 2026 at 1:02 PM <\r\n${alias}> wrote:`,
    ],
    [
      'of Gmail in Spanish',
      `El sáb, 21 nov 2026 a las 13:02, Ann Private (<${own}>) escribió:`,
      `El sáb, 21 nov 2026 a las 13:02, (<${alias}>) escribió:`,
    ],
    [
      'of a German program',
      `Am 21.11.26 um 13:02 schrieb Prof. Dr. Ärzte-Müller <${own}>:`,
      `Am 21.11.26 um 13:02 schrieb <${alias}>:`,
    ],
    ['that is wrapped', `> On 21. Nov 2026, ann\r\n> PRIVATE <${own}> wrote`, `> On 21. Nov 2026, <${alias}> wrote`],
    ['in quotes', `On 21/11/2026, "Private, Ann (Sales)" <${own}> wrote:`, `On 21/11/2026, <${alias}> wrote:`],
    ['after a label', `From: private, a.\t<${own}>\r\nSent: x`, `From: <${alias}>\r\nSent: x`],
    [
      'in a list',
      `To: Bob Builder <bob@sender.example>; ann p <${own}>`,
      `To: Bob Builder <bob@sender.example>; <${alias}>`,
    ],
    ['of old Outlook', `From: Ann van der Private [mailto:${own}]`, `From: [mailto:${alias}]`],
    ['of Outlook', `From: Ann Private<mailto:${own}>`, `From: <mailto:${alias}>`],
    ['without brackets', `ann private ${own} wrote`, `${alias} wrote`],
    ['behind it', `${own} (Ann P. Private) writes:`, `${alias} writes:`],
    ['without capitals', `2026年11月21日 13:02 安妮 <${own}>:`, `2026年11月21日 13:02 <${alias}>:`],
  ])('replaces an address and the name beside it in plain text, %s', (_, text, expected) => {
    expect(replacer.replace(text, 'plain')).toBe(expected);
  });

  it.each([
    `Please write to me at <${own}>`,
    `Ask Bob, or me: ${own}`,
    `"email": "<${own}>", "name": "x"`,
    `We meet at 13:02 CET in the office, and you write to <${own}>`,
    `On 21. Nov 2026, at 13:02, Bob Builder <bob@sender.example> wrote:\r\n> to <${own}>`,
    `Dear Bob,\r\n\r\nthe new one is <${own}>, for Carol Cook <carol@friends.example>`,
  ])('keeps the words around an address: %s', (text) => {
    expect(replacer.replace(text, 'plain')).toBe(text.replace(own, alias));
  });

  const link = `<a href="mailto:${own}">${own}</a>`;
  const aliasLink = `<a href="mailto:${alias}">${alias}</a>`;
  it.each([
    ['of Gmail', `at 1:02 PM Ann Private &lt;${link}&gt; wrote:<br>`, `at 1:02 PM &lt;${aliasLink}&gt; wrote:<br>`],
    [
      'of Gmail, forwarded',
      `Von: <strong class="x" dir="auto">A. Private</strong> <span dir="auto">&lt;${link}&gt;</span><br>`,
      `Von: <strong class="x" dir="auto"></strong> <span dir="auto">&lt;${aliasLink}&gt;</span><br>`,
    ],
    [
      'of Outlook',
      `<b>Von:</b> private, ann &lt;${own}&gt;<br><b>Gesendet:</b>`,
      `<b>Von:</b> &lt;${alias}&gt;<br><b>Gesendet:</b>`,
    ],
    ['in quotes', `&quot;Private, Ann&quot; &lt;${own}&gt; wrote`, `&lt;${alias}&gt; wrote`],
    [
      'as the words of a link',
      `On Monday, <a class="x" href="mailto:${own}">Ann Private</a> wrote`,
      `On Monday, <a class="x" href="mailto:${alias}">${alias}</a> wrote`,
    ],
    ['as a mention', `Hi <a id=1 href="mailto:${own}">@Ann P.</a>!`, `Hi <a id=1 href="mailto:${alias}">${alias}</a>!`],
    [
      'in a link',
      `<a href="mailto:Ann%20Private%20%3C${own.replace('@', '%40')}%3E">x</a>`,
      '<a href="mailto:%3Cmy-alias%40kauke.test%3E">x</a>',
    ],
    ['in a title', `<span title="Ann Private &lt;${own}&gt;">x</span>`, `<span title="&lt;${alias}&gt;">x</span>`],
    ['with references', `J&uuml;rgen M&#228;rz &lt;${own}&gt;`, `&lt;${alias}&gt;`],
  ])('replaces an address and the name beside it in HTML, %s', (_, html, expected) => {
    expect(replacer.replace(html, 'html')).toBe(expected);
  });

  it.each([
    `<p>Dear Bob</p><p>Write to me at &lt;${own}&gt;</p>`,
    `<a href="mailto:${own}">write to me</a>`,
    `<td>Carol Cook</td><td>${own}</td>`,
  ])('keeps the words around an address in HTML: %s', (html) => {
    expect(replacer.replace(html, 'html')).toBe(html.replace(own, alias));
  });

  it.each([
    ['On November 21, 2026 1:02:00 PM GMT+01:00, Bob', 'On November 21, 2026 1:02:00 PM, Bob'],
    ['On Saturday, November 21, 2026 at 01:02:03 PM GMT+1, Bob', 'On Saturday, November 21, 2026 at 01:02:03 PM, Bob'],
    ['Am 21. November 2026 13:02:00 MEZ schrieb Bob', 'Am 21. November 2026 13:02:00 schrieb Bob'],
    ['2026-11-21 13:02 (+0100) Bob', '2026-11-21 13:02 Bob'],
    ['Between 13:00-14:00, at 13:02 BOB', 'Between 13:00-14:00, at 13:02 BOB'],
  ])('takes the time zone out of %j', (text, expected) => {
    expect(replacer.replace(`${text} <${reverse}> wrote:`, 'plain')).toBe(`${expected} <${bob}> wrote:`);
  });

  it.each([
    [
      'plain',
      'On Sat, Nov 21, 2026 at 01:02:03PM +0100, Ann Private wrote:\r\n> x',
      `On Sat, Nov 21, 2026 at 01:02:03PM, ${alias} wrote:\r\n> x`,
    ],
    [
      'plain',
      '> On 21/11/2026 13:02, Ann\r\n> Private wrote:\r\n>\r\n>> x',
      `> On 21/11/2026 13:02, ${alias} wrote:\r\n>\r\n>> x`,
    ],
    [
      'plain',
      'From: Ann Private\r\nSent: Monday\r\nTo: Private, Ann; Bob',
      `From: ${alias}\r\nSent: Monday\r\nTo: ${alias}; Bob`,
    ],
    [
      'html',
      '<p>Ann Private</p><div class="x">On 21/11/2026 13:02 CET, Ann Private wrote:<br></div><blockquote type="cite">',
      `<p>Ann Private</p><div class="x">On 21/11/2026 13:02, ${alias} wrote:<br></div><blockquote type="cite">`,
    ],
    ['plain', `To: Ann Private <${alias}>`, `To: <${alias}>`],
    [
      'html',
      `<b>An:</b> Private, Ann &lt;<a href="mailto:${alias}">${alias}</a>`,
      `<b>An:</b> &lt;<a href="mailto:${alias}">${alias}</a>`,
    ],
    ['html', '<b>From:</b> Ann Private<br><b>To:</b>', `<b>From:</b> ${alias}<br><b>To:</b>`],
  ] as const)('replaces a known name alone where a program quotes in %s text', (form, text, expected) => {
    expect(replacer.replace(text, form)).toBe(expected);
  });

  it.each([
    ['To: Bob\r\n\r\n<mailto:ann.private@office.example>', `To: Bob\r\n\r\n<mailto:${alias}>`],
    ['Yours,\nAnna\n \t\n<ann.private@office.example>', `Yours,\nAnna\n \t\n<${alias}>`],
    ['Greet Bob.\r\n\r\nAnna Owner <ann.private@office.example>', `Greet Bob.\r\n\r\n<${alias}>`],
    ['Ann Private\r\n\r\n<ann.private@office.example>', `\r\n\r\n<${alias}>`],
  ])('ends a name that it guesses at a blank line: %j', (text, expected) => {
    expect(replacer.replace(text, 'plain')).toBe(expected);
  });

  it.each(['We meet at 13:02 CET, so:\r\n- Ann Private\r\n', 'Name: Ann Private\r\n', 'Yours,\r\nAnn Private\r\n'])(
    'keeps what the owner writes: %j',
    (text) => {
      expect(replacer.replace(text, 'plain')).toBe(text);
    },
  );

  it('knows the two spellings of a domain beyond ASCII, and an address there in percent form', () => {
    const text = 'Jörg@bücher.example, JÖRG@xn--bcher-kva.example';
    expect(replacer.replace(text, 'plain')).toBe(`${alias}, ${alias}`);
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
      ...['', '<', '<<', ';;;'].map(
        (before) => `mf=${Buffer.from(`${before}Ann@home.example,`).toString('base64')}; rt=x`,
      ),
      `https://x.example/${Buffer.from('{"to":"ann@home.example"}').toString('base64url')}/go`,
      `a:\r\n ${Buffer.from('<ann@home.example>').toString('base64').replaceAll(/.{6}/g, '$&\r\n ')}`,
    ];
    expect(found.filter((text) => !replacer.reveals(text))).toEqual([]);
    const other = ['ann@home.examples', 'joann@home.example', 'ann home.example', ''];
    expect(other.map(replacer.reveals)).toEqual([false, false, false, false]);
  });

  it('finds it in front of a megabyte of anything that looks like its beginning', () => {
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
      '<a "',
      "<'",
      ' \t\r\n >|',
      'ann.private\u200b',
      '=\r\n',
      '\u001b[1;',
      '\r',
      `\n${' '.repeat(200)}`,
      '\nAP>',
    ];
    for (const unit of units) {
      const text = `ann.private@office.example ${unit.repeat(1_000_000 / unit.length)}`;
      expect(replacer.reveals(text)).toBe(true);
      expect(replacer.reveals(replacer.replace(text, 'html'))).toBe(false);
    }
  });
});
