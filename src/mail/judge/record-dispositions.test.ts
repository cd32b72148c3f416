import { expect, it } from 'vitest';
import { settleDispositions, type AliasOutcome } from '#mail/judge/judge-for-aliases.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';

function fate(aliasId: string, outcome: AliasOutcome['outcome']): AliasOutcome {
  return { alias: { aliasId } as AliasOutcome['alias'], outcome };
}

it('says of no message that it was taken which its sender heard refused, or which came after the last one', () => {
  const fates = [fate('a', 'forward'), fate('b', 'forward'), fate('c', 'drop'), fate('d', 'hold')];
  const outcomes = (reply: Parameters<typeof settleDispositions>[2], over: readonly string[] = []) =>
    settleDispositions(fates, new Set(over), reply).map(({ outcome }) => outcome);
  expect(outcomes(smtpReplies.messageAccepted)).toEqual(['forward', 'forward', 'drop', 'hold']);
  expect(outcomes(smtpReplies.messageAccepted, ['b'])).toEqual(['forward', 'refuse', 'drop', 'hold']);
  // What was held is let go, as its sender comes again.
  expect(outcomes(smtpReplies.tryLater)).toEqual(['refuse', 'refuse', 'drop', 'refuse']);
  expect(outcomes(smtpReplies.unknownRecipient)).toEqual(['refuse', 'refuse', 'drop', 'refuse']);
});
