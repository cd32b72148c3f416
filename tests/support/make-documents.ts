import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** What a ZIP archive is made of; `flags` and `method` as its directory is to say them. */
export interface ZipInput {
  readonly name: string;
  readonly content: string | Buffer;
  readonly stored?: boolean;
  readonly flags?: number;
  readonly method?: number;
}

function u16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value & 0xff, (value >> 8) & 0xff])));
}
function u32(...values: readonly number[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const octets = Buffer.alloc(4);
      octets.writeUInt32LE(value >>> 0);
      return octets;
    }),
  );
}

/** A ZIP archive, whose directory lists each file so many times. */
export function makeZip(inputs: readonly ZipInput[], { times = 1 } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, flags = 0, method = stored ? 0 : 8 } of inputs) {
    const octets = Buffer.from(content);
    const packed = stored ? octets : deflateRawSync(octets);
    const common = [u16(20, flags, method, 0, 0), u32(crc32(octets), packed.length, octets.length)];
    const title = Buffer.from(name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), ...common, u16(title.length, 0), title, packed]);
    const entry = [Buffer.from('PK\x01\x02'), u16(20), ...common, u16(title.length, 0, 0, 0, 0), u32(0, offset), title];
    for (let time = 0; time < times; time += 1) directory.push(Buffer.concat(entry));
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = [Buffer.from('PK\x05\x06'), u16(0, 0, directory.length, directory.length), u32(listed.length, offset)];
  return Buffer.concat([...files, listed, ...end, u16(0)]);
}

/** What Word writes, with its properties and one paragraph. */
export function makeDocx(creator: string, text = 'A plan.', more: readonly ZipInput[] = []): Buffer {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
  return makeZip([
    { name: '[Content_Types].xml', content: `${xml}<Types/>` },
    { name: '_rels/.rels', content: `${xml}<Relationships/>` },
    {
      name: 'word/document.xml',
      content: `${xml}<w:document><w:body><w:p><w:t>${text}</w:t></w:p></w:body></w:document>`,
    },
    {
      name: 'docProps/core.xml',
      content: `${xml}<cp:coreProperties><dc:creator>${creator}</dc:creator></cp:coreProperties>`,
    },
    ...more,
  ]);
}

/** A PDF of the given objects, each as it stands between `obj` and `endobj`. */
export function makePdf(...objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, object, '\nendobj\n']);
  return Buffer.concat(['%PDF-1.7\n', ...parts, 'trailer << /Root 1 0 R >>\n%%EOF\n'].map((part) => Buffer.from(part)));
}

/** A stream of a PDF, deflated. */
export function pdfStream(dictionary: string, content: string | Buffer): Buffer {
  const packed = deflateSync(content);
  const head = `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\r\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** A PNG with chunks of its own. */
export function makePng(...chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer {
  const made = chunks.flatMap(([type, content]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return [length, Buffer.from(type), content, Buffer.alloc(4)];
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...made]);
}

/** A JPEG with one segment of Exif, and data after it. */
export function makeJpeg(properties: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(properties.length + 8);
  const segment = Buffer.concat([Buffer.from('ffe1', 'hex'), length, Buffer.from('Exif\0\0'), properties]);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), segment, Buffer.from('ffda', 'hex'), Buffer.alloc(5000, 0x5a)]);
}
