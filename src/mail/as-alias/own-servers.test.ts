import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOwnServers, namesServerOf } from '#mail/as-alias/own-servers.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { aliasOwner, createAliasWriter, ownMessage, type AliasWriter } from '#support/alias-writer.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  writer = createAliasWriter(await createTestKeyRing(test.database));
});
afterAll(() => test.drop());

describe('the servers of an owner', () => {
  it('are known by where their inboxes are and by the way that their mail came, and are none of ours', async () => {
    const sent = parseMessage(
      Buffer.from(
        [
          'Received: from mx-out.provider.co.uk (mx-out.provider.co.uk [192.0.2.1]) by mx.kauke.test; today',
          'Received: from laptop.local (laptop [10.0.0.1]) by smtp.in.provider.co.uk with ESMTPSA; today',
          '',
          '',
        ].join('\r\n'),
      ),
    );
    const servers = await findOwnServers(sent, {
      addresses: ['ann@mail.office.example', 'x@kauke.test'],
      domain: 'kauke.test',
    });
    expect([...servers].toSorted()).toEqual(['laptop.local', 'office.example', 'provider.co.uk']);
    const named = namesServerOf(servers);
    expect(['by mx9.provider.co.uk;', 'by PROVIDER.co.uk', 'by office.example.'].every(named)).toBe(true);
    expect(['by mx.otherprovider.co.uk', 'by kauke.test', 'by provider.co.uk.test', ''].some(named)).toBe(false);
  });

  it('are those of the largest providers also where nothing says the way', async () => {
    const of = async (address: string) =>
      findOwnServers(parseMessage(Buffer.from('\r\n')), { addresses: [address], domain: 'kauke.test' });
    expect([...(await of('ann@gmail.com'))]).toEqual(['gmail.com', 'google.com']);
    expect([...(await of('ann@proton.me'))]).toEqual(['proton.me', 'protonmail.ch']);
    expect([...(await of('ann@office.example'))]).toEqual(['office.example']);
  });

  it.each([
    ['Received: from provider.example (HELO x)', true],
    ['from mx-1_a.PROVIDER.example:25', true],
    ['from provider.example.', true],
    ['from provider.example.5', true],
    ['from [mx.provider.example]', true],
    ['from a.b.c.d.e.f.g.h.i.provider.example;', true],
    ['from a.b.c.d.e.f.g.h.i.j.k.provider.example;', true],
    [`from ${'a'.repeat(80)}.provider.example;`, true],
    [`${'from '.repeat(5000)}x.provider.example;`, true],
    ['from rack.localhost', true],
    ['from localhost', false],
    ['from notprovider.example, not-provider.example, _provider.example', false],
    ['from provider.examples, provider.example-x, provider.example.test', false],
    ['from a.b.c.d.e.f.g.h.provider.example.test', false],
    ['from providerxexample', false],
    ['a'.repeat(1_000_000), false],
    ['provider.'.repeat(100_000), false],
  ])('are named in a field or not: case %#', (field, expected) => {
    expect(namesServerOf(new Set(['provider.example', 'localhost', '']))(field)).toBe(expected);
    expect(namesServerOf(new Set(['']))(field)).toBe(false);
  });
});

const ownServers = new Set(['office.example', 'provider.example']);
const spoken = ['From: Eve <eve@shop.example>', 'To: list@shop.example', 'Subject: Sale'];

function attach(type: string, ...lines: readonly string[]): string {
  return ownMessage(
    ['Content-Type: multipart/mixed; boundary=b'],
    '--b',
    '',
    'see below',
    '--b',
    ...type.split('\r\n'),
    '',
    ...lines,
    '',
    'text',
    '--b--',
  );
}

describe('an attached message that did not come through us', () => {
  it.each([
    ['by whom it was taken', 'Received: from out.shop.example by mx7.provider.example; today'],
    ['whose verdict it has', 'Authentication-Results: mx.office.example; dkim=pass'],
    ['in a chain', 'ARC-Authentication-Results: i=1; mx.provider.example; dkim=pass'],
    ['inside a network', 'X-Received: by rack3.mail.office.example'],
  ])('is not sent with the name of a server of its owner’s: %s', (_, field) => {
    for (const type of [
      'Content-Type: message/rfc822',
      'Content-Type: application/octet-stream; name="Sale.EML"',
      'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=sale.eml',
    ]) {
      const written = writer.write(attach(type, field, 'Received: by out.shop.example; today', ...spoken), {
        ownServers,
      });
      expect(written).toEqual({ kind: 'refused', reason: { kind: 'identity', identity: 'servers' } });
    }
  });

  it.each([
    ['went through servers of others', ['Received: from out.shop.example by lists.shop.example; today']],
    ['was never sent', []],
    ['names none but in what people write', ['Received: by lists.shop.example', 'X-Note: see www.office.example']],
    [
      'came through us, from somebody at the same provider',
      ['X-Kauke-Loop: x', 'Received: from smtp.provider.example by mx.sender.example; today'],
    ],
  ])('is sent when it %s', (_, fields) => {
    expect(writer.write(attach('Content-Type: message/rfc822', ...fields, ...spoken), { ownServers }).kind).toBe(
      'written',
    );
  });

  it('goes without what its servers wrote where it is quoted in a text', async () => {
    const trace = ['Return-Path: <eve@shop.example>', 'Received: from out.shop.example by mx7.provider.example; today'];
    const raw = writer.written(ownMessage([], 'Look:', '', ...trace, ...spoken, '', 'It is cheap.'), { ownServers });
    expect((await PostalMime.parse(raw)).text).toBe(`Look:\n\n${spoken.join('\n')}\n\nIt is cheap.\n`);
    expect(raw.includes(aliasOwner)).toBe(false);
  });
});
