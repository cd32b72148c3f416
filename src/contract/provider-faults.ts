import type { ProviderState } from '#contract/provider.ts';

/** What a state that is no good means to the owner of an alias. Apart from the schemas, which weigh on a page. */
export const providerFaults: Readonly<Record<Exclude<ProviderState, 'live' | 'setting_up'>, string>> = {
  taken: 'The forwarding provider already has this address with another destination. Please choose another name.',
  plan_limit: "The forwarding provider's plan does not allow this. Please contact whoever runs this service.",
  refused: 'The forwarding provider refused this.',
};
