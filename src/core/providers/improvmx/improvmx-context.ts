import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { PlanReader } from '#core/providers/improvmx/provider-plan.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { RequestSender } from '#core/providers/improvmx/send-request.ts';
import type { Db } from '#database/database.ts';

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

/**
 * The alias, in the bin or not, that an address means, as a set of one or none: where several accounts claim its domain, that of whoever has
 * proven it. `heldAlone`: none where nobody has.
 */
export async function findAddressed(db: Db, address: string, heldAlone = false): Promise<string[]> {
  const rows = await readAliasRows(db, { address, whereabouts: 'any' }, ['id', 'domainHeld']);
  const held = rows.find(({ domainHeld }) => domainHeld);
  const meant = held ?? (heldAlone ? undefined : rows[0]);
  return meant === undefined ? [] : [meant.id];
}
