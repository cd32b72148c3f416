import { connectSmtp } from '#support/smtp-client.ts';

/** A message of the test; it is offered again until it is answered 250, as every sender does. */
export interface CrashMessage {
  readonly id: number;
  readonly alias: string;
  /** Where the alias forwards to. */
  readonly inboxes: readonly string[];
}

export type CrashAlias = Omit<CrashMessage, 'id'>;

/** Sending hosts that remember every reply. */
export interface CrashSenders {
  /** Offers old unanswered messages, then `fresh` new ones; ends when all were offered or the program is gone. */
  offer(port: number, fresh: number): Promise<void>;
  /** Messages answered 250. */
  readonly accepted: ReadonlySet<CrashMessage>;
  /** Messages that were offered and not answered 250. */
  readonly open: ReadonlySet<CrashMessage>;
}

const connections = 6;

const textOf = ({ id }: CrashMessage): string =>
  [
    'From: Bob <bob@sender.example>',
    `Subject: crash ${id}`,
    `Message-ID: <crash-${id}@sender.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    '',
    `Body of message ${id}. `.repeat(50),
    '.',
    '',
  ].join('\r\n');

export const createCrashSenders = (aliases: readonly CrashAlias[]): CrashSenders => {
  const accepted = new Set<CrashMessage>();
  const open = new Set<CrashMessage>();
  let lastId = 0;

  const makeMessage = (): CrashMessage => {
    lastId += 1;
    const alias = aliases[lastId % aliases.length];
    if (alias === undefined) throw new Error('there is no alias to send to');
    return { id: lastId, ...alias };
  };

  /** Rejects when the connection ends. */
  const sendOver = async (port: number, messages: Iterable<CrashMessage>): Promise<void> => {
    const client = await connectSmtp({ port });
    try {
      await client.reply();
      await client.command('EHLO sender.example');
      for (const message of messages) {
        open.add(message);
        await client.command('MAIL FROM:<bob@sender.example>');
        const rcpt = await client.command(`RCPT TO:<${message.alias}>`);
        if (!rcpt.startsWith('250')) {
          await client.command('RSET');
          continue;
        }
        await client.command('DATA');
        await client.send(textOf(message));
        if (!(await client.reply()).startsWith('250')) continue;
        open.delete(message);
        accepted.add(message);
      }
    } finally {
      client.destroy();
    }
  };

  return {
    accepted,
    open,
    offer: async (port, fresh) => {
      const messages = [...open, ...Array.from({ length: fresh }, makeMessage)];
      // One iterator for all connections: each message goes over one of them.
      const rest = messages.values();
      await Promise.allSettled(Array.from({ length: connections }, () => sendOver(port, rest)));
    },
  };
};
