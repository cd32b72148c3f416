import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';
import { patience } from '#support/patience.ts';

/** A message that reached the sink whole. */
export interface SinkMessage {
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
  /** As received, dots unstuffed. */
  readonly raw: Buffer;
  readonly secure: boolean;
  /** Who signed in, if anybody did. */
  readonly user: string | null;
  /** The name given in EHLO or HELO. */
  readonly helo: string;
  /** The address it came from. */
  readonly client: string;
  /** The same for all messages of one connection. */
  readonly connectionId: string;
}

/** What an installation writes itself comes from its postmaster; what it passes on comes from bounce addresses. */
export function isNotice({ mailFrom }: SinkMessage): boolean {
  return mailFrom.startsWith('postmaster@');
}

/** What the sink does at a stage: go on, answer with a code, cut the connection, or never answer. */
export type SinkAction = 'accept' | 'drop' | 'hang' | SinkReply;

export interface SinkReply {
  readonly code: number;
  /** May begin with an enhanced code. */
  readonly text?: string;
}

type MaybePromise<T> = T | Promise<T>;

/** Answers by stage; a missing one accepts. A promise delays the answer. */
export interface SinkScript {
  readonly onConnect?: () => MaybePromise<SinkAction>;
  readonly onMail?: (address: string) => MaybePromise<SinkAction>;
  readonly onRcpt?: (address: string) => MaybePromise<SinkAction>;
  /** After the final dot. */
  readonly onData?: (message: SinkMessage) => MaybePromise<SinkAction>;
}

export interface SinkOptions extends SinkScript {
  readonly host?: string;
  readonly port?: number;
  /** PEM; without it STARTTLS is not offered. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** TLS from the first octet. */
  readonly implicitTls?: boolean;
  /** Signing in is asked for. */
  readonly auth?: { readonly user: string; readonly password: string };
  readonly hidePipelining?: boolean;
  /** Speaks LMTP (RFC 2033) and no SMTP. */
  readonly lmtp?: boolean;
  /** An old server: offers neither 8BITMIME nor SMTPUTF8. */
  readonly sevenBit?: boolean;
}

