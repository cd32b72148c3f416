import type { Alias } from '#contract/aliases.ts';
import { providerFaults } from '#messages/faults.ts';

/** Why a forwarder elsewhere does not do what an alias says. */
export function ProviderLine({ alias: { providerState } }: { alias: Alias }) {
  if (providerState === 'live' || providerState === 'setting_up') return null;
  return <p className="text-note text-gone">{providerFaults[providerState]}</p>;
}
