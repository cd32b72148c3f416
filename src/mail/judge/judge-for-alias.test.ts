import { describe, expect, it } from 'vitest';
import { type AliasQuestion, type AppliedRule, judgeForAlias } from '#mail/judge/judge-for-aliases.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';

const refusals = {
  unauthenticated: { reply: smtpReplies.unauthenticated, reason: 'unauthenticated' },
  rejected: { reply: smtpReplies.refusedByDmarc, reason: 'rejected' },
  spam: { reply: smtpReplies.spam, reason: 'spam' },
} as const;

function rule(action: AppliedRule['action'], more: Partial<AppliedRule> = {}): AppliedRule {
  return { action, evenIfRejected: false, list: null, ...more };
}
const byList = { list: 'list.example' };
const anyway = { evenIfRejected: true };

/** The fate in a few words. */
function fateOf(question: Partial<AliasQuestion>): string {
  const fate = judgeForAlias({
    paused: false,
    refusal: null,
    fromProven: true,
    rule: null,
    spam: false,
    holds: false,
    ...question,
  });
  switch (fate.kind) {
    case 'drop':
      return 'drop';
    case 'forward':
      return `forward${fate.spam ? ' as spam' : ''}${fate.list === null ? '' : ` via ${fate.list}`}`;
    case 'hold':
      return `hold (${fate.reason}), else ${fate.otherwise === null ? 'drop' : fate.otherwise.enhanced}`;
    case 'refuse':
      return `${fate.reply.code} ${fate.reply.enhanced}`;
  }
}

const unproven = { fromProven: false };
const unauthenticated = { ...unproven, refusal: refusals.unauthenticated };
const rejected = { ...unproven, refusal: refusals.rejected };
const spam = { refusal: refusals.spam };
const spamOfNobody = { ...unproven, refusal: refusals.spam };
const marked = { spam: true };
const markedOfNobody = { ...unproven, spam: true };

describe('judgeForAlias', () => {
  it.each<[question: Partial<AliasQuestion>, rule: AppliedRule | null, fate: string, whereHeld: string]>([
    // Standing comes first: nothing comes through, and nobody hears a difference.
    [{ paused: true }, null, 'drop', 'drop'],
    [{ paused: true, ...rejected }, null, '550 5.7.26', 'drop'],
    [{ paused: true, ...rejected }, rule('allow', anyway), 'drop', 'drop'],
    [{ paused: true }, rule('allow'), 'drop', 'drop'],
    // The verdict, as long as nobody said anything.
    [{}, null, 'forward', 'forward'],
    [unproven, null, 'forward', 'forward'],
    [marked, null, 'forward as spam', 'forward as spam'],
    [unauthenticated, null, '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [rejected, null, '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [spam, null, '550 5.7.1', 'hold (spam), else 5.7.1'],
    // Block: of a proven sender; of anybody else only what would have come through.
    [{}, rule('block'), 'drop', 'drop'],
    [marked, rule('block'), 'drop', 'drop'],
    [spam, rule('block'), 'drop', 'drop'],
    [unproven, rule('block'), 'drop', 'drop'],
    [unauthenticated, rule('block'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [rejected, rule('block'), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [spamOfNobody, rule('block'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [unproven, rule('block', byList), 'drop', 'drop'],
    [spamOfNobody, rule('block', byList), 'drop', 'drop'],
    [rejected, rule('block', byList), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    // Hold: likewise, and a sender that nobody proved never hears that it could not be kept.
    [{}, rule('hold'), 'hold (rule), else 5.2.0', 'hold (rule), else 5.2.0'],
    [unproven, rule('hold'), 'hold (rule), else drop', 'hold (rule), else drop'],
    [spam, rule('hold'), 'hold (rule), else 5.2.0', 'hold (rule), else 5.2.0'],
    [unauthenticated, rule('hold'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [spamOfNobody, rule('hold'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    // Allow: past spam where From is proven, past the policy for its list, and past all where the owner said so.
    [{}, rule('allow'), 'forward', 'forward'],
    [spam, rule('allow'), 'forward', 'forward'],
    [marked, rule('allow'), 'forward', 'forward'],
    [spamOfNobody, rule('allow'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [spamOfNobody, rule('allow', anyway), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [markedOfNobody, rule('allow'), 'forward as spam', 'forward as spam'],
    [unauthenticated, rule('allow'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [unauthenticated, rule('allow', anyway), 'forward', 'forward'],
    [rejected, rule('allow'), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [rejected, rule('allow', anyway), 'forward', 'forward'],
    [{ ...rejected, spam: true }, rule('allow', anyway), 'forward as spam', 'forward as spam'],
    [rejected, rule('allow', byList), 'forward via list.example', 'forward via list.example'],
    [unproven, rule('allow', byList), 'forward', 'forward'],
  ])('of %o under %o says %s, and where mail is held %s', (question, own, fate, whereHeld) => {
    expect(fateOf({ ...question, rule: own })).toBe(fate);
    expect(fateOf({ ...question, rule: own, holds: true })).toBe(whereHeld);
  });
});
