import type { ConnectionPool } from '#protocol/smtp-client/connection-pool.ts';
import { DeliveryFailure } from '#protocol/smtp-client/delivery-failure.ts';
import type { AttemptControl, SmtpConnection } from '#protocol/smtp-client/smtp-connection.ts';
import type { DeliveryRequest, Outcome } from '#protocol/smtp-client/transport.ts';

export interface PooledSend {
  readonly pool: ConnectionPool;
  /** Under which the pool keeps connections to this host that are as safe as this message needs. */
  readonly name: string;
  readonly open: () => Promise<SmtpConnection>;
  readonly message: DeliveryRequest;
  readonly control: AttemptControl;
}

async function sendOver(connection: SmtpConnection, { pool, name, message, control }: PooledSend): Promise<Outcome> {
  try {
    return await connection.send(message, control);
  } finally {
    pool.give(name, connection);
  }
}

/** The server had hung up, or does so instead of answering MAIL: nothing of this message was taken. */
function wasStale(outcome: Outcome): boolean {
  return outcome.kind === 'deferred' && outcome.stage === 'mail' && (outcome.code === null || outcome.code === 421);
}

async function sendOverKept(connection: SmtpConnection, send: PooledSend): Promise<Outcome> {
  try {
    return await sendOver(connection, send);
  } catch (error) {
    if (error instanceof DeliveryFailure) return error.outcome;
    throw error;
  }
}

/**
 * Sends over a kept connection to the host or a new one; when a kept one turns out dead before MAIL was answered, over
 * a new one after all.
 * @throws DeliveryFailure
 */
export async function sendPooled(send: PooledSend): Promise<Outcome> {
  const kept = send.pool.take(send.name);
  if (kept !== null) {
    const outcome = await sendOverKept(kept, send);
    if (!wasStale(outcome) || send.control.signal.aborted) return outcome;
  }
  return sendOver(await send.open(), send);
}
