import { deflateSync, gzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, alias, inbox, startAliasService, type AliasService } from '#support/alias-service.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { makeDocx, makeJpeg, makePdf, makePng, makeZip, pdfStream } from '#support/make-documents.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';

let test: AliasService;
let office: OutsideSender;
let to: string;

const bob = 'bob@sender.example';

beforeAll(async () => {
  test = await startAliasService();
  office = createOutsideSender(test.service.dns, 'office.example');
  to = await meetBob();
});

afterAll(() => test.close());

/** Bob writes; the reverse address of his. */
async function meetBob(): Promise<string> {
  const before = test.sink.messages.length;
  await test.deliver(bob, alias, Buffer.from(`From: Bob <${bob}>\r\n\r\nhello\r\n`), inbox);
  const raw = (await test.sink.waitForMessages(before + 1)).at(-1)?.raw;
  const from = parseMessage(raw ?? Buffer.alloc(0)).fields.find(({ key }) => key === 'from');
  return (from && parseSoleMailbox(fieldText(from))?.address) ?? '';
}

/** Ann answers Bob with a file; what he got of it, and what she was told. */
async function answerWith(file: Buffer) {
  const content = [
    `From: Ann Private <${inbox}>`,
    `To: ${to}`,
    'Subject: Re: Meeting',
    'Message-ID: <2@office.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=anns',
    '',
    '--anns',
    'Content-Type: text/plain',
    '',
    'Here it is.',
    '--anns',
    'Content-Type: application/octet-stream; name="the file"',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--anns--',
    '',
  ].join('\r\n');
  const before = test.sink.messages.length;
  const { reply } = await test.deliver(inbox, to, await office.sign(content), bob);
  expect(reply).toBe(accepted);
  await test.sink.waitForMessages(before + 1);
  const [message] = test.sink.messages.slice(before);
  const shown = await PostalMime.parse(message?.raw ?? Buffer.alloc(0));
  return {
    to: message?.rcptTo[0],
    text: shown.text ?? '',
    files: shown.attachments.map(({ content: octets }) => octets),
  };
}

const name = 'Ann Private';
const namesOwner = /properties of an attached file/;
const cannotLook = /cannot be looked into/;

describe('a file in an answer of the owner', () => {
  it.each<readonly [string, Buffer, RegExp]>([
    ['a document by its author', makeDocx(name), namesOwner],
    ['a document in an archive', makeZip([{ name: 'plan.docx', content: makeDocx(inbox) }]), namesOwner],
    [
      'a sheet by who changed it last',
      makeZip([{ name: 'docProps/core.xml', content: `<cp:lastModifiedBy>${name}<` }]),
      namesOwner,
    ],
    [
      'a text document by its author',
      makeZip([{ name: 'meta.xml', content: `<dc:creator>${name}</dc:creator>` }]),
      namesOwner,
    ],
    ['a PDF in packed objects', makePdf(pdfStream('/Type /ObjStm', `<< /Author (${name}) >>`)), namesOwner],
    ['a PDF with packed XMP', makePdf(pdfStream('/Type /Metadata', `<x:xmpmeta>${inbox}`)), namesOwner],
    ['a photograph', makeJpeg(Buffer.from(`Artist\0${name}\0`)), namesOwner],
    [
      'a picture with packed text',
      makePng(['zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync(name)])]),
      namesOwner,
    ],
    ['a packed text', gzipSync(`written by ${inbox}`), namesOwner],
    ['an archive with a password', makeZip([{ name: 'a', content: 'x', flags: 1 }]), cannotLook],
    ['a bomb', makeZip([{ name: 'a', content: Buffer.alloc(70 * 1024 * 1024) }]), cannotLook],
  ])('is not sent, and the owner is told why: %s', async (_, octets, told) => {
    const answer = await answerWith(octets);
    expect(answer.to).toBe(inbox);
    expect(answer.text.replaceAll(/\s+/g, ' ')).toMatch(told);
  });

  it('arrives as it was where it names nobody, or where the owner allows it', async () => {
    const clean = makeDocx('Somebody Else', `Yours, ${name}`);
    const { to: recipient, files } = await answerWith(clean);
    expect(recipient).toBe(bob);
    expect(files.map((file) => Buffer.from(file as ArrayBuffer))).toEqual([clean]);

    const { body } = await test.ann.send('GET', `/api/aliases/${test.ann.id}`);
    const aliasId = (body as { aliases: { id: string }[] }).aliases[0]?.id ?? '';
    const changed = await test.ann.send('PATCH', `/api/aliases/${aliasId}/settings`, { identityParts: true });
    expect(changed.status).toBe(200);
    expect((await answerWith(makeDocx(name))).to).toBe(bob);
  });
});
