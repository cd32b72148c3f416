/**
 * Named points on a message's way. The program passes `ignorePoints`; the crash test passes a function
 * that kills the process there. Nothing else depends on them.
 */
export type TracePoint =
  /** A destination accepted the message, nothing is settled yet. */
  | 'target-accepted'
  /** The spool transaction is committed, the client has no reply yet. */
  | 'spool-committed'
  /** The worker holds the lease, nothing is dialed yet. */
  | 'claimed'
  /** The worker knows the outcome, the row is not settled yet. */
  | 'before-settle';

export type Trace = (point: TracePoint) => void;

export const ignorePoints: Trace = () => {};
