import { normalizeFields } from '#mail/forward/settle-fields.ts';
import { rewriteCalendar, type TurnPerson } from '#mail/rewrite/rewrite-calendar.ts';
import { filenameOf } from '#protocol/message/body-parts.ts';
import { editParts, type PartEdit } from '#protocol/message/edit-parts.ts';
import { decodeCharset } from '#protocol/message/encoded-words.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer, isKnownEncoding } from '#protocol/message/transfer-encoding.ts';

/** What of a message's parts has to be written anew before an owner's program may read them. */
export interface CalendarParts {
  readonly root: MimePart;
  readonly calendars: readonly MimePart[];
  /** Parts that may be calendars, in a form in which nobody here can read them. */
  readonly sealed: readonly MimePart[];
  /** Headers of parts that programs read in two ways, settled. */
  readonly settled: ReadonlyMap<MimePart, readonly HeaderField[]>;
}

/**
 * Octets of calendars, as they came, in which people are turned, so that no message keeps the program for long. Beyond
 * these they go as text files: no client offers to answer those.
 */
const maxCalendarOctets = 512 * 1024;
/** Octets of a file, still encoded, of which its beginning is read; of a text that is shown, where only its first line counts. */
const maxBeginning = 1024;
const maxFirstLine = 256;
/** Messages that stand encoded inside each other are opened so many times. */
const maxOpened = 4;
/** Header fields after which no more of them are: each may have as many as a message that is not encoded. */
const maxOpenedFields = 100_000;
/** Octets of headers that are settled: real mail has a few hundred, and each costs a thousand times what it costs to be read. */
const maxSettled = 256 * 1024;

/** How far messages that stand encoded inside of a message were opened. */
interface Opening {
  readonly depth: number;
  /** Of all messages, what was read of them. */
  readonly read: { fields: number; settled: number };
}

const calendarType = /\/(?:x-)?(?:v?calendar|ics)$/;
/** Whatever some programs leave out at the end of a name: blanks, dots, what is not seen. */
const calendarName = /\.(?:ics|vcs)[^\p{L}\p{N}]*$/iu;
const perhapsCalendar = /calendar|\bics\b|\bvcs\b/i;

/** The first words of a calendar (RFC 5545 §3.4), folded or not, in any encoding of Unicode, read as Latin-1. */
const begin = 'BEGIN:VCALENDAR'.split('').join('(?:\\0|\\r?\\n[ \\t])*');
/** Of a text that is shown, where others may quote a calendar further down. */
const beginsText = new RegExp(`^[\\s\\0\u00ef\u00bb\u00bf\u00fe\u00ff]*${begin}`, 'i');
const beginsFile = new RegExp(`(?:^|[\\r\\n\\0\u00ef\u00bb\u00bf\u00fe\u00ff])[ \\t]*${begin}`, 'i');

/**
 * Whether a part is a calendar. Programs open one whatever type or name it came under, so what it begins with says it as
 * well as its label.
 */
export function isCalendar(part: MimePart): boolean {
  if (part.children.length > 0 || part.type.startsWith('multipart/')) return false;
  const name = filenameOf(part);
  if (calendarType.test(part.type) || calendarName.test(name ?? '')) return true;
  const isShown = name === null && (part.type === 'text/plain' || part.type === 'text/html');
  const start = part.content.subarray(0, isShown ? maxFirstLine : maxBeginning);
  const beginning = decodeTransfer(start, part.encoding).toString('latin1');
  return (isShown ? beginsText : beginsFile).test(beginning);
}

/** A multipart that holds something, of which nothing can be read: no telling what a mail program finds there. */
function isUnreadable({ type, parameters, children, content }: MimePart): boolean {
  const delimiter = (parameters.get('boundary') ?? '').length + 16;
  return type.startsWith('multipart/') && children.length === 0 && content.length > delimiter;
}

/** Whether a part is a message under an encoding, with anything in it that has to be written anew. */
function holdsCalendar(part: MimePart, { depth, read }: Opening): boolean {
  if (part.children.length > 0 || !part.type.startsWith('message/')) return false;
  if (read.fields > maxOpenedFields || read.settled > maxSettled) return true;
  const octets = decodeTransfer(part.content, part.encoding);
  return octets !== part.content && readCalendars(parseMessage(octets), { depth: depth + 1, read }) !== null;
}