/** A real receiving SMTP server for tests. */
export interface SmtpSink {
  readonly port: number;
  /** Those answered with success, in order. */
  readonly messages: readonly SinkMessage[];
  /** Every message that came whole, whatever the answer. */
  readonly received: readonly SinkMessage[];
  /** Connections ever opened. */
  connectionCount(): number;
  /** Changes the answers from now on. */
  setScript(script: SinkScript): void;
  /** The first `count` accepted messages, once there are that many. */
  waitForMessages(count: number, timeoutMs?: number): Promise<readonly SinkMessage[]>;
  /** The same over `received`. */
  waitForReceived(count: number, timeoutMs?: number): Promise<readonly SinkMessage[]>;
  /** Refuses connections from now on and cuts open ones. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

type Callback = (error?: Error | null) => void;

interface SinkState {
  script: SinkScript;
  readonly messages: SinkMessage[];
  readonly received: SinkMessage[];
  readonly waiters: Set<() => void>;
  connectionCount: number;
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.session.id === session.id) connection._socket?.destroy();
  }
}

function enact(action: SinkAction, server: SMTPServer, session: SMTPServerSession, callback: Callback): void {
  if (action === 'accept') callback();
  else if (action === 'drop') cut(server, session);
  else if (action !== 'hang')
    callback(Object.assign(new Error(action.text ?? 'Scripted'), { responseCode: action.code }));
}

async function decide(action: MaybePromise<SinkAction> | undefined): Promise<SinkAction> {
  return (await action) ?? 'accept';
}

async function receive(
  state: SinkState,
  server: SMTPServer,
  stream: AsyncIterable<Buffer>,
  session: SMTPServerSession,
  callback: Callback,
): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  // The envelope is emptied when the transaction ends, so it is copied first.
  const envelope = {
    mailFrom: mailFrom === false ? '' : mailFrom.address,
    rcptTo: rcptTo.map(({ address }) => address),
  };
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const message: SinkMessage = {
    ...envelope,
    raw: Buffer.concat(chunks),
    secure: session.secure,
    user: typeof session.user === 'string' ? session.user : null,
    helo: session.hostNameAppearsAs,
    client: session.remoteAddress,
    connectionId: session.id,
  };
  state.received.push(message);
  for (const check of state.waiters) check();
  const action = await decide(state.script.onData?.(message));
  if (action === 'accept') state.messages.push(message);
  enact(action, server, session, callback);
  for (const check of state.waiters) check();
}

function createServer(options: SinkOptions, state: SinkState): SMTPServer {
  const { auth, tls } = options;
  const server: SMTPServer = new SMTPServer({
    ...tls,
    secure: options.implicitTls === true,
    lmtp: options.lmtp === true,
    size: 64 * 1024 * 1024,
    authOptional: auth === undefined,
    disabledCommands: [...(tls === undefined ? ['STARTTLS'] : []), ...(auth === undefined ? ['AUTH'] : [])],
    hidePIPELINING: options.hidePipelining === true,
    hide8BITMIME: options.sevenBit === true,
    hideSMTPUTF8: options.sevenBit === true,
    disableReverseLookup: true,
    logger: false,
    // The connection limit and time-outs of the sink must never be what a test measures.
    socketTimeout: 10 * 60_000,
    closeTimeout: 100,
    onConnect: (session, callback) => {
      state.connectionCount += 1;
      void decide(state.script.onConnect?.()).then((action) => enact(action, server, session, callback));
    },
    onAuth: (attempt, _session, callback) => {
      if (attempt.username === auth?.user && attempt.password === auth?.password)
        callback(null, { user: attempt.username });
      else callback(Object.assign(new Error('5.7.8 Wrong name or password'), { responseCode: 535 }));
    },
    onMailFrom: ({ address }, session, callback) => {
      void decide(state.script.onMail?.(address)).then((action) => enact(action, server, session, callback));
    },
    onRcptTo: ({ address }, session, callback) => {
      void decide(state.script.onRcpt?.(address)).then((action) => enact(action, server, session, callback));
    },
    onData: (stream, session, callback) => {
      // A client that breaks off within DATA makes the stream fail; then there is nothing to record.
      receive(state, server, stream, session, callback).catch(() => {});
    },
  });
  // A broken connection shows as an error of the server; the sink simply waits for the next one.
  server.on('error', () => {});
  return server;
}

async function listen(server: SMTPServer, host: string, port: number): Promise<number> {
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
}

function waitFor(state: SinkState, list: readonly SinkMessage[], count: number, timeoutMs: number) {
  return new Promise<readonly SinkMessage[]>((resolve, reject) => {
    const check = (): void => {
      if (list.length < count) return;
      clearTimeout(timer);
      state.waiters.delete(check);
      resolve(list.slice(0, count));
    };
    const timer = setTimeout(() => {
      state.waiters.delete(check);
      reject(new Error(`the sink has ${list.length} of ${count} messages after ${timeoutMs} ms`));
    }, timeoutMs);
    state.waiters.add(check);
    check();
  });
}

/** Starts a sink on a free port of 127.0.0.1, or as `options` say. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const state: SinkState = { script: options, messages: [], received: [], waiters: new Set(), connectionCount: 0 };
  const host = options.host ?? '127.0.0.1';
  let server: SMTPServer | null = createServer(options, state);
  const port = await listen(server, host, options.port ?? 0);
  return {
    port,
    messages: state.messages,
    received: state.received,
    connectionCount: () => state.connectionCount,
    setScript: (script) => {
      state.script = script;
    },
    waitForMessages: (count, timeoutMs = patience.pollMs) => waitFor(state, state.messages, count, timeoutMs),
    waitForReceived: (count, timeoutMs = patience.pollMs) => waitFor(state, state.received, count, timeoutMs),
    stop: async () => {
      const running = server;
      server = null;
      if (running === null) return;
      for (const connection of running.connections) connection._socket?.destroy();
      await new Promise<void>((resolve) => running.close(() => resolve()));
    },
    start: async () => {
      if (server !== null) return;
      server = createServer(options, state);
      await listen(server, host, port);
    },
  };
}
