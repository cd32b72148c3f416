/**
 * The words of an HTML message, for reading only, by the browser's own parser: a document that it makes runs no script and
 * loads nothing, and what this returns is drawn as text. Addresses of links follow their words.
 */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/\s+/g, ' '), 'text/html');
  for (const element of body.querySelectorAll('script, style, title, template')) element.remove();
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (/^https?:/i.test(href) && link.textContent.trim() !== href) link.append(` ${href} `);
  }
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n');
  for (const element of body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6, li, tr, table, blockquote')) {
    element.append('\n');
  }
  const text = body.textContent.replaceAll('\u00a0', ' ').replace(/[^\S\n]*\n[^\S\n]*/g, '\n');
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
