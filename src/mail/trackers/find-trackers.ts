import { readHtmlTags, type HtmlTag } from '#mail/trackers/html-tags.ts';
import { isOpenCounter, isSignature, isTrackingParameter } from '#mail/trackers/tracking-rules.ts';

/** What goes from a text: the characters from `from` to before `to`. */
export interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Characters of an address that are looked at; nobody's counter has a longer one. */
const maxAddress = 4096;
const maxStyle = 2000;

function valueOf(html: string, tag: HtmlTag, name: string): string | null {
  const attribute = tag.attributes.find((one) => one.name === name);
  return attribute === undefined ? null : html.slice(attribute.from, attribute.to);
}

/** Of an image: what is in the message itself asks nobody. */
function readAddress(value: string | null): URL | null {
  const start = (value ?? '').slice(0, maxAddress).trim();
  if (!/^(?:https?:)?\/\//i.test(start)) return null;
  const text = start.replaceAll(/&(?:amp;|#0*38;|#x0*26;)/gi, '&');
  return URL.parse(text.startsWith('//') ? `https:${text}` : text);
}

function readLength(text: string | undefined): number | null {
  const [, digits] = /^\s*(\d{1,5}(?:\.\d{1,5})?)(?:px)?\s*(?:!important)?\s*$/i.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

function readStyle(style: string | null): ReadonlyMap<string, string> {
  const rules = (style ?? '').slice(0, maxStyle).toLowerCase().split(';');
  return new Map(
    rules.map((rule) => {
      const colon = rule.indexOf(':');
      return [rule.slice(0, Math.max(colon, 0)).trim(), rule.slice(colon + 1).trim()];
    }),
  );
}

interface Looks {
  /** Null: it does not say. */
  readonly width: number | null;
  readonly height: number | null;
  /** By nothing that a style sheet could undo. */
  readonly hidden: boolean;
}

function looksOf(html: string, tag: HtmlTag): Looks {
  const style = readStyle(valueOf(html, tag, 'style'));
  const side = (name: 'width' | 'height'): number | null =>
    readLength(style.get(name) ?? valueOf(html, tag, name) ?? undefined);
  const named = tag.attributes.some(({ name }) => name === 'class' || name === 'id');
  const unseen = ['display', 'visibility', 'opacity'].some((name) =>
    /^(?:none|hidden|0(?:\.0+)?)(?:\s*!important)?$/.test(style.get(name) ?? ''),
  );
  return { width: side('width'), height: side('height'), hidden: unseen && !named };
}

/** Images of one dot, and those that nobody sees. */
function isUnseen({ width, height, hidden }: Looks): boolean {
  return hidden || width === 0 || height === 0 || (width !== null && height !== null && width <= 2 && height <= 2);
}

/** Nobody counts by an image that is there to be looked at. */
function isLarge({ width, height }: Looks): boolean {
  return Math.max(width ?? 0, height ?? 0) > 8;
}

function isTrackingImage(html: string, tag: HtmlTag): boolean {
  const address = readAddress(valueOf(html, tag, 'src'));
  if (address === null) return false;
  const looks = looksOf(html, tag);
  return isUnseen(looks) || (!isLarge(looks) && isOpenCounter(address));
}

/** What stands between two parameters, as HTML may write it; anything else behind an `&` is a character by its name. */
const separator = /&(?:amp;|#0*38;|#x0*26;)?/iy;
const character = /&(?:#\d|#x[\da-f]|[a-z][\da-z]*;)/iy;

interface Parameter {
  /** The separator before it, or the same as `from` for the first. */
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Where a separator at `at` ends; null where the `&` belongs to the name of a character. */
function separatorEnd(text: string, at: number): number | null {
  const end = matchEnd(separator, text, at);
  const isPlain = end === at + 1;
  return isPlain && matchEnd(character, text, at) !== null ? null : end;
}

/** The parameters of a link, from behind its `?` up to its fragment. */
function readParameters(html: string, start: number, end: number): Parameter[] {
  const found: Parameter[] = [];
  let before = start;
  let from = start;
  let at = start;
  for (; at < end && html[at] !== '#'; at += 1) {
    if (html[at] !== '&') continue;
    const next = separatorEnd(html, at);
    if (next === null) {
      // `&#61;` is no fragment.
      at += 1;
      continue;
    }
    found.push({ before, from, to: at });
    [before, from] = [at, next];
    at = next - 1;
  }
  const to = Math.min(at, end);
  return [...found, { before, from: Math.min(from, to), to }];
}

function nameOf(html: string, { from, to }: Parameter): string {
  const equals = html.slice(from, Math.min(to, from + 100)).split('=', 1)[0] ?? '';
  return equals
    .replaceAll(/%([0-7][\da-f])/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .toLowerCase();
}

/** What goes of a link whose value stands from `from` to before `to`. */
function cutsOfLink(html: string, from: number, to: number): Cut[] {
  if (!/^\s*https?:\/\//i.test(html.slice(from, Math.min(to, from + 32)))) return [];
  const mark = html.slice(from, to).search(/[?#]/);
  if (mark === -1 || html[from + mark] === '#') return [];
  const query = from + mark;
  const parameters = readParameters(html, query + 1, to).map((one) => ({ ...one, name: nameOf(html, one) }));
  const kept = parameters.filter(({ name }) => !isTrackingParameter(name));
  const last = parameters.at(-1);
  if (last === undefined || kept.length === parameters.length || kept.some(({ name }) => isSignature(name))) return [];
  const [first] = kept;
  if (first === undefined) return [{ from: query, to: last.to }];
  const leading = first.from > query + 1 ? [{ from: query + 1, to: first.from }] : [];
  const others = parameters.filter(({ before, name }) => before >= first.to && isTrackingParameter(name));
  return [...leading, ...others.map(({ before, to: end }) => ({ from: before, to: end }))];
}

/**
 * What goes from an HTML text so that nobody hears when it is read: images of one dot and those of known counters, and parameters of
 * links that name who clicked. In order, none over another. `html`: octets as Latin-1. Never throws, in a time linear in its length.
 */
export function findTrackers(html: string): Cut[] {
  const cuts: Cut[] = [];
  for (const tag of readHtmlTags(html)) {
    if (tag.name === 'img' && isTrackingImage(html, tag)) cuts.push({ from: tag.from, to: tag.to });
    if (tag.name !== 'a' && tag.name !== 'area') continue;
    const href = tag.attributes.find(({ name }) => name === 'href');
    if (href !== undefined) for (const cut of cutsOfLink(html, href.from, href.to)) cuts.push(cut);
  }
  return cuts;
}
