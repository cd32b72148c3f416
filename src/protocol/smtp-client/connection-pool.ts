import type { SmtpConnection } from '#protocol/smtp-client/smtp-connection.ts';
import {
  DeliveryFailure,
  type DeliveryRequest,
  type Outcome,
  type AttemptControl,
} from '#protocol/smtp-client/transport.ts';

interface IdleConnection {
  readonly connection: SmtpConnection;
  readonly timer: NodeJS.Timeout;
}

export interface PoolLimits {
  /** How long an unused connection is kept. */
  readonly idleMs: number;
  readonly maxMessagesPerConnection: number;
}

export const defaultPoolLimits: PoolLimits = { idleMs: 5_000, maxMessagesPerConnection: 100 };

/** A connection pool: keeps connections for the next message to the same host. */
export class ConnectionPool {
  readonly #limits: PoolLimits;
  readonly #idle = new Map<string, IdleConnection[]>();
  #closed = false;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /** Whether a connection is kept under `name`; it may have died. */
  has(name: string): boolean {
    return this.#idle.has(name);
  }

  /** A kept connection that still looks alive, no longer in the pool, or `null`. */
  take(name: string): SmtpConnection | null {
    const kept = this.#idle.get(name) ?? [];
    // The latest first: the others may then grow old and go.
    for (let idle = kept.pop(); idle !== undefined; idle = kept.pop()) {
      clearTimeout(idle.timer);
      if (kept.length === 0) this.#idle.delete(name);
      if (idle.connection.isReusable) return idle.connection;
      idle.connection.quit();
    }
    return null;
  }

  /** Keeps a connection after use, or ends it. */
  give(name: string, connection: SmtpConnection): void {
    const { idleMs, maxMessagesPerConnection } = this.#limits;
    if (this.#closed || !connection.isReusable || connection.messageCount >= maxMessagesPerConnection) {
      connection.quit();
      return;
    }
    const kept = this.#idle.get(name) ?? [];
    const timer = setTimeout(() => this.#drop(name, connection), idleMs);
    kept.push({ connection, timer });
    this.#idle.set(name, kept);
  }

  /** Ends every idle connection and keeps none from now on. */
  close(): void {
    this.#closed = true;
    for (const kept of this.#idle.values()) {
      for (const { connection, timer } of kept) {
        clearTimeout(timer);
        connection.quit();
      }
    }
    this.#idle.clear();
  }

  #drop(name: string, connection: SmtpConnection): void {
    const kept = (this.#idle.get(name) ?? []).filter((idle) => idle.connection !== connection);
    if (kept.length > 0) this.#idle.set(name, kept);
    else this.#idle.delete(name);
    connection.quit();
  }
}

interface PooledSend {
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
