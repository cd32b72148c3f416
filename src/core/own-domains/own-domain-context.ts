import type { DomainDns } from '#core/domains/domain-dns.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/** What the rules about domains of accounts need beside the base. */
export interface OwnDomainContext extends TargetContext {
  /** Looks anew each time: people publish a record and ask again at once. */
  readonly domainDns: DomainDns;
}
