import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, alias, inbox, startAliasService, type AliasService } from '#support/alias-service.ts';
import { findSecrets } from '#support/find-secrets.ts';

let test: AliasService;

const bob = 'bob@sender.example';

beforeAll(async () => {
  test = await startAliasService();
});

afterAll(() => test.close());

const header = [
  `From: Bob <${bob}>`,
  `To: ${alias}`,
  'Subject: Meeting',
  'Date: Sat, 21 Nov 2026 12:00:00 +0000',
  'Message-ID: <1@sender.example>',
  'MIME-Version: 1.0',
].join('\r\n');

/** In an invitation from a stranger; whoever answers it from a calendar writes there from the real address. */
const organisers = ['boss@organiser.example', 'guest@organiser.example'];
const invitation = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  `ORGANIZER;CN=Boss:mailto:${organisers[0]}`,
  `ATTENDEE;RSVP=TRUE:mailto:${organisers[1]}`,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

function lines(octets: Buffer): string {
  return octets.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
}

function mixed(fields: readonly string[], content: string | Buffer, boundary = 'boundary="zz"'): Buffer {
  return Buffer.concat([
    Buffer.from(`${header}\r\nContent-Type: multipart/mixed; ${boundary}\r\n\r\n`),
    Buffer.from('--zz\r\nContent-Type: text/plain\r\n\r\nhello\r\n--zz\r\n'),
    Buffer.from([...fields, '', ''].join('\r\n')),
    Buffer.from(content),
    Buffer.from('\r\n--zz--\r\n'),
  ]);
}

const file = 'Content-Type: application/octet-stream';
const base64 = 'Content-Transfer-Encoding: base64';
const encoded = lines(Buffer.from(invitation));
const wide = Buffer.from(`\ufeff${invitation}`, 'utf16le');

/** Invitations under labels that some program reads through. */
const disguises: readonly (readonly [string, Buffer])[] = [
  ['a quoted type', mixed(['Content-Type: "text/calendar"'], invitation)],
  ['a type with blanks', mixed(['Content-Type: text / calendar; method=REQUEST'], invitation)],
  ['two types, the calendar last', mixed(['Content-Type: text/plain', 'Content-Type: text/calendar'], invitation)],
  ['two types, the calendar first', mixed(['Content-Type: text/calendar', 'Content-Type: text/plain'], invitation)],
  ['text/ics', mixed(['Content-Type: text/ics'], invitation)],
  ['application/x-ics', mixed(['Content-Type: application/x-ics'], invitation)],
  ['application/ics in base64', mixed(['Content-Type: application/ics', base64], encoded)],
  ['no type at all', mixed([], invitation)],
  ['an image', mixed(['Content-Type: image/png', base64], encoded)],
  ['octets without a name', mixed([file, base64], encoded)],
  ['a name that ends in a blank', mixed([`${file}; name="a.ics "`, base64], encoded)],
  ['a name that ends in a dot', mixed([`${file}; name="a.ics."`, base64], encoded)],
  ['a name that ends in what is not seen', mixed([`${file}; name="a.ics\u200b"`, base64], encoded)],
  ['a name in pieces', mixed([`${file}; name*0="a.i"; name*1*=%63s`, base64], encoded)],
  [
    'one name in the type, another in the disposition',
    mixed([`${file}; name=a.ics`, 'Content-Disposition: attachment; filename=x.txt', base64], encoded),
  ],
  [
    'two names in the disposition',
    mixed([file, 'Content-Disposition: attachment; filename=x.txt; filename=a.ics', base64], encoded),
  ],
  [
    'two dispositions',
    mixed([file, 'Content-Disposition: inline', 'Content-Disposition: attachment; filename=a.ics', base64], encoded),
  ],
  ['a byte order mark', mixed([`${file}; name="a.ics "`], `\ufeff${invitation}`)],
  ['empty lines before it', mixed([file], `\r\n\r\n \r\n${invitation}`)],
  ['a fold in its first line', mixed([file], invitation.replace('BEGIN:VCAL', 'BEGIN:VC\r\n AL'))],
  ['quoted-printable', mixed([file, 'Content-Transfer-Encoding: quoted-printable'], invitation.replace('B', '=42'))],
  ['UTF-16', mixed(['Content-Type: text/calendar; charset=utf-16', base64], lines(wide))],
  ['UTF-16 under another charset', mixed(['Content-Type: text/calendar; charset=utf-8', base64], lines(wide))],
  ['UTF-16 of the other byte order as a file', mixed([file, base64], lines(Buffer.from(wide).swap16()))],
  [
    'lines that end in CR',
    mixed([`${file}; name="a.ics "`, base64], lines(Buffer.from(invitation.replaceAll('\n', '')))),
  ],
  ['a quoted encoding', mixed(['Content-Type: text/calendar', 'Content-Transfer-Encoding: "base64"'], encoded)],
  [
    'an encoding behind a comment',
    mixed(['Content-Type: text/calendar', 'Content-Transfer-Encoding: (8bit) base64'], encoded),
  ],
  ['a boundary that ends in a blank', mixed(['Content-Type: text/calendar'], invitation, 'boundary="zz "')],
  ['two boundaries', mixed(['Content-Type: text/calendar'], invitation, 'boundary=zz; boundary=yy')],
  ['a boundary in pieces', mixed(['Content-Type: text/calendar'], invitation, 'boundary*0=z; boundary*1=z')],
  [
    'a quoted type of a multipart',
    Buffer.from(
      `${header}\r\nContent-Type: "multipart/mixed"; boundary=zz\r\n\r\n--zz\r\nContent-Type: text/calendar\r\n\r\n${invitation}\r\n--zz--\r\n`,
    ),
  ],
  [
    'a message within',
    mixed(['Content-Type: message/rfc822'], `Subject: x\r\nContent-Type: text/ics\r\n\r\n${invitation}`),
  ],
];

