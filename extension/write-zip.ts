import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that the format knows (APPNOTE 4.4.6): the same files make the same octets. */
const firstDay = 0x21;
/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const utf8Names = 0x800;
const deflated = 8;
const version = 20;

interface Fields {
  readonly name: Buffer;
  readonly packed: Buffer;
  readonly size: number;
  readonly crc: number;
}

/** What stands in both headers of a file (APPNOTE 4.3.7, 4.3.12). */
function commonFields({ name, packed, size, crc }: Fields): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Names, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** A zip archive of files by their paths, for a few megabytes and less than 65,536 files. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const [contents, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, octets] of files) {
    const fields = { name: Buffer.from(path), packed: deflateRawSync(octets), size: octets.length, crc: crc32(octets) };
    const common = commonFields(fields);
    const content = Buffer.concat([Buffer.from('PK\x03\x04'), common, fields.name, fields.packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([version, 0]), common, place, fields.name);
    contents.push(content);
    offset += content.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...contents, entries, end]);
}
