import type { TargetContext } from '#core/targets/target-context.ts';

/** What the operator's commands and page work with. */
export interface OperatorContext extends Pick<
  TargetContext,
  'database' | 'keys' | 'clock' | 'random' | 'provider' | 'settings'
> {
  /** The account behind an address of ours that stands in a complaint: alias, reverse or bounce address; null: nobody's. */
  readonly findMailOwner: (address: string) => Promise<string | null>;
}

/** Who acts: `command`, or the id of the account that is signed in. */
export type OperatorName = string;
