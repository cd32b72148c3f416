/**
 * Named points on a message's way. The program passes `ignorePoints`; the crash test passes a function
 * that kills the process there. Nothing else depends on them.
 */
export type TracePoint =
  /** A destination accepted the message, nothing is written down yet. */
  | 'target-accepted'
  /** The spool transaction is committed, the client has no reply yet. */
  | 'spool-committed'
  /** Just stored under a lease of this process, which is about to deliver it from memory. */
  | 'taken-from-memory'
  /** The worker leased what waited, nothing is dialed yet. */
  | 'claimed'
  /** The outcome is known, it is not written down yet. */
  | 'before-outcome'
  /** Outcomes were written down together; those who wait for that do not know yet. */
  | 'outcome-recorded'
  /** A message is lost and its sender about to be told; nothing of the report is stored yet. */
  | 'before-report'
  /** The report is stored; the end of what it is about is not written down, or the bounce that told of it not answered. */
  | 'report-committed';

export type Trace = (point: TracePoint) => void;

export const ignorePoints: Trace = () => {};
