import { AppError } from '#contract/errors.ts';
import type { ProviderState } from '#contract/provider.ts';
import { providerFaults } from '#messages/faults.ts';

/** What the owner of an alias or a credential is told about a state that is no good; null for a good one. */
export function findStateFault(state: ProviderState): AppError | null {
  if (state === 'live' || state === 'setting_up') return null;
  return new AppError(state === 'taken' ? 'alias_unavailable' : 'provider_refused', { message: providerFaults[state] });
}
