import { sql, type RawBuilder } from 'kysely';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { PlanReader } from '#core/providers/improvmx/provider-plan.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { RequestSender } from '#core/providers/improvmx/send-request.ts';
import { splitAddress } from '#platform/addresses.ts';

/** What all that deals with the provider needs. */
export interface ImprovmxContext extends Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random' | 'log'> {
  readonly sender: RequestSender;
  readonly pace: ProviderPace;
  /** Where mail of paused aliases goes: our own endpoint that keeps nothing. */
  readonly discardUrl: string;
  readonly plans: PlanReader;
  /** Gets the mail to postmaster and abuse of each domain. */
  readonly operatorEmail: string | null;
}

/** Of `domains d`: it is shared, or somebody has proven it. Any number of accounts may claim a name. */
export const isHeld = `(d.kind = 'shared' or d.state in ('verified', 'failing'))`;

/** SQL: the id of the alias, in the bin or not, that an address means: where several accounts claim its domain, that of whoever has proven it. */
export function addressedAliasId(address: string, heldAlone = false): RawBuilder<string | null> {
  const { local: localPart, domain } = splitAddress(address);
  const named = aliasRows({ localPart, whereabouts: 'any' }, ['id', 'domainId']);
  return sql<string | null>`(select a.id from ${named} a join domains d on d.id = a.domain_id
    where d.name = ${domain} ${heldAlone ? sql`and ${sql.raw(isHeld)}` : sql``} order by ${sql.raw(isHeld)} desc, a.id limit 1)`;
}
