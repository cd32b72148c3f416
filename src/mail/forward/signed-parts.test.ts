import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, type MimePart, walkParts } from '#protocol/message/parse-parts.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let mail: TestMail;
let sink: SmtpSink;
let alias: TestAlias;
let sent: number;
beforeEach(async () => {
  sent = 0;
  sink = await startSmtpSink();
  mail = await createTestMail({ transport: createSinkTransport({ 'inbox.example': sink.port }) });
  alias = await mail.addAlias({ local: 'firm', targets: ['ann@inbox.example'] });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

const calendar = [
  'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
  '',
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'ORGANIZER:mailto:bob@sender.example',
  'END:VCALENDAR',
];
const text = ['Content-Type: text/plain', '', 'Let us meet.'];
const smime = ['Content-Type: application/pkcs7-signature; name=smime.p7s', '', 'AAAA'];
const pgp = ['Content-Type: application/pgp-signature', '', '-----BEGIN PGP SIGNATURE-----'];

function multipart(type: string, boundary: string, ...parts: readonly string[][]): string[] {
  const inside = parts.flatMap((part) => [`--${boundary}`, ...part]);
  return [`Content-Type: multipart/${type}; boundary="${boundary}"`, '', ...inside, `--${boundary}--`];
}

const pkcs7 = 'signed; protocol="application/pkcs7-signature"; micalg=sha-256';
const openpgp = 'signed; protocol="application/pgp-signature"';
const head = ['From: bob@sender.example', 'Subject: Meeting', 'MIME-Version: 1.0'];

async function forwarded(content: readonly string[]) {
  const lines = [...head, `Message-ID: <${sent}@sender.example>`, ...content, ''];
  await mail.send(alias.address, { content: lines.join('\r\n') });
  sent += 1;
  const message = (await sink.waitForMessages(sent)).at(-1);
  const octets = message?.raw ?? Buffer.alloc(0);
  const { root } = parseParts(parseMessage(octets));
  return { octets, root, types: [...walkParts(root)].map(({ type }) => type) };
}

/** What a signature covers. */
function signedOctets(root: MimePart): string {
  const signed = [...walkParts(root)].find(({ type }) => type === 'multipart/signed')?.children[0];
  return signed === undefined ? '' : Buffer.concat([joinHeader(signed.fields), signed.content]).toString('latin1');
}

const opened = [
  ['S/MIME', multipart(pkcs7, 's', calendar, smime), ['multipart/mixed', 'text/calendar', 'text/plain']],
  [
    'as Outlook writes it',
    multipart(pkcs7, 's', multipart('alternative', 'a', text, calendar), smime),
    ['multipart/mixed', 'multipart/alternative', 'text/plain', 'text/calendar', 'text/plain'],
  ],
  ['OpenPGP', multipart(openpgp, 's', calendar, pgp), ['multipart/mixed', 'text/calendar', 'text/plain']],
  [
    'signed twice, told once',
    multipart(openpgp, 's', multipart(pkcs7, 't', calendar, smime), pgp),
    ['multipart/mixed', 'multipart/mixed', 'text/calendar', 'text/plain'],
  ],
  [
    'in a list’s wrapper, with its footer',
    multipart('mixed', 'm', multipart(pkcs7, 's', calendar, smime), text),
    ['multipart/mixed', 'multipart/mixed', 'text/calendar', 'text/plain', 'text/plain'],
  ],
  [
    'in an attached message',
    multipart('mixed', 'm', text, [
      'Content-Type: message/rfc822',
      '',
      ...head,
      ...multipart(pkcs7, 's', calendar, smime),
    ]),
    ['multipart/mixed', 'text/plain', 'message/rfc822', 'multipart/mixed', 'text/calendar', 'text/plain'],
  ],
  [
    'under the name of a signature alone',
    multipart(pkcs7, 's', calendar, ['Content-Type: application/octet-stream; name=smime.p7s', '', 'AAAA']),
    ['multipart/mixed', 'text/calendar', 'text/plain'],
  ],
  [
    'around a message whose calendar is encoded',
    multipart(
      pkcs7,
      's',
      [
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(calendar.join('\r\n')).toString('base64'),
      ],
      smime,
    ),
    ['multipart/mixed', 'application/octet-stream', 'text/plain'],
  ],
  [
    'with a file that is no signature',
    multipart(pkcs7, 's', calendar, smime, ['Content-Type: image/png', '', 'x']),
    ['multipart/mixed', 'text/calendar', 'image/png', 'text/plain'],
  ],
  [
    'in capitals, without a signature in it',
    [`Content-Type: Multipart/SIGNED; Boundary="s"`, ...multipart('mixed', 's', calendar).slice(1)],
    ['multipart/mixed', 'text/calendar', 'text/plain'],
  ],
  [
    'in the place of the signature',
    multipart(pkcs7, 's', text, calendar),
    ['multipart/mixed', 'text/plain', 'text/calendar', 'text/plain'],
  ],
  [
    'as a file in base64, beside its text',
    multipart(
      openpgp,
      's',
      multipart('mixed', 'a', text, [
        'Content-Type: application/octet-stream; name="invite.ics"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(calendar.slice(2).join('\r\n')).toString('base64'),
      ]),
      pgp,
    ),
    ['multipart/mixed', 'multipart/mixed', 'text/plain', 'application/octet-stream', 'text/plain'],
  ],
  [
    'shown as a text that begins as one',
    multipart(pkcs7, 's', ['Content-Type: text/plain', '', ...calendar.slice(2)], smime),
    ['multipart/mixed', 'text/plain', 'text/plain'],
  ],
  [
    'three times within each other, the innermost changed',
    multipart(
      pkcs7,
      's',
      multipart('mixed', 'm', text, multipart(openpgp, 't', multipart(pkcs7, 'u', calendar, smime), pgp)),
      smime,
    ),
    [
      'multipart/mixed',
      'multipart/mixed',
      'text/plain',
      'multipart/mixed',
      'multipart/mixed',
      'text/calendar',
      'text/plain',
    ],
  ],
  [
    'a header in it that programs read in two ways',
    multipart(
      pkcs7,
      's',
      ['Content-Type: multipart/mixed; boundary=b; boundary=x', ...multipart('mixed', 'b', text).slice(1)],
      smime,
    ),
    ['multipart/mixed', 'multipart/mixed', 'text/plain', 'text/plain'],
  ],
] as const;

it.each(opened)('no signature is left above a part that was changed: %s', async (name, content, types) => {
  const { octets, types: seen } = await forwarded(content);
  const isCalendar = content.includes('BEGIN:VCALENDAR') || name.startsWith('as a file');
  expect(seen).toEqual(types);
  expect(octets.toString('latin1')).not.toMatch(/multipart\/signed|pkcs7-signature|pgp-signature|mailto:bob@/u);
  expect(octets.toString('latin1').match(/This message was signed/gu)).toHaveLength(1);
  expect(/ORGANIZER.*:mailto:reply\.[a-z2-7]{33}@/u.test(octets.toString('latin1').replaceAll(/\r\n /gu, ''))).toBe(
    isCalendar,
  );
});

it('says so in one line of its owner’s language', async () => {
  await mail.test.database.db.updateTable('users').set({ language: 'lt' }).execute();
  const { octets } = await forwarded(multipart(pkcs7, 's', multipart('alternative', 'a', text, calendar), smime));
  const { text: shown } = await PostalMime.parse(octets);
  expect(shown).toMatch(/Let us meet\.\s+Šis laiškas buvo pasirašytas\. .*pašalintas\.\s*$/u);
});

it('leaves what nothing in it is changed as it was signed', async () => {
  for (const part of [
    text,
    multipart('alternative', 'a', text, text),
    calendar.filter((line) => !line.includes('mailto')),
  ]) {
    const { root, octets } = await forwarded(multipart(pkcs7, 's', part, smime));
    expect(signedOctets(root).split('\r\n')).toEqual(part.filter((line, at) => at !== part.indexOf('')));
    expect(octets.toString('latin1')).toContain('Content-Type: application/pkcs7-signature');
  }
});
