import type { HeaderField } from '#protocol/message/parse-message.ts';

/** A field of a header that stands in a text. */
interface QuotedField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface TraceOptions {
  /** Of the alias. What names it was written by us, and what stands above that by servers of the owner's. */
  readonly domain: string;
  /** Whether a text names the owner. */
  readonly isOwn: (text: string) => boolean;
  /** Whether a field names a server through which the owner's mail goes. */
  readonly namesServer?: ((field: string) => boolean) | undefined;
}

/** What a reader of a quoted message asks for; everything else above our own fields tells which servers the owner has. */
const spoken =
  /^(?:from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|mime-version|content-[\w-]+)$/;
/** What servers write of themselves. */
const signed = /^(?:x-)?received$|^received-spf$|^(?:arc-)?authentication-results$/;
/** What may begin a header: words of somebody's own that end in a colon do not. */
const known =
  /^(?:x-.+|arc-.+|return-path|(?:delivered|envelope|original)-to|received(?:-spf)?|authentication-results|dkim-signature)$/;

const receivedField = /^([ \t]{0,8}(?:[>|] ?)*)received:[ \t\r\n]/gim;
const nameOfField = /^([!-9;-~]{1,80}):(?:[ \t\r\n]|$)/;
const fold = /^[ \t]+\S/;
/** What a program breaks: it leaves a blank there (RFC 3676), or the line is long. */
const broken = / \r?\n$|^[^\n]{50,51}\n$/;
const brokenReach = 52;

/** Lines of a header before and behind its first trace, and characters of one: no server takes more. */
const maxLines = 500;
const maxLength = 128 * 1024;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** Whether the line belongs to a header each of whose lines begins with `mark`. */
function isOfHeader(text: string, start: number, mark: string): boolean {
  const line = text.slice(start, endOfLine(text, start));
  if (!line.startsWith(mark)) return false;
  const rest = line.slice(mark.length);
  if (nameOfField.test(rest) || fold.test(rest)) return true;
  return rest.trim() !== '' && broken.test(text.slice(Math.max(0, start - brokenReach), start));
}

/** The fields around the one at `at`, none of them before `floor`. */
function readHeader(text: string, at: number, mark: string, floor: number): QuotedField[] {
  let start = at;
  for (let lines = 0; start > floor && lines < maxLines; lines += 1) {
    const before = Math.max(floor, text.lastIndexOf('\n', start - 2) + 1);
    if (before === start || !isOfHeader(text, before, mark)) break;
    start = before;
  }
  const fields: QuotedField[] = [];
  for (let lines = 0; start < text.length && lines < 2 * maxLines && isOfHeader(text, start, mark); lines += 1) {
    const end = endOfLine(text, start);
    const name = nameOfField.exec(text.slice(start + mark.length, end))?.[1]?.toLowerCase();
    const last = fields.at(-1);
    if (name !== undefined) fields.push({ name, start, end });
    else if (last !== undefined) fields.splice(-1, 1, { ...last, end });
    start = end;
  }
  return fields.slice(fields.findIndex(({ name }) => known.test(name) || spoken.test(name)));
}

/** The rows of a table in which Thunderbird forwards a header. */
function readTable(text: string, from: number, to: number): QuotedField[] {
  let start = from;
  return text
    .slice(from, to)
    .split(/(?=<tr\b)/i)
    .flatMap((row) => {
      const name = /^<tr\b[^<>]{0,300}>\s{0,20}<th\b[^<>]{0,300}>\s{0,20}([!-9;-~]{1,80}?):/i.exec(row)?.[1];
      const end = start + row.replace(/<\/tbody\b[^]*$/i, '').length;
      const field = name === undefined ? [] : [{ name: name.toLowerCase(), start, end }];
      start += row.length;
      return field;
    });
}

/** Those that servers of the owner's wrote on top of what we forwarded; all of a message that did not come through us, where it names the owner or one of these servers. */
function findTrace(
  text: string,
  fields: readonly QuotedField[],
  { domain, isOwn, namesServer }: TraceOptions,
): QuotedField[] {
  const names = fields.map(({ name }) => name);
  if (!names.includes('received') || !(names.includes('from') || names.includes('subject'))) return [];
  const host = `${domain.replaceAll('.', '\\.')}(?![\\w.-])`;
  const signedByUs = new RegExp(`[;\\s]d=${host}`, 'i');
  const takenByUs = new RegExp(`\\sby\\s{1,9}(?:[\\w-]{1,63}\\.){0,9}${host}`, 'i');
  const isOurs = ({ name, start, end }: QuotedField): boolean =>
    name.startsWith('x-kauke-') ||
    (name === 'dkim-signature' && signedByUs.test(text.slice(start, end))) ||
    (name === 'received' && takenByUs.test(text.slice(start, end)));
  const first = fields.findIndex(isOurs);
  const isTrace = ({ name }: QuotedField): boolean => !spoken.test(name);
  if (first !== -1) return fields.slice(0, first).filter(isTrace);
  const begin = fields[0]?.start ?? 0;
  const isTold =
    isOwn(text.slice(begin, Math.min(begin + maxLength, fields.at(-1)?.end ?? 0))) ||
    fields.some(({ name, start, end }) => signed.test(name) && namesServer?.(text.slice(start, end)) === true);
  return isTold ? fields.filter(isTrace) : [];
}

function* findHeaders(text: string, form: 'plain' | 'html'): Generator<QuotedField[]> {
  let floor = 0;
  if (form === 'html') {
    for (const { index } of text.matchAll(/<table\b[^<>]{0,300}\bmoz-email-headers-table\b/gi)) {
      if (index < floor) continue;
      const tableEnd = /<\/table\b/gi;
      tableEnd.lastIndex = index;
      floor = tableEnd.exec(text)?.index ?? text.length;
      yield readTable(text, index, Math.min(floor, index + maxLength));
    }
    return;
  }
  for (const { index, 1: mark = '' } of text.matchAll(receivedField)) {
    if (index < floor) continue;
    const fields = readHeader(text, index, mark, floor);
    floor = fields.at(-1)?.end ?? index;
    yield fields;
  }
}

/** Whether servers of the owner's wrote on top of a message of ours, or what any other went through, by its header. */
export function hasTraceOnTop(
  header: readonly HeaderField[],
  { domain, namesServer }: Pick<TraceOptions, 'domain' | 'namesServer'>,
): boolean {
  if (header.every(({ key }) => key !== 'received')) return false;
  let start = 0;
  const fields = header.map(({ key, raw }): QuotedField => {
    const end = start + raw.length;
    const field = { name: key, start, end };
    start = end;
    return field;
  });
  const text = Buffer.concat(header.map(({ raw }) => raw)).toString('latin1');
  return findTrace(text, fields, { domain, isOwn: () => false, namesServer }).length > 0;
}

/**
 * A text without what servers of its writer wrote on top of a message that it quotes with its whole header, as some programs forward:
 * their names say where the writer's inbox is. In steps.
 */
export function* cutQuotedTrace(
  text: string,
  form: 'plain' | 'html',
  options: TraceOptions,
): Generator<undefined, string> {
  const pieces: string[] = [];
  let from = 0;
  for (const fields of findHeaders(text, form)) {
    for (const { start, end } of findTrace(text, fields, options)) {
      pieces.push(text.slice(from, start));
      from = end;
    }
    yield;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}
