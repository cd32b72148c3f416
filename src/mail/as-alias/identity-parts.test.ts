import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasOwner, createAliasWriter, ownMessage, writingAlias, type AliasWriter } from '#support/alias-writer.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  writer = createAliasWriter(await createTestKeyRing(test.database));
});
afterAll(() => test.drop());

describe('parts that carry an identity', () => {
  const part = (type: string, ...body: string[]): string =>
    ownMessage(
      ['Content-Type: multipart/mixed; boundary=b'],
      '--b',
      'Content-Type: text/plain',
      '',
      'hello',
      '--b',
      `Content-Type: ${type}`,
      '',
      ...body,
      '--b--',
      '',
    );
  const encodedPart = (type: string, octets: Buffer): string =>
    part(`${type}\r\nContent-Transfer-Encoding: base64`, octets.toString('base64'));
  const start = aliasOwner.slice(0, 14);
  const end = aliasOwner.slice(14);
  const received = [`Received: by office.example for <${aliasOwner}>`, 'Subject: enclosed', '', 'text'];
  const provided = ['Received: from mx.kauke.test by mx.office.example', 'X-MS-Exchange-CrossTenant-Id: 7'];
  const ours = ['X-Kauke-Loop: x', 'Received: by mx.sender.example', 'From: bob@sender.example', '', 'text'];
  const cases: [string, string, string][] = [
    ['an S/MIME signature', part('application/pkcs7-signature; name=smime.p7s', 'MIAGCSqGSIb3DQEHAqCA'), 'signature'],
    [
      'a PGP signature',
      ownMessage(['Content-Type: multipart/signed; boundary=s; micalg=pgp-sha512'], '--s', '', 'x', '--s--'),
      'signature',
    ],
    ['words signed by PGP', ownMessage([], '-----BEGIN PGP SIGNED MESSAGE-----', '', 'x'), 'signature'],
    ['words encrypted by PGP', ownMessage([], '-----BEGIN PGP MESSAGE-----', '', 'x'), 'encrypted'],
    ['a public key in the text', ownMessage([], 'Mine:', '-----BEGIN PGP PUBLIC KEY BLOCK-----', '', 'x'), 'key'],
    ['a private key in the text', ownMessage([], '-----BEGIN PGP PRIVATE KEY BLOCK-----', '', 'x'), 'key'],
    ['a PGP key', part('application/pgp-keys; name=key.asc', 'x'), 'key'],
    ['a PGP key by its name', part('application/octet-stream; name="publickey - ann.asc"', 'x'), 'key'],
    ['winmail.dat', part('application/octet-stream; name=winmail.dat', 'x'), 'winmail'],
    [
      'a read receipt',
      ownMessage(
        ['Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
        '--b',
        '',
        'x',
        '--b--',
      ),
      'receipt',
    ],
    ['a received message', part('message/rfc822', ...received), 'names_owner'],
    ['a message of ours as its provider left it', part('message/rfc822', ...provided, ...ours), 'servers'],
    [
      'a received message in base64',
      part(
        `message/rfc822\r\nContent-Transfer-Encoding: base64`,
        Buffer.from(received.join('\r\n')).toString('base64'),
      ),
      'names_owner',
    ],
    ['a visiting card', part('text/vcard', 'BEGIN:VCARD', `EMAIL:${aliasOwner}`, 'END:VCARD'), 'names_owner'],
    [
      'a file with the address',
      part(
        'application/octet-stream\r\nContent-Transfer-Encoding: base64',
        Buffer.from(`\0\x01${aliasOwner}\0`).toString('base64'),
      ),
      'names_owner',
    ],
    [
      'a visiting card with a folded line',
      part('text/vcard', 'BEGIN:VCARD', `EMAIL:${start}`, ` ${end}`, 'END:VCARD'),
      'names_owner',
    ],
    [
      'a visiting card of vCard 2.1',
      part('text/x-vcard', 'EMAIL;ENCODING=QUOTED-PRINTABLE:ann.private=40office.=', 'example', 'END:VCARD'),
      'names_owner',
    ],
    [
      'a visiting card in a message',
      part('message/rfc822', 'Content-Type: text/vcard', '', 'BEGIN:VCARD', `EMAIL:${start}`, ` ${end}`, 'END:VCARD'),
      'names_owner',
    ],
    [
      'a visiting card with line feeds, as a file',
      encodedPart('application/octet-stream', Buffer.from(`BEGIN:VCARD\nEMAIL:${start}\n\t${end}\nEND:VCARD`)),
      'names_owner',
    ],
    [
      'a received message in base64 with its author in two lines',
      encodedPart('message/rfc822', Buffer.from(`From: ${start}\r\n ${end}\r\n\r\ntext`)),
      'names_owner',
    ],
    [
      'a message of Outlook',
      encodedPart('application/vnd.ms-outlook', Buffer.from(`\0Ann\0${aliasOwner}\0x`, 'utf16le')),
      'names_owner',
    ],
    [
      'an address in UTF-16 of the other byte order',
      encodedPart('application/octet-stream', Buffer.from(`Ann <${aliasOwner}>`, 'utf16le').swap16()),
      'names_owner',
    ],
    [
      'an address across tags',
      ownMessage(['Content-Type: text/html'], 'ann.private@<b>office</b>.example'),
      'names_owner',
    ],
  ];

  const [local, domain] = aliasOwner.split('@');
  it.each([
    ['plain', `To: Ann Private <${local}@\r\n${domain}>`],
    ['plain; format=flowed; delsp=yes', `> Ann Private <${local}@ \r\n> ${domain}> wrote:`],
    ['html', `<a href="mailto:${local}@\r\n${domain}">x</a>`],
    ['enriched', `<bold><<${local}@\r\n${domain}>></bold>`],
  ])('are refused: an address broken over lines of text/%s', (type, text) => {
    const reason = { kind: 'identity', identity: 'names_owner' };
    expect(writer.write(ownMessage([`Content-Type: text/${type}`], text))).toEqual({ kind: 'refused', reason });
  });

  it.each(cases)('are refused: %s', (_, content, identity) => {
    expect(writer.write(content)).toEqual({ kind: 'refused', reason: { kind: 'identity', identity } });
  });

  it.each(cases.slice(0, -1))('pass where the owner allows them: %s', (_, content) => {
    expect(writer.write(content, { alias: { ...writingAlias, identityParts: true } }).kind).toBe('written');
  });

  it('pass whole where the owner allows them', () => {
    const content = ownMessage(
      ['Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=s'],
      '--s',
      'Content-Type: text/plain; x=y',
      '',
      `signed by ${aliasOwner}`,
      '--s--',
      '',
    );
    const raw = writer.written(content, { alias: { ...writingAlias, identityParts: true } }).toString();
    expect(raw.slice(raw.indexOf('\r\n\r\n'))).toBe(content.slice(content.indexOf('\r\n\r\n')));
    expect(raw).toContain('Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=s\r\n');
  });

  it('do not hold up a message that nobody is named in', () => {
    expect(writer.write(part('message/rfc822', 'Subject: x', '', 'a message of somebody else')).kind).toBe('written');
    expect(writer.write(part('message/rfc822', ...ours)).kind).toBe('written');
    expect(writer.write(part('message/rfc822', ...provided, ...ours.slice(1))).kind).toBe('written');
  });

  it('do not hold up a file that names somebody with a longer address', () => {
    const other = Buffer.from(`jo${aliasOwner} ${aliasOwner}s`);
    const wide = Buffer.from(other.toString(), 'utf16le');
    for (const octets of [other, wide]) {
      expect(writer.write(encodedPart('application/octet-stream', octets)).kind).toBe('written');
    }
  });

  it('are looked for in a message within messages', () => {
    const ownAddresses = Array.from({ length: 40 }, (_, at) => `ann${at}@home.example`);
    const headers = 'Content-Type: message/rfc822\r\n\r\n'.repeat(15);
    const raw = part('message/rfc822', `${headers}Content-Type: image/png\r\n\r\n${'x'.repeat(8_000_000)}`);
    expect(writer.write(raw, { ownAddresses }).kind).toBe('written');
  });

  it('could stand in a multipart that nobody can read, which is refused', () => {
    const bodies = ['Content-Type: multipart/mixed; boundary=b', 'Content-Type: multipart/mixed'];
    for (const type of bodies) {
      expect(writer.write(ownMessage([type], 'x'))).toEqual({ kind: 'refused', reason: { kind: 'unreadable' } });
    }
    const many = ownMessage(['Content-Type: multipart/mixed; boundary=b'], '--b\r\n\r\nx\r\n'.repeat(2000));
    expect(writer.write(many)).toEqual({ kind: 'refused', reason: { kind: 'unreadable' } });
  });
});

describe('an encrypted reply', () => {
  const pgp = (extra: string): string =>
    ownMessage(
      ['Subject: ...', 'X-Mailer: of Ann', 'Content-Type: multipart/encrypted; boundary=b'],
      '--b',
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '--b',
      'Content-Type: application/octet-stream; name=encrypted.asc',
      '',
      '-----BEGIN PGP MESSAGE-----',
      extra,
      'hF4DdHVzZQ==',
      '-----END PGP MESSAGE-----',
      '--b--',
      '',
    );
  const allowed = { ...writingAlias, encryptedReplies: true };

  it('is refused, unless the owner allowed it for the alias, and then its header is ours all the same', () => {
    const reason = { kind: 'identity', identity: 'encrypted' };
    expect(writer.write(pgp(''))).toMatchObject({ kind: 'refused', reason });
    const written = writer.written(pgp(''), { alias: allowed }).toString();
    expect(written).toContain('-----BEGIN PGP MESSAGE-----');
    expect(written).not.toMatch(/\bAnn\b|X-Mailer|office/);
  });

  it('within the text is one, too, where nothing else stands there', () => {
    const block = ['-----BEGIN PGP MESSAGE-----', '', 'hF4DdHVzZQ==', '-----END PGP MESSAGE-----', ''];
    const reason = { kind: 'identity', identity: 'encrypted' };
    expect(writer.write(ownMessage([], ...block))).toMatchObject({ kind: 'refused', reason });
    expect(writer.written(ownMessage([], ...block), { alias: allowed }).toString()).toContain(block.join('\r\n'));
    for (const around of [
      ['Yours, Ann', ...block],
      [...block, 'Ann'],
      [...block, ...block],
    ])
      expect(writer.write(ownMessage([], ...around), { alias: allowed })).toMatchObject({ kind: 'refused', reason });
    const named = ownMessage([], block[0] ?? '', `Comment: ${aliasOwner}`, ...block.slice(1));
    expect(writer.write(named, { alias: allowed })).toMatchObject({ reason: { identity: 'names_owner' } });
  });

  it('is refused where the address of its owner stands around it', () => {
    const told = writer.write(pgp(`Comment: ${aliasOwner}`), { alias: allowed });
    expect(told).toMatchObject({ kind: 'refused', reason: { identity: 'names_owner' } });
  });
});
