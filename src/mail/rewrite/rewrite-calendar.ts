import { readMailto } from '#mail/rewrite/read-mailto.ts';

/** How a person of a calendar is shown to the owner. */
export interface TurnedPerson {
  /** Null when there is no address to write to. */
  readonly address: string | null;
  /** Null for none. */
  readonly name: string | null;
}

/** Somebody as a calendar names them; the address is null where it gives another kind of place, such as a URN. */
export interface NamedPerson {
  readonly name: string | null;
  readonly address: string | null;
}

/** How somebody named in a calendar is shown on the other side. */
export type TurnPerson = (person: NamedPerson) => TurnedPerson;

/** Parameters that name people beside the value (RFC 5545 §3.2, and what Exchange adds). */
const peopleParameters = new Set(['sent-by', 'delegated-to', 'delegated-from', 'member', 'email', 'dir']);

/** What Exchange writes for somebody without a mailbox. */
const nobody = 'invalid:nomail';

const maxLineOctets = 75;

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Index after the LF that ends the content line at `from`, its folds included; the end of the text when none does. */
function endOfContentLine(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  while (end !== -1 && end > from && isBlank(text.charAt(end + 1))) end = text.indexOf('\n', end + 1);
  return end === -1 ? text.length : end + 1;
}

/**
 * The content lines of an iCalendar text (RFC 5545 §3.1), each with its folds and its line end. Not a pattern: a line of a
 * hundred thousand folds, as an attachment in a calendar has them, would overflow its stack.
 */
export function* contentLines(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = endOfContentLine(text, from);
    yield text.slice(from, end);
    from = end;
  }
}

interface ContentLine {
  readonly name: string;
  /** `NAME=value`, without the semicolon. */
  readonly parameters: readonly string[];
  readonly value: string;
}

/** Splits at the separators outside quotes; null when there is no colon. */
function readLine(line: string): ContentLine | null {
  const pieces: string[] = [];
  let quoted = false;
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') quoted = !quoted;
    if (quoted || (character !== ';' && character !== ':')) continue;
    pieces.push(line.slice(from, at));
    from = at + 1;
    if (character === ':') {
      const [name = '', ...parameters] = pieces;
      return { name, parameters, value: line.slice(from) };
    }
  }
  return null;
}

/** Folded at 75 octets, between characters (RFC 5545 §3.1). */
function foldLine(line: string, lineEnd: string): string {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (used + octets > maxLineOctets) {
      lines.push(current);
      current = ' ';
      used = 1;
    }
    current += character;
    used += octets;
  }
  lines.push(current);
  return lines.join(lineEnd) + lineEnd;
}

function parameterName(parameter: string): string {
  return parameter.slice(0, parameter.indexOf('=')).toLowerCase();
}

const caretSigns: Readonly<Record<string, string>> = { "^'": '"', '^n': ' ', '^^': '^' };

/** RFC 6868 §3: what stands for a quote, a line end and a caret; another caret is one. */
function readCarets(text: string): string {
  return text.replaceAll(/\^['n^]/g, (sign) => caretSigns[sign] ?? sign);
}

function readName(parameters: readonly string[]): string | null {
  const parameter = parameters.find((candidate) => parameterName(candidate) === 'cn');
  return parameter === undefined ? null : readCarets(parameter.slice(3).replaceAll('"', '')).trim() || null;
}

/** What stands for signs that not every reader leaves in a name, quoted or not, however they are written. */
const plainSigns: Readonly<Record<string, string>> = { '"': "'", '^': '^^', ';': ',', '=': '-' };

/**
 * Quotes cannot stand in a parameter (RFC 5545 §3.2), and few readers know what stands for them (RFC 6868 §3). Readers cut it at a
 * semicolon (node-ical, ts-ics) or an equals sign (Data::ICal), which may stand there.
 */
function nameParameter(name: string): string {
  return `CN="${name.replaceAll(/["^;=]/g, (sign) => plainSigns[sign] ?? sign)}"`;
}

function turnPersonLine(line: ContentLine, turn: TurnPerson): string {
  const { name: shown, address } = turn({ name: readName(line.parameters), address: readMailto(line.value) });
  const kept = line.parameters.filter((parameter) => {
    const name = parameterName(parameter);
    return name !== 'cn' && !peopleParameters.has(name) && !parameter.includes('@');
  });
  const value = address === null ? nobody : `mailto:${address}`;
  return `${[line.name, ...(shown === null ? [] : [nameParameter(shown)]), ...kept].join(';')}:${value}`;
}

/** ORGANIZER, ATTENDEE, and whatever else holds a mail address for a value, as X-MS-OLK-SENDER does. */
function namesPerson({ name, value }: ContentLine): boolean {
  return /^(?:organizer|attendee)$/i.test(name.trim()) || /^\s*mailto:/i.test(value);
}

function turnLine(raw: string, turn: TurnPerson): string {
  const line = raw.replaceAll(/\r?\n[ \t]/g, '').replace(/\r?\n$/, '');
  if (!/^\s*(?:organizer|attendee)|mailto/i.test(line)) return raw;
  const lineEnd = /\r?\n$/.exec(raw)?.[0] ?? '';
  const read = readLine(line);
  if (read === null) return '';
  return namesPerson(read) ? foldLine(turnPersonLine(read, turn), lineEnd || '\r\n') : raw;
}

/**
 * An iCalendar text (RFC 5545) in which everybody a client may answer to is shown by `turn`: the values of ORGANIZER and
 * ATTENDEE, and further addresses beside them go. All other lines stay as they are. Linear, never throws.
 */
export function rewriteCalendar(text: string, turn: TurnPerson): string {
  const lines: string[] = [];
  for (const raw of contentLines(text)) lines.push(turnLine(raw, turn));
  return lines.join('');
}
