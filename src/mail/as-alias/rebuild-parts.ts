import { isAscii } from 'node:buffer';
import type { AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { isKeptWhole } from '#mail/as-alias/identity-parts.ts';
import { cutQuotedTrace } from '#mail/documents/quoted-trace.ts';
import { isCalendar } from '#mail/forward/calendar-parts.ts';
import type { Random } from '#platform/random.ts';
import type { PartEdit } from '#protocol/message/edit-parts.ts';
import { decodeWords, encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { makeField, findField } from '#protocol/message/header-fields.ts';
import { formatParameters } from '#protocol/message/parameters.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { MimePart } from '#protocol/message/parse-parts.ts';

/** Names by which mail programs mark what they wrote. */
const clientName =
  /gmail|protonmail|proton|yahoo|tutanota|ms-outlook|outlook|zimbra|fastmail|apple|moz(?=[-_])|mso|wordsection|divrplyfwdmsg|appendonsend/gi;
const neutralName = 'mail';

/** A class or id, and its value. */
const eachName = /(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Attributes that show nothing and tell the program. */
const eachPrivate = /\s(?:data-[\w-]+|xmlns:\w+|moz-[\w-]+|originalsrc|shash)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const eachOfficeStyle = /\bmso-[\w-]{1,60}\s?:[^;"'}]*;?/gi;
/** Places on the writer's machine or in their mailbox. */
const eachLocalLink = /(["'=\s])(?:file|mailbox|mailbox-message|imaps?|imap-message|mid):[^"'\s>]*/gi;
/** Links as the gateway of the writer's organisation wrote them anew: they name it, and whom the mail was for. */
const eachGuardedLink =
  /https:\/\/[\w-]{1,20}\.safelinks\.protection\.outlook\.com\/[^\s"'<>?]{0,80}\?url=([^\s"'<>&]+)(?:&[^\s"'<>]*)?/gi;
const isGenerator = /^<meta\b(?=[^>]*\bgenerator\b)/i;

/** Tags that may tell something, and what follows a style tag up to the next one: no alternative can run over a `<`. */
const eachTelling = /<style\b[^<>]*>[^<]*|<(?:!--|meta\b|style)[^<>]*>|<[^<>=]*=[^<>]*>/gi;

function cleanTag(tag: string): string {
  if (isGenerator.test(tag)) return '';
  if (/^<(?:style|!--)/i.test(tag)) return tag.replaceAll(eachOfficeStyle, '').replaceAll(clientName, neutralName);
  return tag
    .replaceAll(eachPrivate, '')
    .replaceAll(eachOfficeStyle, '')
    .replaceAll(eachLocalLink, '$1about:blank')
    .replaceAll(eachName, (_, start: string, value: string) => start + value.replaceAll(clientName, neutralName));
}

const conditional = '<!--[if';
const commentEnd = '-->';
/** What closes a block that Microsoft's programs skip (`<!--[if !mso]><!-->`): a comment to all others. */
const eachSkippedEnd = /<!--\s{0,9}<!\[endif\]-->/gi;

/** Without the blocks that only Microsoft's programs read: comments to all others, which end where any does. */
function withoutConditionals(html: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf(conditional, from);
    const end = start === -1 ? -1 : html.indexOf(commentEnd, start + conditional.length);
    if (end === -1) return (kept + html.slice(from)).replaceAll(eachSkippedEnd, '');
    kept += html.slice(from, start);
    from = end + commentEnd.length;
  }
}

const maxKnownTag = 500;
const maxKnownTags = 1000;

/**
 * An HTML text without the marks by which one knows the program that wrote it: generator, names of classes and ids
 * (renamed, so that styles still fit), private attributes, links into the writer's own machine. Linear.
 */
export function hideClient(html: string): string {
  // Most tags of a message are like one before.
  const known = new Map<string, string>();
  return withoutConditionals(html).replaceAll(eachTelling, (tag: string) => {
    const clean = known.get(tag) ?? cleanTag(tag);
    if (tag.length <= maxKnownTag && known.size < maxKnownTags) known.set(tag, clean);
    return clean;
  });
}

export interface RebuildInput {
  readonly root: MimePart;
  /** Decoded words of the parts to rewrite. */
  readonly texts: ReadonlyMap<MimePart, string>;
  readonly replacer: AddressReplacer;
  /** Whether a text names a server through which the owner's mail goes. */
  readonly namesServer: (text: string) => boolean;
  /** A calendar as the alias sends it, in steps. */
  readonly writeCalendar: (text: string) => Generator<undefined, string>;
  /** A-label, for new content ids. */
  readonly domain: string;
  readonly random: Random;
}

/** Parameters that say how a part is read; anything else only tells about the writer's program. */
const typeParameters = ['charset', 'format', 'delsp', 'type', 'method', 'report-type'];
const plainValue = /^[\w!#$&+./^-]{1,80}$/;
const mimeToken = /^[a-z0-9!#$&+.^_-]{1,60}\/[a-z0-9!#$&+.^_-]{1,80}$/;
const identities = new Set(['8bit', 'binary']);
const encodings = new Set(['quoted-printable', 'base64']);
const eachCid = /\bcid:([^"'\s<>)]+)/gi;

/** Old content ids, without brackets, and the new ones that stand for them (RFC 2392). */
class ContentIds {
  readonly #byOld = new Map<string, string>();
  readonly #makeId: () => string;

  constructor(makeId: () => string) {
    this.#makeId = makeId;
  }

  /** Also for ids that no part has: they may hold the name of the owner's host. */
  turn(written: string): string {
    const old = written.trim().replace(/^<([^]*)>$/, '$1');
    const known = this.#byOld.get(old) ?? this.#makeId();
    this.#byOld.set(old, known);
    return known;
  }
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function contentType(
  part: MimePart,
  { replacer }: RebuildInput,
  ids: ContentIds,
  boundary: string | null,
): HeaderField {
  const { parameters } = part;
  const kept: (readonly [string, string])[] = typeParameters.flatMap((name) => {
    const value = parameters.get(name);
    return value !== undefined && plainValue.test(value) ? [[name, value] as const] : [];
  });
  const start = parameters.get('start');
  if (start !== undefined) kept.push(['start', `<${ids.turn(start)}>`]);
  const name = parameters.get('name');
  if (name !== undefined) kept.push(['name', replacer.replaceInName(name)]);
  if (boundary !== null) kept.push(['boundary', boundary]);
  return makeField(
    'Content-Type',
    formatParameters(mimeToken.test(part.type) ? part.type : 'application/octet-stream', kept),
  );
}

/** A multipart is never encoded (RFC 2045 §6.4), whatever its field said. */
function canHave({ type }: MimePart, encoding: string): boolean {
  return identities.has(encoding) || (encodings.has(encoding) && !type.startsWith('multipart/'));
}

function disposition({ disposition: given }: MimePart, { replacer }: RebuildInput): HeaderField[] {
  if (given === null) return [];
  const filename = given.parameters.get('filename');
  const kind = given.value === 'inline' ? 'inline' : 'attachment';
  const parameters = filename === undefined ? [] : [['filename', replacer.replaceInName(filename)] as const];
  return [makeField('Content-Disposition', formatParameters(kind, parameters))];
}

/** The Content-* fields of a part, made anew from what a reader needs. */
function contentFields(part: MimePart, input: RebuildInput, ids: ContentIds, boundary: string | null): HeaderField[] {
  const fields = [contentType(part, input, ids, boundary)];
  if (canHave(part, part.encoding)) fields.push(makeField('Content-Transfer-Encoding', part.encoding));
  fields.push(...disposition(part, input));
  const id = findField(part.fields, 'content-id');
  if (id !== null) fields.push(makeField('Content-ID', `<${ids.turn(id)}>`));
  const description = input.replacer
    .replaceInName(decodeWords(findField(part.fields, 'content-description') ?? ''))
    .slice(0, 500);
  if (description !== '') {
    fields.push(
      makeField('Content-Description', printableAscii.test(description) ? description : encodeWords(description)),
    );
  }
  return fields;
}

/** A link as it was before a gateway guarded it, for the place where it stands. */
function unguard(text: string, isHtml: boolean): string {
  return text.replaceAll(eachGuardedLink, (_, encoded: string) => {
    const link = decodeLink(encoded).replaceAll(/[\s"'<>]/g, (sign) => `%${Buffer.from(sign).toString('hex')}`);
    return isHtml ? link.replaceAll('&', '&amp;') : link;
  });
}

function* newText(part: MimePart, text: string, input: RebuildInput, ids: ContentIds): Generator<undefined, string> {
  const { replacer, writeCalendar, domain, namesServer } = input;
  if (isCalendar(part)) return yield* writeCalendar(text);
  const form = part.type === 'text/plain' ? 'plain' : 'html';
  const quoted = { domain, isOwn: (header: string): boolean => replacer.reveals(header), namesServer };
  const words = yield* cutQuotedTrace(unguard(text, form === 'html'), form, quoted);
  if (form === 'plain') return yield* replacer.replaceLong(words, form);
  const renamed = words.replaceAll(
    eachCid,
    (_, id: string) => `cid:${ids.turn(decodeLink(id.replaceAll('&amp;', '&')))}`,
  );
  yield;
  return yield* replacer.replaceLong(hideClient(renamed), form);
}

/** Octets beyond ASCII without a charset are read differently everywhere: they go out as UTF-8. */
function needsCharset({ content, parameters, type }: MimePart): boolean {
  return type.startsWith('text/') && !parameters.has('charset') && !isAscii(content);
}

function* editPart(part: MimePart, input: RebuildInput, ids: ContentIds): Generator<undefined, PartEdit> {
  if (part.type.startsWith('multipart/')) {
    const boundary = input.random.bytes(18).toString('hex');
    return { fields: contentFields(part, input, ids, boundary), boundary };
  }
  const fields = contentFields(part, input, ids, null);
  const text = input.texts.get(part);
  if (text === undefined) return { fields };
  const written = yield* newText(part, text, input, ids);
  return written === text && !needsCharset(part) ? { fields } : { fields, text: written };
}

/** A part that passes whole keeps its octets and of its fields those that say how to read it. */
function keepWhole(part: MimePart, input: RebuildInput, ids: ContentIds): PartEdit {
  return part.type.startsWith('multipart/')
    ? { fields: part.fields.filter(({ key }) => key === 'content-type' || key === 'content-transfer-encoding') }
    : { fields: contentFields(part, input, ids, null) };
}

/**
 * The edits that make a message's parts neutral: header fields from an allow-list, new boundaries and content ids (both
 * tell the writer's program and often its host), names and texts without the owner's addresses. Octets of attachments
 * stay as they are. In steps.
 */
export function* rebuildParts(input: RebuildInput): Generator<undefined, Map<MimePart, PartEdit>> {
  const ids = new ContentIds(() => `${input.random.uuid()}@${input.domain}`);
  const edits = new Map<MimePart, PartEdit>();
  function* visit(part: MimePart): Generator<undefined, void> {
    const whole = isKeptWhole(part);
    edits.set(part, whole ? keepWhole(part, input, ids) : yield* editPart(part, input, ids));
    if (!whole) for (const child of part.children) yield* visit(child);
  }
  yield* visit(input.root);
  return edits;
}
