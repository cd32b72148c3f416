import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { sealThreadId, rewriteThreadId } from '#mail/rewrite/thread-ids.ts';
import {
  aliasOwner,
  correspondent,
  createAliasWriter,
  otherToken,
  ownMessage,
  reverse,
  reverseToken,
  writingAlias,
  type AliasWriter,
} from '#support/alias-writer.ts';
import { clientMarks, clientReplies, type ClientName } from '#support/client-replies.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { joinParts } from '#support/sign-raw.ts';

let test: TestDatabase;
let keys: KeyRing;
let writer: AliasWriter;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
  writer = createAliasWriter(keys);
});
afterAll(() => test.drop());

function valuesOf(raw: Buffer, key: string): string[] {
  return parseMessage(raw)
    .fields.filter((field) => field.key === key)
    .map(fieldText);
}

function situation(serial: number) {
  return {
    owner: aliasOwner,
    ownerName: 'Ann Private',
    host: 'anns-laptop.office.example',
    ip: '203.0.113.77',
    shownAs: '[unverified] Bob Builder (bob at sender.example)',
    reverse,
    alias: writingAlias.address,
    subject: 'The plan',
    messageId: `<${sealThreadId(keys, writingAlias, 'first@sender.example')}>`,
    references: `<${sealThreadId(keys, writingAlias, 'older@sender.example')}> <own-id@office.example>`,
    text: 'Here is the plan.',
    serial,
  };
}

