import { parseRecipient } from '#mail/recipient/address-forms.ts';
import { mapContentLines } from '#mail/rewrite/map-content-lines.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { turnCalendar, type TurnPerson } from '#mail/rewrite/turn-calendar.ts';

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

const isAnswer = /^method[ \t]*:[ \t]*(?:reply|counter|refresh|declinecounter)\s*$/im;

function named(address: string) {
  return { address, name: address };
}

/**
 * A calendar (RFC 5545, RFC 5546) as the alias sends it: the owner is the alias, reverse addresses are their
 * correspondents, nobody keeps a display name. In an answer every attendee who is no correspondent is the one who
 * answers, whatever address the owner's program gave. The program's name and its private properties go.
 */
export function writeReplyCalendar(text: string, options: ReplyCalendarOptions): string {
  const { alias, correspondents, hidden, replace } = options;
  const turn =
    (answers: boolean): TurnPerson =>
    ({ address }) => {
      const parsed = parseRecipient(address);
      const correspondent = correspondents.get(parsed.kind === 'reverse' ? parsed.token : normalizeAddress(address));
      if (correspondent !== undefined) return named(correspondent);
      return answers || hidden.has(normalizeAddress(address)) ? named(alias) : named(address);
    };
  const answers = isAnswer.test(text);
  return mapContentLines(text, (raw) => {
    if (raw.length < shortestTelling) return raw;
    if (/^x-/i.test(raw)) return '';
    if (/^prodid\b/i.test(raw)) return 'PRODID:-//Kauke//EN\r\n';
    const unfolded = raw.replaceAll(/\r?\n[ \t]/g, '');
    const turned = turnCalendar(unfolded, turn(answers && /^attendee\b/i.test(unfolded)));
    const replaced = replace(turned);
    return replaced === unfolded ? raw : replaced;
  });
}
