import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import type { AliasDisposition } from '#mail/judge/judge-for-alias.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { describeReply } from '#mail/smtp-replies.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** What becomes of a message for one of its aliases. */
export interface AliasOutcome {
  readonly alias: AliasRecipient;
  readonly outcome: AliasDisposition['kind'];
}

interface TracedFates {
  readonly fates: readonly AliasOutcome[];
  /** Null: it was not asked for. */
  readonly authentication: Authentication | null;
  readonly reply: SmtpReply;
}

/** All of them hear the same. */
export function refusedAlike(aliases: readonly AliasRecipient[]): AliasOutcome[] {
  return aliases.map((alias) => ({ alias, outcome: 'refuse' }));
}

/** What became of it in the end. `over`: by alias, those that took their last message meanwhile. */
export function settleDispositions(
  fates: readonly AliasOutcome[],
  over: ReadonlySet<string>,
  { code }: SmtpReply,
): AliasOutcome[] {
  return fates.map(({ alias, outcome }) => {
    const isTaken = outcome === 'forward' || outcome === 'hold';
    const isRefused = isTaken && (code >= 400 || over.has(alias.aliasId));
    return { alias, outcome: isRefused ? 'refuse' : outcome };
  });
}

/** For owners who watch an alias. */
export function recordDispositions(tracer: Tracer, { fates, authentication, reply }: TracedFates): void {
  for (const { alias, outcome } of fates) {
    if (!alias.traced) continue;
    const verdict = authentication === null ? null : describeVerdict(authentication);
    tracer.note(alias.aliasId, { event: 'message', outcome, verdict, reply: describeReply(reply) });
  }
}

function describeVerdict({ spf, dkim, dmarc, arc }: Authentication): string {
  const signatures = dkim.map(({ result }) => result).join(',') || 'none';
  return `spf=${spf.result} dkim=${signatures} dmarc=${dmarc.result} arc=${arc.result}`;
}
