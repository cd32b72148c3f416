import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';
import type { Login } from './crash-account.ts';
import type { CrashMessage, Entrance } from './crash-message.ts';
import type { CrashProgram } from './start-crash-program.ts';

/** Sending hosts and mail programs that remember every reply. */
export interface CrashSenders {
  /** Keeps a message to be offered. */
  add(message: CrashMessage): void;
  /** Offers each open message to one of `programs`, once; ends when that is done or the programs are gone. */
  offer(programs: readonly CrashProgram[]): Promise<void>;
  /** Settles when so many more messages are answered 250. */
  untilAccepted(count: number): Promise<void>;
  /** Messages answered 250. */
  readonly accepted: ReadonlySet<CrashMessage>;
  /** Messages not answered 250, and the serial numbers of the programs that may have them nevertheless. */
  readonly open: ReadonlyMap<CrashMessage, ReadonlySet<number>>;
  /** Replies by which a message was refused for good: none of these messages ever should be. */
  readonly refusals: readonly string[];
}

const connections: Readonly<Record<Entrance, number>> = { mx: 6, submission: 2, submissions: 2 };
const entrances = ['mx', 'submission', 'submissions'] as const;

async function greet({ ports }: CrashProgram, entrance: Entrance): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port: ports[entrance], implicitTls: entrance === 'submissions' });
  await client.reply();
  await client.command('EHLO sender.example');
  if (entrance !== 'submission') return client;
  await client.command('STARTTLS');
  await client.startTls();
  await client.command('EHLO sender.example');
  return client;
}

async function signIn(client: SmtpTestClient, login: Login): Promise<void> {
  const response = Buffer.from(`\0${login.username}\0${login.password}`).toString('base64');
  const reply = await client.command(`AUTH PLAIN ${response}`);
  if (!reply.startsWith('235')) throw new Error(`signing in was answered ${reply}`);
}

/** One transaction; the reply that decided it. */
async function transact(client: SmtpTestClient, { from, to, content }: CrashMessage): Promise<string> {
  for (const command of [`MAIL FROM:<${from}>`, ...to.map((address) => `RCPT TO:<${address}>`)]) {
    const reply = await client.command(command);
    if (reply.startsWith('250')) continue;
    await client.command('RSET');
    return reply;
  }
  await client.command('DATA');
  await client.send(Buffer.concat([Buffer.from(content), Buffer.from('.\r\n')]));
  return client.reply();
}

export function createCrashSenders(logins: ReadonlyMap<Entrance, Login>): CrashSenders {
  const accepted = new Set<CrashMessage>();
  const open = new Map<CrashMessage, Set<number>>();
  const refusals: string[] = [];
  const waiting = new Set<() => void>();

  const note = (message: CrashMessage, reply: string): void => {
    if (reply.startsWith('5')) refusals.push(`${message.kind} ${message.id}: ${reply}`);
    if (!reply.startsWith('250')) return;
    open.delete(message);
    accepted.add(message);
    for (const look of waiting) look();
  };

  /** Rejects when the connection ends. */
  const sendOver = async (
    program: CrashProgram,
    entrance: Entrance,
    messages: Iterable<CrashMessage>,
  ): Promise<void> => {
    const client = await greet(program, entrance);
    try {
      const login = logins.get(entrance);
      if (login !== undefined) await signIn(client, login);
      for (const message of messages) {
        open.get(message)?.add(program.serial);
        note(message, await transact(client, message));
      }
    } finally {
      client.destroy();
    }
  };

  return {
    accepted,
    open,
    refusals,
    untilAccepted: (count) => {
      const enough = accepted.size + count;
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => {
        if (accepted.size < enough) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      return promise;
    },
    add: (message) => {
      open.set(message, new Set());
    },
    offer: async (programs) => {
      const all = [...open.keys()];
      const sessions = entrances.flatMap((entrance) => {
        const messages = all.filter((message) => message.entrance === entrance);
        // One iterator for all connections: each message goes over one of them.
        const rest = messages.values();
        const count = Math.min(connections[entrance], messages.length);
        return Array.from({ length: count }, () => programs.map((program) => sendOver(program, entrance, rest))).flat();
      });
      await Promise.allSettled(sessions);
    },
  };
}
