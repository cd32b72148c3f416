import type { CertificateHealth, DomainHealth } from '#contract/operator.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/** What only the mail engine and the network can tell operators. */
export interface OperatorTools {
  /** How DNS stands for each of our domains, and the certificates that the program gets by itself. */
  readonly checkHealth: () => Promise<{ readonly domains: DomainHealth[]; readonly certificates: CertificateHealth[] }>;
  /** The account behind an address of ours that stands in a complaint: alias, reverse or bounce address; null: nobody's. */
  readonly findMailOwner: (address: string) => Promise<string | null>;
  /** What waits, by destination, most first. */
  readonly readDestinations: () => Promise<WaitingDestination[]>;
  /** How the queue names a mail domain, or the smarthost. */
  readonly hashDestination: (name: string) => Buffer;
}

/** What the operator's commands and page work with. */
export interface OperatorContext
  extends
    OperatorTools,
    Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter' | 'provider' | 'settings'> {}

/** What waits for one destination. */
export interface WaitingDestination {
  readonly destinationHash: Buffer;
  /** A domain, `smarthost`, the host of a webhook; null where nothing that waits tells. */
  readonly name: string | null;
  readonly waiting: number;
  /** Those of the waiting ones that are held. */
  readonly held: number;
  readonly oldestAt: Date;
  /** Null: nothing is tried by itself. */
  readonly nextAt: Date | null;
}

/** Who acts: `command`, or the id of the account that is signed in. */
export type OperatorName = string;
