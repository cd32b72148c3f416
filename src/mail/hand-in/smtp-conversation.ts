import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** One line or more of a server's answer. */
export interface Reply {
  readonly code: number;
  /** The text after the code; lines joined by a blank. */
  readonly text: string;
}

/** A plain SMTP conversation with a server on this machine or near it, one command at a time. */
export interface SmtpConversation {
  readReply(): Promise<Reply>;
  /** Sends one command, without its CRLF, and reads the answer. */
  command(line: string): Promise<Reply>;
  /** Sends a message and its final dot, and reads the answer. `content` ends with CRLF. */
  data(content: string): Promise<Reply>;
  end(): void;
}

const silenceMs = 60_000;

/** @throws Error with the system's code when nothing listens or the server is silent for a minute. */
export async function openSmtpConversation({ host, port }: ServerAddress): Promise<SmtpConversation> {
  const socket = connect({ host, port });
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('the server does not answer')));
  await once(socket, 'connect');
  let failure: Error | null = null;
  socket.on('error', (error) => (failure = error));
  const lines = createInterface({ input: socket, crlfDelay: Infinity })[Symbol.asyncIterator]();

  const readReply = async (): Promise<Reply> => {
    const texts: string[] = [];
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done === true) throw failure ?? new Error('the server closed the connection');
      texts.push(line.slice(4));
      if (line[3] !== '-') return { code: Number(line.slice(0, 3)), text: texts.join(' ') };
    }
  };

  const send = (text: string): Promise<Reply> => {
    socket.write(text);
    return readReply();
  };

  return {
    readReply,
    command: (line) => send(`${line}\r\n`),
    data: (content) => send(`${content.replace(/^\./gmu, '..')}.\r\n`),
    end: () => {
      if (socket.writable) socket.write('QUIT\r\n');
      // Without waiting for the server, which may have gone silent.
      socket.destroySoon();
    },
  };
}