describe('an invitation on its way to the owner', () => {
  it.each(disguises)('names nobody but reverse addresses: %s', async (_, data) => {
    const { reply, raw } = await test.deliver(bob, alias, data, inbox);
    expect(reply).toBe(accepted);
    const octets = raw ?? Buffer.alloc(0);
    expect(octets.includes('VCALENDAR') || octets.includes('QkVHSU46VkNBTEVOREFS')).toBe(true);
    expect(await findSecrets(octets, organisers)).toEqual([]);
    const unpadded = octets.toString('latin1').replaceAll(/[\0\r\n]/g, '');
    expect(organisers.filter((address) => unpadded.includes(address))).toEqual([]);
  });

  /** What nobody here can read, or what may be a header or a text, is sent so that every program takes it for the same. */
  it.each<readonly [string, Buffer]>([
    [
      'in a charset of which nobody knows enough',
      mixed(
        ['Content-Type: text/calendar; charset=utf-7'],
        invitation.replaceAll('ORG', '+AE8-RG').replace('@', '+AEA-'),
      ),
    ],
    [
      'in an encoding that is not of mail',
      mixed(
        ['Content-Type: text/calendar; name=a.ics', 'Content-Transfer-Encoding: x-uuencode'],
        `begin 644 a.ics\r\n`,
      ),
    ],
    [
      'behind a line that is no field',
      mixed(['Content-Type: text/plain', 'no field', 'Content-Type: text/calendar', base64], encoded),
    ],
    [
      'as Outlook sends it to its own kind',
      mixed(
        ['Content-Type: application/ms-tnef; name=winmail.dat', base64],
        lines(Buffer.from(`789f3e22${Buffer.from('\0\0IPM.Microsoft Schedule.MtgReq\0').toString('hex')}`, 'hex')),
      ),
    ],
    [
      'in a message under an encoding',
      mixed(
        ['Content-Type: message/rfc822', base64],
        lines(Buffer.from(`Subject: x\r\nContent-Type: text/calendar\r\n\r\n${invitation}`)),
      ),
    ],
    [
      'in parts that another boundary would show',
      mixed(
        ['Content-Type: text/plain'],
        `x\r\n--yy\r\nContent-Type: text/calendar\r\n${base64}\r\n\r\n${encoded}\r\n--yy--`,
        'boundary=zz; Boundary=yy',
      ),
    ],
  ])('offers no answer %s', async (_, data) => {
    const { reply, raw } = await test.deliver(bob, alias, data, inbox);
    expect(reply).toBe(accepted);
    const octets = raw?.toString('latin1') ?? '';
    const heads = octets.split(/\r\n--zz(?:--)?\r\n/).map((part) => part.split('\r\n\r\n', 1)[0] ?? '');
    expect(
      heads.filter((head) => /x-uuencode.*calendar;|boundary=yy|utf-7|no field|rfc822|ms-tnef/is.test(head)),
    ).toEqual([]);
    const { attachments } = await PostalMime.parse(octets, { attachmentEncoding: 'utf8' });
    for (const { content, mimeType, filename } of attachments) {
      expect(filename ?? '').not.toMatch(/\.ics/);
      if (mimeType === 'text/calendar') expect(content).not.toMatch(/mailto:(?!reply\.)/);
    }
  });

  it('is refused in a multipart of which nothing can be read', async () => {
    const text = `--yy\r\nContent-Type: text/calendar\r\n\r\n${invitation}\r\n--yy--\r\n`;
    for (const type of ['multipart/mixed; boundary=zz', 'multipart/mixed']) {
      const { reply, raw } = await test.deliver(
        bob,
        alias,
        Buffer.from(`${header}\r\nContent-Type: ${type}\r\n\r\n${text}`),
        inbox,
      );
      expect(reply).toMatch(/^550 5\.6\.0 /);
      expect(raw).toBe(null);
    }
  });
});
