import type { RspamdConfig } from '#config/config.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { BlockLists } from '#mail/judge/block-lists.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** What it takes to judge who sent a message, and whether it is wanted. */
export interface JudgeContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly resolver: Resolver;
  /** Our own domains, whose keys are known without DNS. */
  readonly domains: DomainDirectory;
  /** DNS block lists that are asked about each client. */
  readonly blockLists: BlockLists;
  /** The Rspamd that is asked about each message; null: none. */
  readonly rspamd: RspamdConfig | null;
  /** What becomes of mail that neither SPF nor DKIM vouches for. */
  readonly unauthenticatedMail: 'refuse' | 'mark';
}
