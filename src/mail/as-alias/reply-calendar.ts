import { reverseForm } from '#contract/reserved-names/reverse-names.ts';
import { parseRecipient } from '#mail/recipient/address-forms.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { contentLines, rewriteCalendar, type TurnPerson } from '#mail/rewrite/rewrite-calendar.ts';

export interface ReplyCalendarOptions {
  readonly alias: string;
  /** By token of their reverse address, or by send address. */
  readonly correspondents: ReadonlyMap<string, string>;
  /** The owner's own addresses, normalised. */
  readonly hidden: ReadonlySet<string>;
  /** For everything that names nobody in a field of its own. */
  readonly replace: (text: string) => string;
}

/** Characters of the shortest line in which an address or a name could stand; a calendar may have millions below it. */
const shortestTelling = 6;

/** Lines, of some microseconds each, before others get their turn. */
const linesInTurn = 500;

function unfold(text: string): string {
  return text.replaceAll(/\r?\n[ \t]/g, '');
}

/** Whose part a method is (RFC 5546 §1.4): that of the owner, who sends it. */
const byAttendee = /^(?:reply|counter|refresh)$/;
const byOrganizer = /^(?:request|add|cancel|declinecounter)$/;

const ourOrganizer = new RegExp(`^organizer\\b[^\\r\\n]*\\b(?:reply=|${reverseForm}@)`, 'im');

/** What gnus-icalendar writes before the title of what it answers. */
const answers: Readonly<Record<string, string>> = {
  accepted: 'ACCEPTED',
  tentative: 'TENTATIVE',
  declined: 'DECLINED',
};

function readAnswer(line: string): string {
  const [, said = ''] = /^summary\b[^:]*:\s*(accepted|tentative|declined):/i.exec(line) ?? [];
  return answers[said.toLowerCase()] ?? '';
}

/** The component that a line begins or ends. */
function readEdge(line: string): { readonly component: string; readonly begins: boolean } {
  const [, edge = '', component = ''] = /^(begin|end):(\w+)\s*$/i.exec(line) ?? [];
  return { component: component.toLowerCase(), begins: edge.toLowerCase() === 'begin' };
}

/**
 * The line by which an answer says whose it is (RFC 5546 §3.2.3), put where a component ends without one: programs that do not know
 * the alias as an address of their user leave it out. Looks at each line in turn.
 */
function createAttendeeWatch(method: string, alias: string): (raw: string) => string {
  let named = false;
  let inAlarm = false;
  let answer = '';
  return (raw) => {
    if (method !== 'reply') return '';
    const line = unfold(raw);
    const { component, begins } = readEdge(line);
    if (component === 'valarm') inAlarm = begins;
    if (inAlarm) return '';
    named ||= /^attendee\b/i.test(line);
    answer ||= readAnswer(line);
    if (!/^v(?:event|todo|journal|freebusy)$/.test(component)) return '';
    const said = answer === '' ? '' : `;PARTSTAT=${answer}`;
    const isMissing = !begins && !named;
    named = false;
    answer = '';
    return isMissing ? `ATTENDEE;CN="${alias}"${said}:mailto:${alias}\r\n` : '';
  };
}

/**
 * A calendar (RFC 5545, RFC 5546) as the alias sends it: the owner is the alias, reverse addresses are their
 * correspondents, nobody keeps a display name. Whoever sends it by its method is the alias, whatever address the owner's
 * program gave, and so is every attendee of an invitation that came through us who is no correspondent. The program's
 * name and its private properties go. In steps.
 */
export function* writeReplyCalendar(text: string, options: ReplyCalendarOptions): Generator<undefined, string> {
  const { alias, correspondents, hidden, replace } = options;
  const unfoldedText = unfold(text);
  const method = /^method\b[^:\r\n]*:[ \t]*([\w-]+)/im.exec(unfoldedText)?.[1]?.toLowerCase() ?? '';
  const cameThroughUs = ourOrganizer.test(unfoldedText);
  const ownsAttendees = byAttendee.test(method) || cameThroughUs;
  const turn =
    (line: string): TurnPerson =>
    ({ address }) => {
      const parsed = parseRecipient(address ?? '');
      const correspondent = correspondents.get(
        parsed.kind === 'reverse' ? parsed.token : normalizeAddress(address ?? ''),
      );
      const isOwn =
        (address !== null && hidden.has(normalizeAddress(address))) ||
        (ownsAttendees && /^attendee\b/i.test(line)) ||
        (byOrganizer.test(method) && /^organizer\b/i.test(line));
      const shown = correspondent ?? (isOwn ? alias : address);
      return { name: shown, address: shown };
    };
  const attendeeBefore = createAttendeeWatch(method, alias);
  const write = (raw: string): string => {
    if (raw.length < shortestTelling) return raw;
    if (/^x-/i.test(raw)) return '';
    if (/^prodid\b/i.test(raw)) return 'PRODID:-//Kauke//EN\r\n';
    const unfolded = unfold(raw);
    const turned = rewriteCalendar(unfolded, turn(unfolded));
    const replaced = replace(turned);
    return replaced === unfolded ? raw : replaced;
  };
  const lines: string[] = [];
  for (const raw of contentLines(text)) {
    lines.push(attendeeBefore(raw) + write(raw));
    if (lines.length % linesInTurn === 0) yield;
  }
  return lines.join('');
}
