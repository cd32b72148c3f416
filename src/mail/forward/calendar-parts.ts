import { turnCalendar, type TurnPerson } from '#mail/rewrite/turn-calendar.ts';
import { decodeText } from '#protocol/message/transfer-encoding.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import { editParts, type PartEdit } from '#protocol/message/edit-parts.ts';
import { type MimePart, parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** Where a message holds calendars. */
export interface CalendarParts {
  readonly root: MimePart;
  readonly parts: readonly MimePart[];
}

/**
 * Octets of calendars, as they came, in which people are turned, so that no message keeps the program for long. Beyond
 * these they go as text files: no client offers to answer those.
 */
const maxCalendarOctets = 512 * 1024;

const calendarTypes = new Set(['text/calendar', 'application/ics', 'text/x-vcalendar']);

/** Clients open an attached calendar whatever type it came under. */
export function isCalendar({ type, parameters, disposition, children }: MimePart): boolean {
  return (
    children.length === 0 &&
    (calendarTypes.has(type) ||
      /\.(?:ics|vcs)$/i.test(disposition?.parameters.get('filename') ?? parameters.get('name') ?? ''))
  );
}

/**
 * The calendars of a message; null when there are none. `unreadable`: there may be some where we do not look and a mail
 * program does. Once for all aliases it goes to. Never throws.
 */
export function findCalendars(message: RawMessage): CalendarParts | 'unreadable' | null {
  const { root, complete } = parseParts(message);
  if (!complete) return 'unreadable';
  const parts = [...walkParts(root)].filter(isCalendar);
  return parts.length === 0 ? null : { root, parts };
}

/** The same octets under a type and a name that nobody takes for an invitation. */
function asFile({ fields }: MimePart): PartEdit {
  return {
    fields: [
      ...fields.filter(({ key }) => key !== 'content-type' && key !== 'content-disposition'),
      makeField('Content-Type', 'application/octet-stream'),
      makeField('Content-Disposition', 'attachment; filename="calendar.txt"'),
    ],
  };
}

/**
 * The message with the people of its calendars turned; parts in which nobody is named keep their octets, those too long
 * to be read keep their octets and lose their type.
 */
export function turnCalendars(message: RawMessage, { root, parts }: CalendarParts, turn: TurnPerson): RawMessage {
  const edits = new Map<MimePart, PartEdit>();
  let octets = 0;
  for (const part of parts) {
    octets += part.content.length;
    if (octets > maxCalendarOctets) {
      edits.set(part, asFile(part));
      continue;
    }
    const text = decodeText(part);
    const turned = turnCalendar(text, turn);
    if (turned !== text) edits.set(part, { text: turned });
  }
  return editParts(message, root, edits);
}
