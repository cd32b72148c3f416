import type { Clock } from '#platform/clock.ts';
import { ignoreMetrics, type Metrics } from '#platform/metrics.ts';
import { createByteBudget, type ByteBudget } from '#protocol/smtp-server/byte-budget.ts';
import { createOwnClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import {
  createConnectionGate,
  createRecipientTarpit,
  type ConnectionGate,
  type RecipientTarpit,
} from '#protocol/smtp-server/client-limits.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** What all listeners of a process use to bound their clients. */
export interface ClientBounds {
  readonly gate: ConnectionGate;
  readonly tarpit: RecipientTarpit;
  readonly budget: ByteBudget;
  /** What a network or an account is called where it is counted. */
  readonly nameOf: (network: string) => string;
  readonly metrics: Pick<Metrics, 'shareRefused' | 'slowClient'>;
}

/** One for each process. `accounts`: where it counts together with others; by default it is the only one. */
export function createClientBounds(
  limits: SmtpLimits,
  clock: Clock,
  accounts = createOwnClientAccounts(limits, clock),
  metrics: ClientBounds['metrics'] = ignoreMetrics,
): ClientBounds {
  return {
    gate: createConnectionGate(accounts, clock, metrics),
    tarpit: createRecipientTarpit(limits, accounts),
    budget: createByteBudget(limits, accounts, clock, metrics),
    nameOf: accounts.nameOf,
    metrics,
  };
}
