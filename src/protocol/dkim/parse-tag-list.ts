/** Tag names are case-sensitive; values without the blanks around them. */
export type TagList = ReadonlyMap<string, string>;

/** Signatures and key records have a dozen. */
const maxTags = 100;
const tagName = /^[A-Za-z][A-Za-z0-9_]*$/;
const blanks: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);

/** Not a pattern: those for the end of a text take the square of its length over blanks within it. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.has(text.charAt(start))) start += 1;
  while (end > start && blanks.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A value without any blanks, where they mean nothing: b=, bh=, h=, p= (RFC 6376 §3.5, §3.6.1). */
export function withoutBlanks(value: string): string {
  return value.replaceAll(/[ \t\r\n]+/g, '');
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** b=, bh= and p=: base64 with blanks anywhere (RFC 6376 §2.10); null when it is none, or empty. */
export function readBase64(value: string): Buffer | null {
  const text = withoutBlanks(value);
  return base64.test(text) ? Buffer.from(text, 'base64') : null;
}

/**
 * Reads `a=b; c=d` (RFC 6376 §3.2). Null when it is no such list: a tag twice, a tag without `=`, an empty one before
 * the last semicolon, more than 100 tags.
 */
export function parseTagList(text: string): TagList | null {
  const parts = text.split(';', maxTags + 1);
  if (parts.length > 1 && trimBlanks(parts.at(-1) ?? '') === '') parts.pop();
  if (parts.length > maxTags) return null;
  const tags = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = trimBlanks(part.slice(0, Math.max(equals, 0)));
    if (!tagName.test(name) || tags.has(name)) return null;
    tags.set(name, trimBlanks(part.slice(equals + 1)));
  }
  return tags;
}
