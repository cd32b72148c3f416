import type { CpuTime } from '../process-usage.ts';

/** A forwarding system under measurement, running. */
export interface Forwarder {
  readonly name: string;
  readonly mxPort: number;
  /** Its aliases, one inbox behind each. */
  readonly recipients: readonly string[];
  /** The programs it consists of. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly name: string;
  /** Processor time so far; null where the system does not tell. */
  readonly readCpu: () => CpuTime | null;
}
