import type { CoreContext } from '#core/core-context.ts';
import type { OperatorTools } from '#core/operator/operator-context.ts';
import { readDestinations } from '#mail/queue/read-destinations.ts';
import { hashDestination } from '#mail/queue/state/delivery-batch.ts';
import { findMailOwner } from '#mail/recipient/find-mail-owner.ts';

/** What only the mail engine can tell operators, for commands and for their page. */
export function createOperatorTools(core: CoreContext): OperatorTools {
  return {
    findMailOwner: (address) => findMailOwner(core, address),
    readDestinations: () => readDestinations(core),
    hashDestination: (name) => hashDestination(core.keys, name),
  };
}
