import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import { describeReply, smtpReplies } from '#mail/smtp-replies.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import { reverseDigits } from '#platform/ip.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { ClientInfo } from '#protocol/smtp-server/session-policy.ts';
import type { RecipientDecision } from '#protocol/smtp-server/session-policy.ts';

/** DNS block lists (RFC 5782). */
export interface BlockLists {
  /** Whether one of them names the client. Lists that are silent, in trouble or closed to us name nobody. Never rejects. */
  lists(address: string): Promise<boolean>;
}

export interface BlockListOptions {
  readonly resolver: Pick<Resolver, 'a'>;
  /** Names of the lists. */
  readonly zones: readonly string[];
  readonly clock: Clock;
}

/** A client waits this long at most. */
const waitMs = 2000;
/** A list that gave no answer is left alone this long, so that a silent one does not hold up every client. */
const restMs = 60_000;
/** Within 127.0.0.0/8 a listing (RFC 5782 §2.1); by custom 127.255.255.0/24 says that we may not ask. */
const listing = /^127\.(?!255\.255\.)/;
const refusal = /^127\.255\.255\./;

/** What one list says of an address. `closed`: it does not answer the DNS server that we ask; `trouble`: no answer. */
export type ListAnswer = 'listed' | 'free' | 'closed' | 'trouble';

/** Asks one list. Never rejects. */
export async function askBlockList(
  { resolver }: Pick<BlockListOptions, 'resolver'>,
  zone: string,
  address: string,
): Promise<ListAnswer> {
  const answer = await answerInTime(resolver.a(`${reverseDigits(address)}.${zone}`), waitMs, { kind: 'trouble' });
  if (answer.kind !== 'found') return answer.kind === 'trouble' ? 'trouble' : 'free';
  if (answer.records.some((record) => listing.test(record))) return 'listed';
  return answer.records.some((record) => refusal.test(record)) ? 'closed' : 'free';
}

/** One for each process. The answers themselves are in the resolver's cache. */
export function createBlockLists({ resolver, zones, clock }: BlockListOptions): BlockLists {
  const restsUntil = new Map<string, number>();

  const isIn = async (zone: string, address: string): Promise<boolean> => {
    const answer = await askBlockList({ resolver }, zone, address);
    if (answer === 'trouble') restsUntil.set(zone, clock.now() + restMs);
    return answer === 'listed';
  };

  return {
    lists: async (address) => {
      const awake = zones.filter((zone) => clock.now() >= (restsUntil.get(zone) ?? 0));
      const answers = await Promise.all(awake.map((zone) => isIn(zone, address)));
      return answers.includes(true);
    },
  };
}

/**
 * Turns an accepted recipient down when a block list names the client. The operator stays within reach of everybody, so
 * that somebody listed by mistake can say so (RFC 5321 §4.5.1).
 */
export async function refuseBlockListed(
  { blockLists, tracer }: { readonly blockLists: BlockLists; readonly tracer: Tracer },
  { remoteAddress }: ClientInfo,
  decision: RecipientDecision<Recipient>,
): Promise<RecipientDecision<Recipient>> {
  if (!decision.accepted || decision.recipient.kind === 'operator' || remoteAddress === null) return decision;
  if (!(await blockLists.lists(remoteAddress))) return decision;
  const reply = smtpReplies.blockListed;
  const { recipient } = decision;
  if (recipient.kind === 'alias' && recipient.traced) {
    tracer.note(recipient.aliasId, {
      event: 'recipient',
      outcome: 'refuse',
      verdict: null,
      reply: describeReply(reply),
    });
  }
  return { accepted: false, reply };
}
