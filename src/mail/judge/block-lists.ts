import { smtpReplies } from '#mail/smtp-replies.ts';
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

/** One for each process. The answers themselves are in the resolver's cache. */
export function createBlockLists({ resolver, zones, clock }: BlockListOptions): BlockLists {
  const restsUntil = new Map<string, number>();

  const isIn = async (zone: string, digits: string): Promise<boolean> => {
    const answer = await answerInTime(resolver.a(`${digits}.${zone}`), waitMs, { kind: 'trouble' });
    if (answer.kind === 'trouble') restsUntil.set(zone, clock.now() + restMs);
    return answer.kind === 'found' && answer.records.some((record) => listing.test(record));
  };

  return {
    lists: async (address) => {
      const awake = zones.filter((zone) => clock.now() >= (restsUntil.get(zone) ?? 0));
      const digits = reverseDigits(address);
      const answers = await Promise.all(awake.map((zone) => isIn(zone, digits)));
      return answers.includes(true);
    },
  };
}

/**
 * Turns an accepted recipient down when a block list names the client. The operator stays within reach of everybody, so
 * that somebody listed by mistake can say so (RFC 5321 §4.5.1).
 */
export async function refuseBlockListed(
  { blockLists }: { readonly blockLists: BlockLists },
  { remoteAddress }: ClientInfo,
  decision: RecipientDecision<Recipient>,
): Promise<RecipientDecision<Recipient>> {
  if (!decision.accepted || decision.recipient.kind === 'operator' || remoteAddress === null) return decision;
  return (await blockLists.lists(remoteAddress)) ? { accepted: false, reply: smtpReplies.blockListed } : decision;
}
