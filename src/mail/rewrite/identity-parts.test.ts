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
  const received = [`Received: by office.example for <${aliasOwner}>`, 'Subject: enclosed', '', 'text'];
  const cases: [string, string, string][] = [
    ['an S/MIME signature', part('application/pkcs7-signature; name=smime.p7s', 'MIAGCSqGSIb3DQEHAqCA'), 'signature'],
    [
      'a PGP signature',
      ownMessage(['Content-Type: multipart/signed; boundary=s; micalg=pgp-sha512'], '--s', '', 'x', '--s--'),
      'signature',
    ],
    ['words signed by PGP', ownMessage([], '-----BEGIN PGP SIGNED MESSAGE-----', '', 'x'), 'signature'],
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
      'an address across tags',
      ownMessage(['Content-Type: text/html'], 'ann.private@<b>office</b>.example'),
      'names_owner',
    ],
  ];

  it.each(cases)('are refused: %s', (_, content, identity) => {
    expect(writer.write(content)).toEqual({ kind: 'refused', reason: { kind: 'identity', identity } });
  });

  it.each(cases.slice(0, 10))('pass where the owner allows them: %s', (_, content) => {
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
