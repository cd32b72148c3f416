import { countText, durationText } from '#messages/quantities.ts';
import { securityEventText, securitySubject } from '#messages/security-events.ts';
import type { MailWords } from '#messages/server/mails.ts';

type ToldFacts = Parameters<typeof securityEventText>[0] & { readonly atMs: number };

interface Line {
  readonly text: string;
  readonly fromMs: number;
  toMs: number;
  times: number;
}

/** What came several times in the same words is one line. */
function joinLines(events: readonly ToldFacts[]): Line[] {
  const lines = new Map<string, Line>();
  for (const event of events) {
    const text = securityEventText(event);
    const line = lines.get(text);
    if (line === undefined) lines.set(text, { text, fromMs: event.atMs, toMs: event.atMs, times: 1 });
    else {
      line.toMs = event.atMs;
      line.times += 1;
    }
  }
  return [...lines.values()];
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function lineText({ text, fromMs, toMs, times }: Line): string {
  if (times === 1) return `${timeText(fromMs)}: ${text}`;
  return `${timeText(fromMs)} to ${timeText(toMs)}, ${countText(times)} times: ${text}`;
}

/** In one mail; the settings list more. */
const maxLines = 20;

/**
 * Warns an inbox of what happened to an account whose mail it gets. Names neither the account nor what an owner chose, as
 * the inbox may be somebody else's.
 */
export function securityMail(link: string, lifeMs: number, events: readonly ToldFacts[]): MailWords {
  const lines = joinLines(events);
  const rest = lines.length - maxLines;
  return {
    subject: securitySubject(events.map(({ kind }) => kind)),
    paragraphs: [
      'This happened to the Kauke account that forwards mail to this inbox:',
      ...lines.slice(0, maxLines).map(lineText),
      ...(rest > 0 ? [`And ${countText(rest)} more: the settings of the account list them.`] : []),
      'If it was you, there is nothing to do.',
      'This was not me: open this link and lock everything. Nobody gets in then without a new proof, and nothing is sent.',
      { link },
      `The link works for ${durationText(lifeMs)}. It can lock the account and nothing else.`,
    ],
  };
}
