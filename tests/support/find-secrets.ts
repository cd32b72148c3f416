import PostalMime from 'postal-mime';

const isBlank = /[\s]/g;

/** A text in the spellings a curious reader would try. */
function spellings(text: string): string[] {
  const decoded = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/[=%]([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  const untagged = decoded.replaceAll(/<[^<>]*>/g, '');
  return [text, decoded, untagged, untagged.replaceAll(isBlank, '')].map((spelling) => spelling.toLowerCase());
}

function everyBase64(raw: string): string[] {
  return Array.from(raw.matchAll(/(?:[A-Za-z0-9+/]{20,}={0,2}\r?\n?)+/g), ([block]) =>
    Buffer.from(block, 'base64').toString(),
  );
}

function attachmentText(content: string | ArrayBuffer | Uint8Array): string {
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString();
}

/**
 * The secrets that stand in a message: in its octets, in anything in it that can be decoded, in what a mail program shows
 * of it. Reads with a parser that is not the product's.
 */
export async function findSecrets(raw: Buffer, secrets: readonly string[]): Promise<string[]> {
  const parsed = await PostalMime.parse(raw);
  const texts = [
    raw.toString('latin1'),
    raw.toString('utf8'),
    ...everyBase64(raw.toString('latin1')),
    JSON.stringify(parsed.headers),
    parsed.text ?? '',
    parsed.html ?? '',
    ...parsed.attachments.flatMap(({ filename, contentId, description, content }) => [
      filename ?? '',
      contentId ?? '',
      description ?? '',
      attachmentText(content),
    ]),
  ].flatMap(spellings);
  return secrets.filter((secret) => texts.some((text) => text.includes(secret.toLowerCase())));
}
