import { deflateSync as deflate, gzipSync as gzip } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameSearch } from '#mail/documents/name-search.ts';
import { searchFiles, type FileSearch } from '#mail/documents/search-files.ts';
import { countTurns } from '#support/count-turns.ts';
import { makeDocx, makeJpeg, makePdf, makePng, makeZip, pdfStream } from '#support/make-documents.ts';

const address = 'ann.private@office.example';
const name = 'Ann Private';
const search: FileSearch = {
  // As an address in UTF-16 is found, too.
  holdsAddress: (octets) => octets.toString('latin1').replaceAll('\0', '').includes(address),
  *revealsAddress(text) {
    yield;
    return text.replaceAll(/<[^>]*>/g, '').includes(address);
  },
  holdsName: createNameSearch([name]),
};

function find(octets: Buffer) {
  return searchFiles([octets], search);
}

function wide(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
const core = (creator: string) => ({ name: 'docProps/core.xml', content: `<dc:creator>${creator}</dc:creator>` });
const letter = { name: 'letter.txt', content: `Yours, ${name}` };
const bigEndian = `feff${wide(name).swap16().toString('hex')}`;
const properties = Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex');
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);

describe('a file that says whose it is', () => {
  it.each<[string, Buffer]>([
    ['a document by its author', makeDocx(name)],
    ['one by an author in another order', makeDocx('Private, Ann')],
    ['one by an address', makeDocx(address)],
    ['one with an address in its text', makeDocx('somebody', `Write to ${address}`)],
    [
      'one with a change',
      makeDocx('somebody', 'x', [{ name: 'word/a.xml', content: `<w:ins w:id="1" w:author="${name}" w:date="x">` }]),
    ],
    ['one with a comment', makeDocx('x', 'x', [{ name: 'word/commentsIds.xml', content: `<w:comment x="${name}">` }])],
    ['one with a picture', makeDocx('x', 'x', [{ name: 'word/media/a.jpeg', content: makeJpeg(Buffer.from(name)) }])],
    ['one in an archive', makeZip([{ name: 'a.docx', content: makeDocx(name) }])],
    [
      'a sheet in one of those',
      makeZip([{ name: 'a', content: makeDocx('x', 'x', [{ name: 's', content: makeZip([core(name)]) }]) }]),
    ],
    ['a sheet by its author', makeZip([{ name: 'xl/worksheets/sheet1.xml', content: '<c/>' }, core(name)])],
    [
      'slides with an author of comments',
      makeZip([{ name: 'ppt/commentAuthors.xml', content: `<p:cmAuthor name="${name}"/>` }]),
    ],
    [
      'a text document by its author',
      makeZip([
        { name: 'mimetype', content: 'x', stored: true },
        { name: 'meta.xml', content: `<meta:initial-creator>${name}<` },
      ]),
    ],
    ['an archive with a name in a path', makeZip([{ name: `Users/${name}/plan.txt`, content: 'x' }])],
    ['an address in a packed text', gzip(`x ${address} y`)],
    ['a document of Word before 2007', Buffer.concat([compound, properties, Buffer.from(`\0\0${name}\0`)])],
    ['a rich text', Buffer.from(`{\\rtf1{\\info{\\author ${name}}}x}`)],
    ['a picture with XMP', makeJpeg(Buffer.from(`<x:xmpmeta><dc:creator>${name}`))],
    ['a picture with properties of Windows', makeJpeg(wide(`x\0${name}\0`))],
    ['a picture of the web', Buffer.from(`RIFF....WEBPEXIF ${name}`)],
    ['a drawing', Buffer.from(`<svg><metadata><dc:creator>${name}</dc:creator></metadata></svg>`)],
    ['a PNG with a text', makePng(['tEXt', Buffer.from(`Author\0${name}`)])],
    ['a PNG with a packed text', makePng(['zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflate(name)])])],
    [
      'a PNG with packed XMP',
      makePng(['iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), deflate(`<x ${address}>`)])]),
    ],
    ['a PDF by its author', makePdf(`<< /Author (${name}) >>`)],
    ['a PDF with escapes', makePdf('<< /Author (A\\156\\\nn \\Private) >>')],
    ['a PDF by an author in UTF-16', makePdf(`<< /Author <${bigEndian}> >>`)],
    ['a PDF by an author elsewhere', makePdf('<< /Author 2 0 R >>', `(${name})`)],
    ['a PDF by an address in UTF-16', makePdf(`<< /Title <feff${wide(address).swap16().toString('hex')}> >>`)],
    ['a PDF in packed objects', makePdf(pdfStream('/Type /ObjStm /N 1', `1 0 << /Author (${name}) >>`))],
    ['a PDF with packed XMP', makePdf(pdfStream('/Type /Metadata /Subtype /XML', `<x:xmpmeta>${name}`))],
    ['a PDF with a document', makePdf(pdfStream('/Type /EmbeddedFile', makeDocx(name)))],
    ['a PDF with a comment', makePdf(`<< /Subtype /Text /T (${name}) /Contents (x) >>`)],
  ])('is found: %s', async (_, octets) => {
    expect(await find(octets)).toBe('names');
  });

  it.each<[string, Buffer]>([
    ['a document of somebody else', makeDocx('Joann Privateer')],
    ['a letter with a signature', makeDocx('Bob', `Yours, ${name}`)],
    ['a text with a signature', Buffer.from(`Yours, ${name}`)],
    ['an archive of such', makeZip([letter])],
    ['a text that is packed', gzip(letter.content)],
    ['a PDF with a page', makePdf(pdfStream('', `BT (${name}) Tj ET`), `<< /Contents (${name}) >>`)],
    ['a PDF with a broken stream', makePdf('<< /Type /Metadata /Filter /FlateDecode >>\nstream\nxxxx\nendstream')],
    ['a PNG with a broken text', makePng(['zTXt', Buffer.from('Author\0\0xxxx')], ['tEXt', Buffer.from('Author\0x')])],
    ['a picture', makeJpeg(Buffer.alloc(100))],
    ['an empty archive', makeZip([])],
    ['nothing', Buffer.alloc(0)],
    ['a large sheet', makeZip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(100 * 1024 * 1024) }])],
  ])('is not %s', async (_, octets) => {
    expect(await find(octets)).toBe(null);
  });

  it('is not looked for by a name that could be anybody’s', async () => {
    for (const given of ['Ann', 'Office', 'A B', '']) {
      expect(await searchFiles([makeDocx(given)], { ...search, holdsName: createNameSearch([given]) })).toBe(null);
    }
  });
});

describe('a file that cannot be looked into', () => {
  const bomb = Buffer.alloc(40 * 1024 * 1024);
  const inner = makeZip([{ name: 'a', content: 'x' }]);
  const nested = (levels: number): Buffer =>
    levels === 0 ? inner : makeZip([{ name: 'a.zip', content: nested(levels - 1) }]);

  it.each<[string, Buffer]>([
    ['an archive with a password', makeZip([{ name: 'a', content: 'x', flags: 1 }])],
    ['a way of packing that is rare', makeZip([{ name: 'a', content: 'x', method: 14 }])],
    ['damaged content', makeZip([{ name: 'a', content: 'not deflated', stored: true, method: 8 }])],
    ['an archive that is cut off', makeDocx(name).subarray(0, 300)],
    [
      'an archive whose directory is cut off',
      Buffer.concat([makeDocx(name).subarray(0, -60), makeZip([]).fill(7, 10, 12)]),
    ],
    ['a bomb', makeZip([{ name: 'a', content: bomb }])],
    [
      'one file that is listed often',
      makeZip([{ name: 'a', content: bomb.subarray(0, 30 * 1024 * 1024) }], { times: 4000 }),
    ],
    ['too many files', makeZip([{ name: 'a', content: '' }], { times: 5001 })],
    ['archives within each other', nested(3)],
    ['a packed bomb', gzip(bomb)],
    ['a packed file that is cut off', gzip('x'.repeat(100)).subarray(0, 20)],
    ['a PDF with a password', makePdf('<< /Encrypt 5 0 R >>')],
    ['a PDF with a bomb', makePdf(pdfStream('/Type /ObjStm', bomb))],
    ['a document with a password', Buffer.concat([compound, wide('EncryptedPackage')])],
    ['an archive of 7-Zip', Buffer.from('377abcaf271c0004', 'hex')],
    ['an archive of RAR', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
  ])('is told: %s', async (_, octets) => {
    expect(await find(octets)).toBe('sealed');
  });

  it('never throws, whatever it holds', async () => {
    const samples = [
      makeDocx(name),
      makePdf(pdfStream('/Type /ObjStm', 'x')),
      makePng(['zTXt', deflate('x')]),
      gzip('x'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(1000), fc.nat(255)), { maxLength: 8 }),
        fc.nat(1000),
        async (sample, changes, cut) => {
          const octets = Buffer.from(sample.subarray(0, sample.length - (cut % sample.length)));
          for (const [at, octet] of changes) octets[at % octets.length] = octet;
          expect([null, 'names', 'sealed']).toContain(await find(octets));
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each<[string, Buffer, number]>([
  ['a file of no kind', Buffer.alloc(20 * 1024 * 1024, 'x'), 20],
  ['a PDF', makePdf(pdfStream('/Type /XObject', 'x'), 'x'.repeat(10 * 1024 * 1024)), 20],
])('gives way to others for each megabyte that is looked at: %s', async (_, octets, least) => {
  const { result, turns } = await countTurns(() => find(octets));
  expect(result).toBeNull();
  expect(turns).toBeGreaterThanOrEqual(least - 1);
});
