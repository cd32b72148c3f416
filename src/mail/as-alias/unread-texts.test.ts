import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRefusal } from '#mail/as-alias/explain-to-owner.ts';
import type { WriteAsAliasOutcome } from '#mail/as-alias/write-as-alias.ts';
import {
  aliasOwner,
  createAliasWriter,
  ownMessage,
  reverse,
  writingAlias,
  type AliasWriter,
} from '#support/alias-writer.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  writer = createAliasWriter(await createTestKeyRing(test.database));
});
afterAll(() => test.drop());

const allowed = { alias: { ...writingAlias, identityParts: true } };
const namesOwner = { kind: 'refused', reason: { kind: 'identity', identity: 'names_owner' } };

function refusal(outcome: WriteAsAliasOutcome): string {
  return outcome.kind === 'refused' ? explainRefusal(outcome.reason) : 'written';
}

function inBase64(type: string, octets: Buffer): string {
  return ownMessage([`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64'], octets.toString('base64'));
}

function attach(type: string, ...lines: string[]): string {
  const start = ['--b', 'Content-Type: text/plain', '', 'hello', '--b', `Content-Type: ${type}`, ''];
  return ownMessage(['Content-Type: multipart/mixed; boundary=b'], ...start, ...lines, '--b--', '');
}

function inUtf32(text: string): Buffer {
  return Buffer.concat(
    [...text].map((character) => {
      const octets = Buffer.alloc(4);
      octets.writeUInt32LE(character.codePointAt(0) ?? 0);
      return octets;
    }),
  );
}

/** The signs of an address in EBCDIC. */
const ebcdic = Buffer.from('81959540888194857a', 'hex');

describe('a text in a charset that nobody here can read', () => {
  const cases: [string, string, string][] = [
    ['utf-7', ownMessage(['Content-Type: text/plain; charset=utf-7'], 'ann.private+AEA-office.example'), 'utf-7'],
    ['utf-32', inBase64('text/plain; charset=UTF-32', inUtf32(aliasOwner)), 'utf-32'],
    ['EBCDIC', inBase64('text/plain; charset="IBM037"', ebcdic), 'ibm037'],
    ['a misspelt one', ownMessage(['Content-Type: text/plain; charset=ut-f8'], 'Hello!'), 'ut-f8'],
    ['in HTML', ownMessage(['Content-Type: text/html; charset=utf7'], '<p>x+AEA-y</p>'), 'utf7'],
    ['with escapes', ownMessage(['Content-Type: text/plain; charset=hz-gb-2312'], '~{VPND~}'), 'hz-gb-2312'],
    [
      'of Korean',
      ownMessage(['Content-Type: text/plain; charset=iso-2022-kr'], '\u001b$)C\u000e!\u000f'),
      'iso-2022-kr',
    ],
    ['in a text file', attach('text/csv; charset=utf-7; name=a.csv', 'a+ACw-b'), 'utf-7'],
    ['in a file of XML', attach('application/xml; charset=cp037; name=a.xml', 'L\u00a7'), 'cp037'],
    ['in a file of JSON', attach('application/ld+json; charset=utf-7', '+AHs-'), 'utf-7'],
    ['in a calendar', attach('text/calendar; charset=utf-7', 'BEGIN:VCALENDAR', 'END:VCALENDAR'), 'utf-7'],
    [
      'in an attached message',
      attach('message/rfc822', 'Content-Type: text/plain; charset=utf-7', '', 'ann+AEA-home.example'),
      'utf-7',
    ],
    [
      'in the header of an attached message',
      attach('message/rfc822', 'To: =?utf-7?Q?ann+AEA-home.example?=', '', 'x'),
      'utf-7',
    ],
  ];

  it.each(cases)('is not sent, and its owner hears its name: %s', (_, content, charset) => {
    expect(writer.write(content)).toEqual({ kind: 'refused', reason: { kind: 'charset', charset } });
    expect(refusal(writer.write(content))).toContain(`charset ${charset},`);
    expect(writer.write(content, allowed).kind).toBe('written');
  });

  const word = '=?utf-7?Q?ann.private+AEA-office.example?=';
  it.each([
    ['the subject', ownMessage([`Subject: Re: ${word}`], 'x')],
    [
      'the name of whom it goes to',
      ownMessage([], 'x').replace('To: ', `To: ${word} <`).replace(reverse, `${reverse}>`),
    ],
    ['the name of a file', attach(`application/pdf; name="${word}"`, '%PDF-1')],
    [
      'the extended name of a file',
      attach(
        "application/pdf\r\nContent-Disposition: attachment; filename*=utf-7''ann.private%2BAEA-office.example",
        'x',
      ),
    ],
    [
      'the first piece of the extended name of a file',
      attach("application/pdf\r\nContent-Disposition: attachment; filename*0*=utf-7'en'ann%2BAEA-; filename*1=x", 'x'),
    ],
    ['the description of a file', attach(`application/pdf\r\nContent-Description: ${word}`, 'x')],
  ])('is not sent in %s', (_, content) => {
    expect(writer.write(content)).toEqual({ kind: 'refused', reason: { kind: 'charset', charset: 'utf-7' } });
  });

  it('is sent in a subject of letters alone, or that never said what it is, or that is known', () => {
    const subjects = [
      '=?x-none?Q?Re_the_plan?=',
      '=?unknown-8bit?Q?Gr=F6=DFe?=',
      '=?iso-8859-15?Q?=A4_5?=',
      "it's =? 5",
    ];
    for (const subject of subjects) expect(writer.write(ownMessage([`Subject: ${subject}`], 'x')).kind).toBe('written');
  });

  it.each(['utf-7', 'ut-f8', 'ibm037'])(
    'is sent where letters, digits, blanks and ends of lines are all of it: %s',
    (charset) => {
      const text = 'Yes at 10\r\n\tBob\r\n';
      const raw = writer.written(ownMessage([`Content-Type: text/plain; charset=${charset}`], text));
      expect(raw.toString()).toContain(`charset=${charset}`);
      expect(raw.toString()).toContain(text);
    },
  );

  it('is none where the label of a word in the header of an attached message says nothing', () => {
    for (const label of ['unknown-8bit', '8BIT', 'us-ascii', 'utf8']) {
      const attached = attach('message/rfc822', `Subject: =?${label}?Q?caf=E9?=`, '', 'x');
      expect(writer.write(attached).kind).toBe('written');
      const told = attach('message/rfc822', `Subject: =?${label}?Q?${aliasOwner.replace('@', '=40')}?=`, '', 'x');
      expect(writer.write(told)).toEqual(namesOwner);
    }
  });

  it('has its name shown without what breaks an answer', () => {
    const content = ownMessage([`Content-Type: text/plain; charset="x\u00e9 ${'y'.repeat(90)}"`], 'a-b');
    expect(refusal(writer.write(content))).toMatch(/charset x\?+y{30,}, which/);
  });
});

/** Names that TextDecoder knows (WHATWG Encoding §4.2), and labels that say nothing. */
const readable = [
  'utf-8 UTF8 unicode-1-1-utf-8 us-ascii ascii ANSI_X3.4-1968 unknown-8bit 8bit iso-8859-1 ISO8859-1',
  'iso_8859-1 latin1 l1 ibm819 cp819 windows-1252 cp1252 x-cp1252 iso-8859-2 latin2 windows-1250 iso-8859-4',
  'iso-8859-5 cyrillic windows-1251 cp1251 koi8-r koi8 koi8-u ibm866 cp866 iso-8859-6 arabic windows-1256',
  'iso-8859-7 greek windows-1253 iso-8859-8 iso-8859-8-i hebrew windows-1255 iso-8859-9 latin5 windows-1254',
  'iso-8859-10 iso-8859-13 windows-1257 iso-8859-14 iso-8859-15 l9 windows-1258 tis-620 windows-874',
  'macintosh mac x-mac-cyrillic big5 big5-hkscs gb2312 gbk gb18030 x-gbk chinese shift_jis sjis ms_kanji',
  'windows-31j euc-jp x-euc-jp iso-2022-jp euc-kr ks_c_5601-1987',
].flatMap((names) => names.split(' '));

it.each(readable)('a text in %s is read and sent', (charset) => {
  const raw = writer.written(ownMessage([`Content-Type: text/plain; charset=${charset}`], `I am ${aliasOwner}: yes!`));
  expect(raw.toString()).toContain(`I am ${writingAlias.address}: yes!`);
});

it.each(['utf-16', 'utf-16le', 'ucs-2', 'utf-16be'])('a text in %s is read by its mark of order', (charset) => {
  const little = Buffer.from(`\ufeffI am ${aliasOwner}: yes!`, 'utf16le');
  const octets = charset === 'utf-16le' ? little : Buffer.from(little).swap16();
  const raw = writer.written(inBase64(`text/plain; charset=${charset}`, octets));
  expect(raw.toString()).toContain(`I am ${writingAlias.address}: yes!`);
});

it.each(['utf-16', 'utf-16le', 'utf-16be'])(
  'a text in %s without a mark is read in the order that it has',
  (charset) => {
    const little = Buffer.from(`I am ${aliasOwner}: yes!`, 'utf16le');
    for (const octets of [little, Buffer.from(little).swap16()]) {
      const raw = writer.written(inBase64(`text/plain; charset=${charset}`, octets));
      expect(raw.toString()).toContain(`I am ${writingAlias.address}: yes!`);
    }
  },
);

/** As `uuencode` writes it. */
function uuencode(name: string, octets: Buffer, eachLine = (line: string): string => line): string {
  const sign = (value: number): string => (value === 0 ? '`' : String.fromCharCode(value + 0x20));
  const lines = Array.from({ length: Math.ceil(octets.length / 45) }, (_, index) => {
    const piece = octets.subarray(index * 45, index * 45 + 45);
    const padded = Buffer.concat([piece, Buffer.alloc((3 - (piece.length % 3)) % 3)]);
    const digits = [...padded.toString('base64')].map((letter) =>
      sign('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(letter)),
    );
    return sign(piece.length) + digits.join('');
  });
  return [`begin 644 ${name}`, ...lines, '`', 'end', ''].map(eachLine).join('\r\n');
}

describe('a uuencoded file inside a text', () => {
  const told = Buffer.from(`${'x'.repeat(40)} ${aliasOwner}\n`);
  const split = Buffer.from('to: ann.private@\noffice.example');
  const message = Buffer.from(`Subject: x\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+AEA-`);
  it.each([
    ['names the owner', uuencode('a.bin', told)],
    ['quoted', uuencode('a.bin', told, (line) => `> ${line}`)],
    [
      'without the blanks at the ends of its lines',
      uuencode('a.bin', told, (line) => line.replaceAll('`', ' ').trimEnd()),
    ],
    ['without its end', uuencode('a.bin', told).replace(/`\r\nend[^]*/, '')],
    ['in UTF-16', uuencode('a.txt', Buffer.from(told.toString(), 'utf16le'))],
    ['a text whose lines break the address', uuencode('notes.txt', split)],
    ['in base64', `begin-base64 644 a.bin\r\n${told.toString('base64')}\r\n====\r\n`],
    ['within another', uuencode('a.txt', Buffer.from(uuencode('b.txt', told)))],
    ['a message', uuencode('a.eml', Buffer.from(`Received: for <${aliasOwner}>\r\n\r\nx`))],
  ])('is opened: %s', (_, file) => {
    expect(writer.write(ownMessage([], 'See:', '', file, 'Bye'))).toEqual(namesOwner);
    expect(writer.write(attach('text/plain; name=a.txt', 'See:', '', file))).toEqual(namesOwner);
    expect(writer.write(ownMessage([], 'See:', '', file), allowed).kind).toBe('written');
  });

  const encoding = 'Content-Transfer-Encoding: x-uu';
  it.each([
    ['by its encoding', [`application/octet-stream; name=a.bin\r\n${encoding}encode`]],
    ['by its type', ['application/x-uuencode']],
    ['by its name', ['application/octet-stream; name=a.uue']],
    ['in an attached message', ['message/rfc822', 'Content-Type: image/png', `${encoding}e`, '']],
  ] as const)('is opened as a part of its own: %s', (_, [type, ...fields]) => {
    expect(writer.write(attach(type, ...fields, uuencode('a.bin', told)))).toEqual(namesOwner);
    expect(writer.write(attach(type, ...fields, uuencode('a.bin', Buffer.from('nothing')))).kind).toBe('written');
  });

  it('is judged by its name, and by the charset of a message in it', () => {
    const identities = [
      ['winmail.dat', 'winmail'],
      ['key.asc', 'key'],
      ['smime.p7s', 'signature'],
    ] as const;
    for (const [name, identity] of identities) {
      const outcome = writer.write(ownMessage([], uuencode(name, Buffer.from('x'))));
      expect(outcome).toMatchObject({ reason: { kind: 'identity', identity } });
    }
    const outcome = writer.write(ownMessage([], uuencode('a.eml', message)));
    expect(outcome).toMatchObject({ reason: { kind: 'charset', charset: 'utf-7' } });
  });

  it('passes as it is where it names nobody', () => {
    const file = uuencode('a.bin', Buffer.from('nothing\0'.repeat(50)));
    expect(writer.written(ownMessage([], file)).toString()).toContain(file);
    expect(writer.write(ownMessage([], 'begin 644 words', 'as I said, end')).kind).toBe('written');
  });

  it('may be there a hundred thousand times, and as long as a text may be', () => {
    const short = 'begin 644 a\r\n!80``\r\n'.repeat(100_000);
    expect(writer.write(ownMessage([], short)).kind).toBe('written');
    const marks = `${'>'.repeat(900)}\r\n`.repeat(1000);
    expect(writer.write(ownMessage([], marks, uuencode('a.bin', Buffer.alloc(1_000_000)))).kind).toBe('written');
  });
});
