import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { StartError } from '#config/start-error.ts';

/** What each connection runs on. */
const sockets = new WeakMap<ClientBase, Socket>();

/** For statements that take long, such as the making of an index: silence ends this connection no more. */
export function waitPatiently(client: ClientBase): void {
  sockets.get(client)?.setTimeout(0);
}

/** Prepared statements and advisory locks need a connection that stays with its server. */
export const poolerFault =
  'DATABASE_URL: a connection pooler such as PgBouncer stands before the server; name the server itself.';

/**
 * The connections of a pool to whichever of several servers takes writes: while none is known, they try one after another;
 * when a connection cannot be opened there, or it has become a standby, none is known again. So does a pool whose primary
 * is gone find its former standby.
 *
 * Each gives itself up after a query went `silenceMs` without an octet. Otherwise a server that vanished behind a dead
 * network would hold it until TCP gives up, a quarter of an hour, also when another has long taken its place. (pg's
 * `query_timeout` only stops to wait: the connection stays in the pool.)
 */
export function followPrimary(urls: readonly string[], silenceMs: number) {
  let turn = 0;
  let primary: number | null = null;

  class PrimaryClient extends Client {
    readonly #place: number;
    #serves = false;

    constructor(config?: ClientConfig) {
      const place = primary ?? turn;
      const socket = new Socket();
      super({ ...config, connectionString: urls[place], stream: () => socket });
      sockets.set(this, socket);
      // A connection may be held without a question for as long as its holder likes.
      socket.setTimeout(
        silenceMs,
        () => this.#field('readyForQuery') !== true && socket.destroy(new Error('no answer')),
      );
      if (primary === null) turn = (turn + 1) % urls.length;
      this.#place = place;
      this.once('end', () => {
        if (!this.#serves && primary === place) primary = null;
      });
    }

    /** Fields of pg's client that its types leave out. */
    #field(name: 'processID' | 'readyForQuery'): unknown {
      return Object.getOwnPropertyDescriptor(this, name)?.value;
    }

    /** What is wrong with the server that this one leads to. */
    async #findFault(): Promise<Error | undefined> {
      // As libpq asks for target_session_attrs=read-write.
      const question = `select current_setting('transaction_read_only') as readonly, pg_backend_pid() as pid`;
      const answer = await this.query<{ readonly: string; pid: number }>(question).catch(toError);
      if (answer instanceof Error) return answer;
      const { readonly, pid } = answer.rows[0] ?? {};
      // A pooler greets in its own name.
      const greeted = this.#field('processID');
      if (typeof greeted === 'number' && greeted !== pid) return new StartError(poolerFault);
      return readonly === 'on' ? new Error('it is a standby that takes no writes') : undefined;
    }

    async verify(done: (fault?: Error) => void): Promise<void> {
      const fault = await this.#findFault();
      this.#serves = fault === undefined;
      if (this.#serves) primary = this.#place;
      done(fault);
    }
  }

  return {
    Client: PrimaryClient,
    /** For the pool's option of that name. */
    verify: (client: ClientBase, done: (fault?: Error) => void): void => {
      if (client instanceof PrimaryClient) void client.verify(done);
    },
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
