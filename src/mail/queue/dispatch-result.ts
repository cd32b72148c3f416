import type { NoRoom } from '#mail/queue/state/spool-room.ts';

/** What became of the deliveries of a message, counted. */
export interface DispatchResult {
  /** Accepted by their destinations or safe in the spool. */
  readonly accepted: number;
  /** Refused for good. */
  readonly refused: number;
  /** The statuses of those, one for each delivery (RFC 3463). */
  readonly statuses: readonly string[];
  /** Each of those because its server has no SMTPUTF8 (RFC 6531 §3.5). */
  readonly lacksSmtpUtf8: boolean;
  /** Some could be neither delivered nor kept, and why: the sender must try again. */
  readonly unsaved: 'failed' | NoRoom | null;
  /** Whether an alias has the message, by any of its targets, or may have it: only a refusal for good, and what its sender must send again, say that it has not. */
  reaches(aliasId: string): boolean;
}
