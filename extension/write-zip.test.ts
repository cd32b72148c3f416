import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeZip } from '#extension/write-zip.ts';

/** Reads an archive from its end, as programs do. */
function readZip(archive: Buffer): [name: string, text: string][] {
  const end = archive.length - 22;
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [packed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const content = archive.readUInt32LE(at + 42) + 30 + nameLength;
    at += 46 + nameLength;
    return [name, inflateRawSync(archive.subarray(content, content + packed)).toString()];
  });
}

it('gives each file back, and the same octets for the same files', () => {
  const files = new Map([
    ['manifest.json', Buffer.from('{}')],
    ['assets/žodis.js', Buffer.from('x'.repeat(5000))],
    ['empty', Buffer.alloc(0)],
  ]);
  const archive = writeZip(files);
  expect(readZip(archive)).toEqual([...files].map(([name, octets]) => [name, octets.toString()]));
  expect(writeZip(files).equals(archive)).toBe(true);
});
