import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig } from 'pg';

/**
 * The connections of a pool to whichever of several servers takes writes: while none is known, they try one after another;
 * when a connection cannot be opened there, or it has become a standby, none is known again. So does a pool whose primary
 * is gone find its former standby.
 */
export function followPrimary(urls: readonly string[]) {
  let turn = 0;
  let primary: number | null = null;

  class PrimaryClient extends Client {
    readonly #place: number;
    #serves = false;

    constructor(config?: ClientConfig) {
      const place = primary ?? turn;
      super({ ...config, connectionString: urls[place] });
      if (primary === null) turn = (turn + 1) % urls.length;
      this.#place = place;
      this.once('end', () => {
        if (!this.#serves && primary === place) primary = null;
      });
    }

    async verify(done: (fault?: Error) => void): Promise<void> {
      // As libpq asks for target_session_attrs=read-write.
      const answer = await this.query<Record<string, string>>('show transaction_read_only').catch(toError);
      this.#serves = !(answer instanceof Error) && answer.rows[0]?.['transaction_read_only'] !== 'on';
      if (this.#serves) primary = this.#place;
      done(
        answer instanceof Error ? answer : this.#serves ? undefined : new Error('it is a standby that takes no writes'),
      );
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

/**
 * For the pool's `stream`: a socket that gives itself up after a query went `silenceMs` without an octet. Otherwise a
 * server that vanished behind a dead network would hold each connection until TCP gives up, a quarter of an hour, also
 * when another has long taken its place. (pg's `query_timeout` only stops to wait: the connection stays in the pool.)
 */
export function openSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    return socket.setTimeout(silenceMs, () => socket.destroy(new Error('no answer')));
  };
}
