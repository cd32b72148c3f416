import type { CoreContext } from '#core/core-context.ts';
import type { OperatorTools } from '#core/operator/operator-context.ts';
import { checkHealth, type HealthSources } from '#main/health/check-health.ts';
import { readDestinations } from '#mail/queue/spool-sealing.ts';
import { hashDestination } from '#mail/queue/state/delivery.ts';
import { findMailOwner } from '#mail/recipient/find-mail-owner.ts';

/** What only the mail engine and the network can tell operators, for commands and for their page. */
export function createOperatorTools(core: CoreContext, sources: HealthSources): OperatorTools {
  return {
    checkHealth: () => checkHealth(core, sources),
    findMailOwner: async (address) => (await findMailOwner(core, address))?.userId ?? null,
    readDestinations: () => readDestinations(core),
    hashDestination: (name) => hashDestination(core.keys, name),
  };
}
