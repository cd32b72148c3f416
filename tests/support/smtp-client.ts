import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SocketReader } from '#protocol/net/socket-wire.ts';
import { patience } from '#support/patience.ts';

/** A raw client: sends exactly the octets a test gives it and shows the replies as they come. */
export interface SmtpTestClient {
  /** The next whole reply; its lines are joined by LF. Rejects when the server hangs up first. */
  reply(): Promise<string>;
  /** Sends octets as they are, then waits for them to leave. */
  send(octets: string | Buffer): Promise<void>;
  /** Sends a line and returns the reply to it. */
  command(line: string): Promise<string>;
  /** Goes on under TLS, after the reply to STARTTLS. */
  startTls(): Promise<void>;
  /** Settles when the server has closed the connection. */
  closed(): Promise<void>;
  /** Reads nothing more. */
  stopReading(): void;
  /** Ends our half. */
  end(): void;
  /** Cuts the connection. */
  destroy(): void;
}

export interface ConnectOptions {
  readonly port: number;
  readonly host?: string;
  /** The client's own address, for example `127.0.0.2`. */
  readonly localAddress?: string;
  readonly timeoutMs?: number;
  /** Sent in clear before all else. */
  readonly prelude?: string | Buffer;
  /** TLS from the first octet. */
  readonly implicitTls?: boolean;
}

/** Connects; the banner is the first reply to read. */
export async function connectSmtp(options: ConnectOptions): Promise<SmtpTestClient> {
  const { port, host = '127.0.0.1', localAddress, timeoutMs = patience.pollMs, prelude, implicitTls = false } = options;
  let socket: Socket = connectTcp({
    port,
    host,
    ...(localAddress === undefined ? {} : { localAddress }),
    noDelay: true,
  });
  await once(socket, 'connect');
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (prelude !== undefined) socket.write(prelude);
  if (implicitTls) {
    socket = connectTls({ socket, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
  }
  let reader = new SocketReader(socket);

  const reply = async (): Promise<string> => {
    const lines: string[] = [];
    for (;;) {
      const line = (await reader.readLine(64 * 1024, timeoutMs))?.toString('latin1').replace(/\r$/, '') ?? '';
      lines.push(line);
      if (!/^\d{3}-/.test(line)) return lines.join('\n');
    }
  };
  const send = async (octets: string | Buffer): Promise<void> => {
    await new Promise<void>((resolve) => socket.write(octets, () => resolve()));
  };
  return {
    reply,
    send,
    command: async (line) => {
      await send(`${line}\r\n`);
      return reply();
    },
    startTls: async () => {
      reader.detach();
      socket = connectTls({ socket, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      reader = new SocketReader(socket);
    },
    closed: () => gone,
    stopReading: () => {
      reader.detach();
      socket.pause();
    },
    end: () => socket.end(),
    destroy: () => socket.destroy(),
  };
}

export interface SendOptions extends ConnectOptions {
  readonly from: string;
  readonly to: string | readonly string[];
  /** The message with CRLF line ends, not dot-stuffed. */
  readonly data: string | Buffer;
  readonly helo?: string;
}

export interface SendReplies {
  readonly mail: string;
  /** In the order of `to`. */
  readonly rcpt: readonly string[];
  /** The reply to the final dot; `null` when no recipient was accepted. */
  readonly data: string | null;
}

/** A message as it goes over the wire, its final dot included. */
export function dotStuff(data: string | Buffer): Buffer {
  const text = data.toString('latin1').replace(/(^|\r\n)\./g, '$1..');
  return Buffer.from(text.endsWith('\r\n') ? `${text}.\r\n` : `${text}\r\n.\r\n`, 'latin1');
}

/** Sends one message step by step and returns what the server said. */
export async function sendMessage(options: SendOptions): Promise<SendReplies> {
  const client = await connectSmtp(options);
  try {
    await client.reply();
    await client.command(`EHLO ${options.helo ?? 'client.example'}`);
    const mail = await client.command(`MAIL FROM:<${options.from}>`);
    const rcpt: string[] = [];
    for (const address of [options.to].flat()) rcpt.push(await client.command(`RCPT TO:<${address}>`));
    if (!rcpt.some((answer) => answer.startsWith('250'))) return { mail, rcpt, data: null };
    const start = await client.command('DATA');
    if (!start.startsWith('354')) return { mail, rcpt, data: start };
    const data = Buffer.isBuffer(options.data) ? options.data : Buffer.from(options.data, 'utf8');
    await client.send(dotStuff(data));
    const answer = await client.reply();
    await client.command('QUIT');
    return { mail, rcpt, data: answer };
  } finally {
    client.destroy();
  }
}
