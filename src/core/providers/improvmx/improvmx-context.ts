import type { CoreContext } from '#core/core-context.ts';
import type { PlanReader } from '#core/providers/improvmx/provider-plan.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { RequestSender } from '#core/providers/improvmx/send-request.ts';

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
