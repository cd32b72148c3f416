/** An attribute of a tag: where its value stands, without quotes. */
export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A start or end tag, as programs that show mail read it. */
export interface HtmlTag {
  /** In lower case; of an end tag with its slash. */
  readonly name: string;
  readonly from: number;
  /** Behind its `>`. */
  readonly to: number;
  /** As they stand; where one comes twice, the first counts. */
  readonly attributes: readonly HtmlAttribute[];
}

/** What these hold is text up to their own end tag (WHATWG HTML, Tokenization). Without scripts, `noscript` is not among them. */
const textElements: ReadonlySet<string> = new Set([
  'style',
  'script',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const quote = /["']/;
const letter = /[a-z]/i;
const ofTagName = /[^\t\n\f\r />]*/y;
const beforeAttribute = /[\t\n\f\r /]*/y;
/** A first `=` belongs to the name. */
const attributeName = /=?[^\t\n\f\r />=]*/y;
const beforeValue = /[\t\n\f\r ]*/y;
const bareValue = /[^\t\n\f\r >]*/y;

/** Where a pattern that matches at `at` ends; patterns here match nothing at least. */
function endOf(pattern: RegExp, html: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(html);
  return pattern.lastIndex;
}

interface Value {
  readonly from: number;
  readonly to: number;
  /** Where the tag goes on. */
  readonly next: number;
}

/** The value at `at`, behind the `=`; null where its quote is not closed. */
function readValue(html: string, at: number, end: number): Value | null {
  const mark = html.charAt(at);
  if (!quote.test(mark)) {
    const to = endOf(bareValue, html, at);
    return { from: at, to, next: to };
  }
  const to = html.indexOf(mark, at + 1);
  return to === -1 || to >= end ? null : { from: at + 1, to, next: to + 1 };
}

/** The tag that begins at `from`; null where it never ends, so that nobody shows it. */
function readTag(html: string, from: number, end: number): HtmlTag | null {
  let at = endOf(ofTagName, html, html.charAt(from + 1) === '/' ? from + 2 : from + 1);
  const name = html.slice(from + 1, at).toLowerCase();
  const attributes: HtmlAttribute[] = [];
  while (at < end) {
    at = endOf(beforeAttribute, html, at);
    if (html.charAt(at) === '>') return { name, from, to: at + 1, attributes };
    const nameEnd = endOf(attributeName, html, at);
    const attribute = html.slice(at, nameEnd).toLowerCase();
    at = endOf(beforeValue, html, nameEnd);
    if (html.charAt(at) !== '=' || attribute === '') continue;
    const value = readValue(html, endOf(beforeValue, html, at + 1), end);
    if (value === null) return null;
    attributes.push({ name: attribute, from: value.from, to: value.to });
    at = value.next;
  }
  return null;
}

/** Looks for the end tags of text elements, each place once, however many elements are left open; the text's end where there is none. */
function createEndFinder(html: string) {
  const known = new Map<string, number>();
  return (name: string, from: number): number => {
    const before = known.get(name) ?? 0;
    if (before >= from) return before;
    const found = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
    found.lastIndex = from;
    const index = found.exec(html)?.index ?? html.length;
    known.set(name, index);
    return index;
  };
}

type FindEnd = ReturnType<typeof createEndFinder>;

/** A comment at `from`: where it ends, and the markup in it that one mail program reads (`<!--[if mso]>`). */
function readComment(html: string, from: number, end: number) {
  // `<!-->` and `<!--->` end at once.
  const closed = html.indexOf('-->', from + 2);
  if (closed === -1 || closed >= end) return { to: end, inside: null };
  const inside = html.startsWith('[if', from + 4) ? { from: from + 4, to: closed } : null;
  return { to: closed + 3, inside };
}

/** What a `<` begins. */
function kindAt(html: string, open: number): 'comment' | 'declaration' | 'tag' | 'text' {
  if (html.startsWith('<!--', open)) return 'comment';
  const next = html.charAt(open + 1);
  if (next === '!' || next === '?') return 'declaration';
  return letter.test(next === '/' ? html.charAt(open + 2) : next) ? 'tag' : 'text';
}

function endOfDeclaration(html: string, open: number): number {
  const closed = html.indexOf('>', open);
  return closed === -1 ? html.length : closed + 1;
}

function* readRange(html: string, start: number, end: number, findEnd: FindEnd): Generator<HtmlTag> {
  let at = start;
  while (at < end) {
    const open = html.indexOf('<', at);
    if (open === -1 || open >= end) return;
    const kind = kindAt(html, open);
    if (kind === 'comment') {
      const { to, inside } = readComment(html, open, end);
      if (inside !== null) yield* readRange(html, inside.from, inside.to, findEnd);
      at = to;
    } else if (kind === 'tag') {
      const tag = readTag(html, open, end);
      if (tag === null) return;
      yield tag;
      at = textElements.has(tag.name) ? findEnd(tag.name, tag.to) : tag.to;
    } else at = kind === 'text' ? open + 1 : endOfDeclaration(html, open);
  }
}

/**
 * The tags of an HTML text in their order, found as WHATWG HTML tokenizes, in a time linear in its length: no tree is made, and
 * nothing is decoded. Comments are left out, but for those that are meant for one mail program. Never throws.
 */
export function readHtmlTags(html: string): Generator<HtmlTag> {
  return readRange(html, 0, html.length, createEndFinder(html));
}