/** Outlook's own form of a message (MS-OXTNEF), where it asks for a meeting or answers one. */
function isMeeting({ content, encoding }: MimePart): boolean {
  if (!/^\s*eJ8\+I|^\x78\x9f>"/.test(content.toString('latin1', 0, 16))) return false;
  const beginning = decodeTransfer(content.subarray(0, 4 * maxBeginning), encoding).toString('latin1');
  return /IPM\.(?:Microsoft )?Schedule\./.test(beginning);
}

/** RFC 2045 §6.4: what comes in an unknown encoding is no more than octets, and not all programs know that. */
function isSealed(part: MimePart): boolean {
  if (isKnownEncoding(part.encoding) || part.children.length > 0) return false;
  const fields = part.fields.filter(({ key }) => key.startsWith('content-'));
  return perhapsCalendar.test(`${fields.map(fieldText).join(' ')} ${filenameOf(part) ?? ''}`);
}

function readCalendars(message: RawMessage, opening: Opening): CalendarParts | 'unreadable' | null {
  const { root, complete } = parseParts(message);
  if (!complete || opening.depth > maxOpened) return 'unreadable';
  const calendars: MimePart[] = [];
  const sealed: MimePart[] = [];
  const settled = new Map<MimePart, readonly HeaderField[]>();
  for (const part of walkParts(root)) {
    if (isUnreadable(part)) return 'unreadable';
    opening.read.fields += part.fields.length;
    const fields = normalizeFields(part);
    if (fields !== null) {
      settled.set(part, fields);
      const contentFields = part.fields.filter(({ key }) => key.startsWith('content-'));
      opening.read.settled += contentFields.reduce((octets, { raw }) => octets + raw.length, 0);
      if (opening.read.settled > maxSettled) return 'unreadable';
    }
    if (isSealed(part) || isMeeting(part) || holdsCalendar(part, opening)) sealed.push(part);
    else if (isCalendar(part)) calendars.push(part);
  }
  return calendars.length + sealed.length + settled.size === 0 ? null : { root, calendars, sealed, settled };
}

/**
 * The calendars of a message, and what else programs may take for one; null when there is nothing to write anew.
 * `unreadable`: there may be some where we do not look and a mail program does. Once for all aliases it goes to. Never
 * throws.
 */
export function findCalendars(message: RawMessage): CalendarParts | 'unreadable' | null {
  return readCalendars(message, { depth: 0, read: { fields: 0, settled: 0 } });
}

/** The text of a calendar in lines that all programs see; octets of UTF-16 are known by their zeros, whatever the label. */
function calendarText(part: MimePart): string {
  const zero = decodeTransfer(part.content.subarray(0, maxBeginning), part.encoding).subarray(0, 64).indexOf(0);
  const text =
    zero === -1
      ? decodeText(part)
      : decodeCharset(decodeTransfer(part.content, part.encoding), zero % 2 === 0 ? 'utf-16be' : 'utf-16le');
  return text.replaceAll(/\r(?!\n)/g, '\r\n');
}

/** The same octets under a type and a name that nobody takes for an invitation. */
function asFile(fields: readonly HeaderField[]): PartEdit {
  return {
    fields: [
      ...fields.filter(({ key }) => key !== 'content-type' && key !== 'content-disposition'),
      makeField('Content-Type', 'application/octet-stream'),
      makeField('Content-Disposition', 'attachment; filename="calendar.txt"'),
    ],
  };
}

/** Octets of a message's calendars that `turnCalendars` reads, as they came. */
export function octetsTurned({ calendars }: CalendarParts): number {
  return Math.min(
    maxCalendarOctets,
    calendars.reduce((octets, { content }) => octets + content.length, 0),
  );
}

/** Charsets in which every program reads the same people as we do. Under others a text is written anew. */
const plainCharset = /^(?:us-ascii|utf-8)?$/i;

/**
 * The message with the people of its calendars turned and doubtful headers settled; parts in which nobody is named keep
 * their octets, those that cannot be read or are too long keep their octets and lose their type. A signature that would
 * not hold any more makes room for `unsigned`, which says so.
 */
export function turnCalendars(
  message: RawMessage,
  { root, calendars, sealed, settled }: CalendarParts,
  turn: TurnPerson,
  unsigned: string,
): RawMessage {
  const edits = new Map<MimePart, PartEdit>([...settled].map(([part, fields]) => [part, { fields }]));
  const fieldsOf = (part: MimePart): readonly HeaderField[] => settled.get(part) ?? part.fields;
  for (const part of sealed) edits.set(part, asFile(fieldsOf(part)));
  let octets = 0;
  for (const part of calendars) {
    octets += part.content.length;
    const text = octets > maxCalendarOctets ? null : calendarText(part);
    if (text === null || text.includes('\0')) {
      edits.set(part, asFile(fieldsOf(part)));
      continue;
    }
    const turned = rewriteCalendar(text, turn);
    const isPlain = plainCharset.test(part.parameters.get('charset') ?? '');
    if (turned !== decodeText(part) || !isPlain) edits.set(part, { fields: fieldsOf(part), text: turned });
  }
  return editParts(message, root, edits, unsigned);
}
