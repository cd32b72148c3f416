import { TextDecoder } from 'node:util';
import { readZip } from '#mail/documents/read-zip.ts';
import { createUnpacker, type Unpacker } from '#mail/documents/unpack.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** Octets of an attachment as it comes, and of what comes out of it. Reports of large receivers have a tenth of it. */
const maxPacked = 4 * 1024 * 1024;
const maxOpened = 4 * 1024 * 1024;

const reportTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/xml',
  'text/xml',
  'application/tlsrpt+gzip',
  'application/tlsrpt+json',
  'application/json',
]);
const reportNames = /\.(?:xml|json)(?:\.gz)?$|\.zip$/iu;

/** What a report says, still as text. */
export interface OpenedReport {
  readonly form: 'xml' | 'json';
  readonly text: string;
}

function fileNameOf({ disposition, parameters }: MimePart): string {
  return disposition?.parameters.get('filename') ?? parameters.get('name') ?? '';
}

/** The one part that may be a report, by its type or its name. Null: there is none, or several, and nobody knows which. */
function findReportPart(message: RawMessage): MimePart | null {
  const parts = [...walkParts(parseParts(message).root)].filter(
    (part) => part.children.length === 0 && (reportTypes.has(part.type) || reportNames.test(fileNameOf(part))),
  );
  const [part, another] = parts;
  return part === undefined || another !== undefined ? null : part;
}

/** The one file of an archive. */
async function openZip(octets: Buffer, unpacker: Unpacker): Promise<Buffer | null> {
  const [entry, another] = readZip(octets) ?? [];
  if (entry === undefined || another !== undefined || entry.encrypted) return null;
  const { method, content } = entry;
  if (method !== 0 && method !== 8) return null;
  const unpacked = method === 0 ? content : await unpacker.inflateRaw(content);
  return unpacked instanceof Buffer ? unpacked : null;
}

/** Packed once or not at all: what is packed in what comes out stays so. By its octets, as names and types often lie. */
async function unpack(octets: Buffer): Promise<Buffer | null> {
  const unpacker = createUnpacker(maxOpened);
  if (octets[0] === 0x1f && octets[1] === 0x8b) {
    const unpacked = await unpacker.gunzip(octets);
    return unpacked instanceof Buffer ? unpacked : null;
  }
  return octets.toString('latin1', 0, 4) === 'PK\u0003\u0004' ? openZip(octets, unpacker) : octets;
}

/** UTF-8, which both forms are written in. */
function readText(octets: Buffer): OpenedReport | null {
  const text = new TextDecoder().decode(octets).trimStart();
  if (text.startsWith('<')) return { form: 'xml', text };
  return text.startsWith('{') ? { form: 'json', text } : null;
}

/**
 * Unpacks the report in a message, on other threads and within bounds: one part, packed once, 4 MiB before and after; of an archive the one
 * file. Null: there is none. Never throws.
 */
export async function openReport(message: RawMessage): Promise<OpenedReport | null> {
  const part = findReportPart(message);
  if (part === null || part.content.length > 2 * maxPacked) return null;
  const octets = decodeTransfer(part.content, part.encoding);
  if (octets.length > maxPacked) return null;
  const opened = await unpack(octets);
  return opened === null || opened.length > maxOpened ? null : readText(opened);
}
