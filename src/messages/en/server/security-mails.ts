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

/** What such a mail says in one language. */
export interface SecurityMailWords {
  readonly event: typeof securityEventText;
  readonly subject: typeof securitySubject;
  /** Of what came several times. */
  readonly repeated: (from: string, to: string, times: number) => string;
  readonly happened: string;
  readonly more: (lines: number) => string;
  readonly fine: string;
  readonly notMe: string;
  readonly life: (lifeMs: number) => string;
}

/** What came several times in the same words is one line. */
function joinLines(events: readonly ToldFacts[], words: SecurityMailWords): Line[] {
  const lines = new Map<string, Line>();
  for (const event of events) {
    const text = words.event(event);
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

function lineText({ text, fromMs, toMs, times }: Line, words: SecurityMailWords): string {
  if (times === 1) return `${timeText(fromMs)}: ${text}`;
  return `${words.repeated(timeText(fromMs), timeText(toMs), times)}: ${text}`;
}

/** In one mail; the settings list more. */
const maxLines = 20;

/**
 * Warns an inbox of what happened to an account whose mail it gets. Names neither the account nor what an owner chose, as
 * the inbox may be somebody else's.
 */
export function createSecurityMail(words: SecurityMailWords) {
  return (link: string, lifeMs: number, events: readonly ToldFacts[]): MailWords => {
    const lines = joinLines(events, words);
    const rest = lines.length - maxLines;
    return {
      subject: words.subject(events.map(({ kind }) => kind)),
      paragraphs: [
        words.happened,
        ...lines.slice(0, maxLines).map((line) => lineText(line, words)),
        ...(rest > 0 ? [words.more(rest)] : []),
        words.fine,
        words.notMe,
        { link },
        words.life(lifeMs),
      ],
    };
  };
}

export const securityMail = createSecurityMail({
  event: securityEventText,
  subject: securitySubject,
  repeated: (from, to, times) => `${from} to ${to}, ${countText(times)} times`,
  happened: 'This happened to the Kauke account that forwards mail to this inbox:',
  more: (lines) => `And ${countText(lines)} more: the settings of the account list them.`,
  fine: 'If it was you, there is nothing to do.',
  notMe:
    'If it was not you, open this link and lock everything. Nobody gets in then without a new password or your passkey, wallet or Google account, and nothing is sent.',
  life: (lifeMs) => `The link works for ${durationText(lifeMs)}. It can lock the account and nothing else.`,
});