describe('a message written as an alias', () => {
  it('does not tell where its owner’s inbox is by the header of a message that it quotes', async () => {
    const quoted = [
      '------- Forwarded Message',
      '',
      `Return-Path: <bounces@relay.example>`,
      `Delivered-To: ${aliasOwner}`,
      'Received: from mx.kauke.test ([192.0.2.1]) by mx.office.example',
      '\tfor <ann@anns-laptop.office.example>; Sat, 21 Nov 2026 12:00:01 +0000',
      `X-Kauke-Reverse-Address: ${reverse}`,
      'Received: from mail.sender.example by mx.sender.example; Sat, 21 Nov 2026 12:00:00 +0000',
      `From: Bob <${reverse}>`,
      'Subject: The plan',
      '',
      'Here it is.',
    ];
    const raw = writer.written(ownMessage([], ...quoted));
    expect(await findSecrets(raw, ['office.example', 'relay.example', 'Ann Private'])).toEqual([]);
    const text = (await PostalMime.parse(raw)).text ?? '';
    expect(text).toContain('------- Forwarded Message');
    expect(text).toContain('from mail.sender.example by mx.sender.example');
    expect(text).toContain(`From: Bob <${correspondent}>\nSubject: The plan\n\nHere it is.`);
  });

  it.each(Object.keys(clientReplies) as ClientName[])('from %s holds nothing of its owner', async (client) => {
    const raw = writer.written(joinParts(clientReplies[client](situation(1))));
    const secrets = ['ann.private', 'office.example', 'Ann Private', '203.0.113.77', 'anns-laptop', reverseToken];
    expect(await findSecrets(raw, [...secrets, ...clientMarks[client]])).toEqual([]);
    const { fields } = parseMessage(raw);
    expect(fields.map(({ name }) => name)).toEqual([
      'Received',
      'From',
      'To',
      'Subject',
      'Date',
      'Message-ID',
      'In-Reply-To',
      'References',
      ...(client === 'Outlook' ? ['Importance'] : []),
      'MIME-Version',
      'Content-Type',
    ]);
    const parsed = await PostalMime.parse(raw);
    expect(parsed.from).toEqual({ name: '', address: writingAlias.address });
    expect(parsed.to).toEqual([{ name: 'Bob Builder', address: correspondent }]);
    expect(parsed.inReplyTo).toBe('<first@sender.example>');
    expect(parsed.references?.split(' ').slice(0, 1)).toEqual(['<older@sender.example>']);
    expect(parsed.html).toContain('Here is the plan.');
    expect(parsed.html).toContain(client === 'Thunderbird' ? 'Bob Builder' : correspondent);
  });

  it('keeps attachments octet by octet, and the pictures that its HTML shows', async () => {
    const raw = writer.written(joinParts(clientReplies.Outlook(situation(2))));
    const { attachments, html } = await PostalMime.parse(raw);
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['image001.png', 'image/png'],
      ['plan.pdf', 'application/pdf'],
    ]);
    const content = attachments[1]?.content;
    expect(Buffer.from(content as ArrayBuffer).toString()).toBe('%PDF-1.7 a drawing without any metadata');
    expect(html).toContain(`cid:${attachments[0]?.contentId?.slice(1, -1) ?? 'none'}`);
  });

  it('gets the same Message-ID whenever it is written, and the other side sees that id only', () => {
    const content = ownMessage(['Message-ID: <CAJ=1@mail.office.example>'], 'x');
    const [first] = valuesOf(writer.written(content), 'message-id');
    expect(valuesOf(writer.written(content), 'message-id')).toEqual([first]);
    expect(rewriteThreadId(keys, writingAlias, first?.slice(1, -1) ?? '')).toBe('CAJ=1@mail.office.example');
  });

  it('has the date we give it, an id of one form and no marks that only some programs set', () => {
    const fields = ['Date: Sat, 21 Nov 2026 12:59:23 +0100', 'Importance: normal', 'Auto-Submitted: no'];
    const written = [ownMessage(['Message-ID: <CAJ=1@mail.office.example>', ...fields], 'x'), ownMessage([], 'x')].map(
      (content) => writer.written(content),
    );
    for (const raw of written) {
      expect(parseMessage(raw).fields.map(({ name }) => name)).toEqual([
        'Received',
        'From',
        'To',
        'Date',
        'Message-ID',
        'MIME-Version',
        'Content-Type',
      ]);
      expect(valuesOf(raw, 'date')).toEqual(['Sat, 21 Nov 2026 12:00:00 +0000']);
      expect(valuesOf(raw, 'message-id')[0]).toMatch(/^<[\w-]{132}@kauke\.test>$/);
    }
  });

  it('replaces an address that quoted-printable lines or a base64 block hide', async () => {
    const fields = ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'];
    const { text } = await PostalMime.parse(
      writer.written(ownMessage(fields, 'to ann.pri=\r\nvate=40office.exam=', 'ple now')),
    );
    expect(text?.trim()).toBe(`to ${writingAlias.address} now`);
  });

  it('leaves the octets of a text without addresses alone', () => {
    const fields = ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'];
    const raw = writer.written(ownMessage(fields, 'gr=FC=DFe ', 'an   =', 'alle'));
    expect(raw.toString('latin1').split('\r\n\r\n')[1]).toBe('gr=FC=DFe \r\nan   =\r\nalle');
  });

  it('replaces addresses in the subject', () => {
    const subjects = [
      'mail for ann.private@office.example',
      '=?utf-8?Q?gr=C3=BC=C3=9Fe_an_ann.private=40office.example?=',
    ];
    const shown = subjects.map((subject) =>
      decodeWords(valuesOf(writer.written(ownMessage([`Subject: ${subject}`], 'x')), 'subject')[0] ?? ''),
    );
    expect(shown).toEqual([`mail for ${writingAlias.address}`, `grüße an ${writingAlias.address}`]);
  });

  it('goes to all correspondents it names, under the names the owner’s address book gives', () => {
    const fields = [
      `Cc: "bob at sender.example" <${reverse}>, Lawyer ann@home.example <reply=${otherToken}@kauke.test>`,
    ];
    const raw = writer.written(ownMessage(fields, 'x'));
    expect([valuesOf(raw, 'to'), valuesOf(raw, 'cc')]).toEqual([
      [correspondent],
      [`${correspondent}, "Lawyer my-alias kauke.test" <o'brien&co@example.com>`],
    ]);
  });

  it('does not tell a list that it was shown in the place of an author', () => {
    const fields = [`Cc: "via sender.example" <${reverse}>, via Appia <reply=${otherToken}@kauke.test>`];
    expect(valuesOf(writer.written(ownMessage(fields, 'x')), 'cc')).toEqual([
      `${correspondent}, "via Appia" <o'brien&co@example.com>`,
    ]);
  });

  it('drops the alias and the owner from its recipients, and refuses anybody else', () => {
    const own =
      'Ann <ANN@home.example>, ann.private+nmh@office.example, ann, "ann"@home.example, olive.ow.ner+x@gmail.com';
    const options = { ownAddresses: [aliasOwner, 'ann@home.example', 'oliveowner@googlemail.com'] };
    const raw = writer.written(ownMessage([`Cc: MY-ALIAS+x@kauke.test, ${own}`], 'x'), options);
    expect(valuesOf(raw, 'cc')).toEqual([]);
    expect(writer.write(ownMessage(['Cc: carol@friends.example, other@kauke.test'], 'x'))).toEqual({
      kind: 'refused',
      reason: { kind: 'other_recipients', addresses: ['carol@friends.example', 'other@kauke.test'] },
    });
    const unknown = writer.write(ownMessage([`Cc: reply=${'q'.repeat(26)}@kauke.test`], 'x'));
    expect(unknown).toMatchObject({ kind: 'refused', reason: { kind: 'other_recipients' } });
  });

  it('keeps other recipients and the chosen name where a mail program names them', () => {
    const options = { otherRecipients: 'keep' as const, authorName: 'Kiosk' };
    const raw = writer.written(ownMessage(['Cc: Carol <carol@friends.example>'], 'x'), options);
    expect([valuesOf(raw, 'from'), valuesOf(raw, 'cc')]).toEqual([
      [`"Kiosk" <${writingAlias.address}>`],
      ['"Carol" <carol@friends.example>'],
    ]);
  });

  it('goes to the owner alone as well, who tries the alias out', () => {
    const options = { correspondents: new Map([[reverseToken, aliasOwner]]) };
    const raw = writer.written(ownMessage([], `my address is ann@home.example`), options);
    expect([valuesOf(raw, 'from'), valuesOf(raw, 'to')]).toEqual([[writingAlias.address], [aliasOwner]]);
    expect(raw.toString()).toContain(`my address is ${writingAlias.address}`);
    const both = new Map([...options.correspondents, [otherToken, correspondent]]);
    const toBoth = writer.written(ownMessage([`Cc: reply=${otherToken}@kauke.test`], 'x'), { correspondents: both });
    expect([valuesOf(toBoth, 'to'), valuesOf(toBoth, 'cc')]).toEqual([[], [correspondent]]);
  });

  it.each(['Content-Disposition: attachment', 'Content-Type: text/plain; name=notes.txt'])(
    'leaves a text file alone, and is not sent when it names the owner: %s',
    (field) => {
      const quote = 'On Sat, 21 Nov 2026 at 13:02 +0100, Ann Private wrote:\r\n> x';
      const raw = writer.written(ownMessage([field], quote));
      expect(raw.toString()).toContain(quote);
      const named = writer.write(ownMessage([field], quote, aliasOwner));
      expect(named).toMatchObject({ kind: 'refused', reason: { kind: 'identity', identity: 'names_owner' } });
    },
  );

  it('holds no more text than can be searched', () => {
    const long = 'a line of text\r\n'.repeat(300_000);
    expect(writer.write(ownMessage([], long))).toMatchObject({ kind: 'refused', reason: { kind: 'unreadable' } });
    const file = ownMessage(['Content-Type: text/plain', 'Content-Disposition: attachment; filename=log.txt'], long);
    expect(writer.write(file).kind).toBe('written');
    const named = writer.write(`${file}${aliasOwner}`);
    expect(named).toMatchObject({ kind: 'refused', reason: { kind: 'identity', identity: 'names_owner' } });
  });
});
