import { splitForwardTo } from '#contract/forward-to.ts';
import type { ImprovmxClient, ProviderPlan } from '#core/providers/improvmx/improvmx-client.ts';
import { ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { Clock } from '#platform/clock.ts';

/** Knows what the plan allows, and asks again from time to time. */
export interface PlanReader {
  /** Null where the provider does not tell; then it is tried. @throws ProviderError when it does not answer. */
  read(client: Pick<ImprovmxClient, 'readPlan'>): Promise<ProviderPlan | null>;
}

/** What an older or a newer API may say to a question that it does not know. */
const untold: ReadonlySet<string> = new Set(['missing', 'refused', 'plan_limit']);

export function createPlanReader(clock: Clock, { planMs }: Pick<ProviderPace, 'planMs'>): PlanReader {
  let known: { readonly plan: ProviderPlan | null; readonly untilMs: number } | null = null;
  return {
    read: async (client) => {
      if (known !== null && clock.now() < known.untilMs) return known.plan;
      const plan = await client.readPlan().catch((error: unknown) => {
        if (error instanceof ProviderError && untold.has(error.code)) return null;
        throw error;
      });
      known = { plan, untilMs: clock.now() + planMs };
      return plan;
    },
  };
}

/** Whether the plan lets an alias forward so. */
export function isWithinPlan(plan: ProviderPlan | null, forward: string): boolean {
  if (plan === null) return true;
  const destinations = splitForwardTo(forward);
  return (
    destinations.length <= plan.destinations &&
    (plan.premium || destinations.every((destination) => !/^https?:/iu.test(destination)))
  );
}

/** Catch-all would take the mail of what is paused, unless that can be dropped: for which plans need webhooks. */
export function canCatchAll(plan: ProviderPlan | null, forward = ''): boolean {
  return plan === null || (plan.premium && isWithinPlan(plan, forward));
}
