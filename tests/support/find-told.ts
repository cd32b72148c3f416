import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, type MimePart } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  amp: '&',
  commat: '@',
  period: '.',
};

/** A text as a reader with patience sees it, in several ways at once: tags kept and tags gone, all encodings undone. */
function readings(text: string): string[] {
  const plain = text
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
        : (entities[name] ?? whole),
    )
    .replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s?[[(](at|dot)[\])]\s?/gi, (_, word: string) => (word.toLowerCase() === 'at' ? '@' : '.'));
  const base64 = Array.from(plain.matchAll(/[\w+/-]{12,}/g), ([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')).join('\n'),
  );
  const untagged = plain.replaceAll(/<[^<>]*>/g, '');
  return [text, plain, untagged, untagged.replaceAll(/\s*\n[> ]*/g, ' '), ...base64].map((reading) =>
    reading.toLowerCase(),
  );
}

function textsOf(part: MimePart): string[] {
  const own = part.fields.map((field) => `${field.name}: ${decodeWords(fieldText(field))}`);
  if (part.children.length > 0) return [...own, ...part.children.flatMap(textsOf)];
  const octets = decodeTransfer(part.content, part.encoding);
  const inner = part.type.startsWith('message/') ? textsOf(parseParts(parseMessage(octets)).root) : [];
  return [...own, part.type.startsWith('text/') ? decodeText(part) : octets.toString('latin1'), ...inner];
}

/** What of `telling` can be found in a message, read part by part: every field, every text and file, all decoded. */
export function findTold(raw: Buffer, telling: readonly RegExp[]): string[] {
  const message = parseMessage(raw);
  const { root } = parseParts(message);
  const header = message.fields
    .filter(({ key }) => key !== 'dkim-signature')
    .map((field) => `${field.name}: ${decodeWords(fieldText(field))}`);
  const read = [
    ...header,
    ...textsOf(root),
    raw.toString('latin1').replace(/^DKIM-Signature:.*(?:\r\n[ \t].*)*\r\n/im, ''),
  ].flatMap(readings);
  return telling.flatMap((pattern) => {
    const found = read.flatMap((text) => {
      const at = text.search(pattern);
      return at === -1 ? [] : [text.slice(Math.max(0, at - 40), at + 60)];
    });
    return found.slice(0, 2);
  });
}
