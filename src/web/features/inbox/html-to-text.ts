const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const codePointMax = 0x10ffff;

function decodeEntity(whole: string, body: string): string {
  const named = entities[body.toLowerCase()];
  if (named !== undefined) return named;
  if (!body.startsWith('#')) return whole;
  const codePoint = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return codePoint <= codePointMax ? String.fromCodePoint(codePoint) : whole;
}

/**
 * The words of an HTML message, for reading only: what it returns is drawn as text and never as markup, so a tag
 * that slips through does no harm. Addresses of links follow their words.
 */
export function htmlToText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref\s*=\s*"(https?:[^"]*)"[^>]*>(.*?)<\/a\s*>/gi, (_whole, href: string, words: string) =>
      words.trim() === href ? href : `${words} ${href} `,
    )
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/(?:p|div|h[1-6]|li|tr|table|blockquote)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, decodeEntity)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
