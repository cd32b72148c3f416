/** What lets a TLS connection to a host begin where an earlier one ended, without a second proof of its key. */
export interface TlsSessions {
  /** The latest session; null: begin anew. */
  find(name: string): Buffer | null;
  keep(name: string, session: Buffer): void;
  /** A connection that went on with a session broke: this host is offered none any more. */
  distrust(name: string): void;
}

const maxNames = 2_000;

/** One for each way out; remembers the last few thousand hosts. */
export function createTlsSessions(): TlsSessions {
  /** Null: distrusted. */
  const sessions = new Map<string, Buffer | null>();

  const remember = (name: string, session: Buffer | null): void => {
    sessions.delete(name);
    if (sessions.size >= maxNames) sessions.delete(sessions.keys().next().value ?? '');
    sessions.set(name, session);
  };

  return {
    find: (name) => sessions.get(name) ?? null,
    keep: (name, session) => {
      if (sessions.get(name) !== null) remember(name, session);
    },
    distrust: (name) => remember(name, null),
  };
}
