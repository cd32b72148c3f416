/**
 * An element that ended: its local names from the root, joined by `/`, and the text directly in it. Those with elements in
 * them come after these.
 */
export interface XmlElement {
  readonly path: string;
  readonly text: string;
  /** Where it ends, in characters. */
  readonly end: number;
}

/** Reports are five levels deep, and say nothing in long texts. */
const maxDepth = 16;
const maxElements = 500_000;
const maxText = 1_000;
/** Between two tags: what is longer takes long to decode, and is nothing that a report says. */
const maxRun = 10_000;

/** Names and attributes of one tag are bounded, so that the pattern cannot run away. */
const openTag =
  /<([\p{L}_][\w.:-]{0,63})(?:\s{1,100}[\w.:-]{1,64}\s{0,100}=\s{0,100}(?:"[^"<]{0,1000}"|'[^'<]{0,1000}')){0,20}\s{0,100}(\/?)>/uy;
const closeTag = /<\/([\p{L}_][\w.:-]{0,63})\s{0,100}>/uy;
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Without the prefix of a namespace. */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function charOf(code: number): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

/** The five entities that XML itself has, and characters by number; null: there are others. */
function decodeEntities(text: string): string | null {
  if (!text.includes('&')) return text;
  if (text.replaceAll(entity, '').includes('&')) return null;
  return text.replaceAll(entity, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? '';
    return charOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
  });
}

/** What is no element: its beginning, its end, and whether it is text. */
const asides = [
  { from: '<!--', to: '-->', isText: false },
  { from: '<![CDATA[', to: ']]>', isText: true },
  { from: '<?', to: '?>', isText: false },
] as const;

interface OpenElement {
  readonly name: string;
  readonly path: string;
  text: string;
}

/** Reads at one place after the other. Null: it cannot be read. */
class XmlReading {
  readonly #xml: string;
  readonly #open: OpenElement[] = [];
  #at = 0;
  #elements = 0;
  #ended = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** Nothing is left, and everything ended that had begun. */
  get isWhole(): boolean {
    return this.#ended && this.#open.length === 0 && this.#at >= this.#xml.length;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#xml.length;
  }

  /** Reads on up to the end of the next element, if one ends there. Null: broken. */
  next(): XmlElement | 'none' | null {
    const tag = this.#xml.indexOf('<', this.#at);
    const end = tag === -1 ? this.#xml.length : tag;
    if (end - this.#at > maxRun) return null;
    const text = decodeEntities(this.#xml.slice(this.#at, end));
    if (text === null || !this.#add(text)) return null;
    this.#at = end;
    if (tag === -1) return 'none';
    const aside = asides.find(({ from }) => this.#xml.startsWith(from, tag));
    if (aside !== undefined) return this.#skip(aside);
    // A DOCTYPE begins what entities grow from.
    if (this.#xml[tag + 1] === '!') return null;
    return this.#xml[tag + 1] === '/' ? this.#close() : this.#begin();
  }

  /** False: it stands outside of all elements. */
  #add(text: string): boolean {
    const element = this.#open.at(-1);
    if (element === undefined) return text.trim() === '';
    if (element.text.length < maxText) element.text += text.slice(0, maxText - element.text.length);
    return true;
  }

  #skip({ from, to, isText }: (typeof asides)[number]): 'none' | null {
    const start = this.#at + from.length;
    const end = this.#xml.indexOf(to, start);
    if (end === -1 || (isText && !this.#add(this.#xml.slice(start, Math.min(end, start + maxText))))) return null;
    this.#at = end + to.length;
    return 'none';
  }

  #begin(): XmlElement | 'none' | null {
    openTag.lastIndex = this.#at;
    const [whole, written = '', empty] = openTag.exec(this.#xml) ?? [];
    this.#elements += 1;
    const isSecondRoot = this.#open.length === 0 && this.#ended;
    const isTooMuch = this.#open.length >= maxDepth || this.#elements > maxElements;
    if (whole === undefined || isSecondRoot || isTooMuch) return null;
    this.#at += whole.length;
    const above = this.#open.at(-1);
    const path = above === undefined ? localName(written) : `${above.path}/${localName(written)}`;
    this.#open.push({ name: written, path, text: '' });
    return empty === '/' ? this.#end() : 'none';
  }

  #close(): XmlElement | null {
    closeTag.lastIndex = this.#at;
    const [whole, name] = closeTag.exec(this.#xml) ?? [];
    if (whole === undefined || this.#open.at(-1)?.name !== name) return null;
    this.#at += whole.length;
    return this.#end();
  }

  #end(): XmlElement | null {
    const element = this.#open.pop();
    if (element === undefined) return null;
    this.#ended = this.#open.length === 0;
    return { path: element.path, text: element.text.trim(), end: this.#at };
  }
}

/**
 * Reads the elements of an XML document, each when it ends; attributes are read over. Strict, and small on purpose: no document
 * type, so no entities but XML's own five, and caps on depth, number and length. The last is `'broken'` where it is not
 * well-formed or too much. Never throws, and does a little for each element, so that a caller may pause between them.
 */
export function* readXml(xml: string): Generator<XmlElement | 'broken'> {
  const reading = new XmlReading(xml);
  while (!reading.isAtEnd) {
    const element = reading.next();
    if (element === null) {
      yield 'broken';
      return;
    }
    if (element !== 'none') yield element;
  }
  if (!reading.isWhole) yield 'broken';
}
