import { parseArgs } from 'node:util';

/** What is sent in each case of the benchmark. */
export interface Load {
  readonly messages: number;
  /** Octets of each message. */
  readonly bytes: number;
  /** SMTP connections that send at the same time. */
  readonly connections: number;
}

/** What the benchmark of forwarding is asked. */
export interface ForwardOptions {
  readonly load: Load;
  /** Postfix and Rspamd are measured in turns with the program. */
  readonly withPeer: boolean;
  /** The folder of another checkout, with which this one is compared and nothing else; null: none. */
  readonly beside: string | null;
}

/** Smallest and largest value of each number. */
const ranges: Readonly<Record<keyof Load, readonly [number, number]>> = {
  messages: [1, 100_000],
  bytes: [2_000, 10_000_000],
  connections: [1, 400],
};

/** The generator holds all messages of a case at once. */
const maxOctetsInAll = 1_000_000_000;

const options = {
  messages: { type: 'string', default: '5000' },
  bytes: { type: 'string', default: '10000' },
  connections: { type: 'string', default: '50' },
  peer: { type: 'boolean', default: false },
  beside: { type: 'string' },
} as const;

function readNumber(text: string, [least, most]: readonly [number, number]): number | null {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

/** What the command line asks for; null when it is not understood. */
export function readArguments(words: readonly string[]): ForwardOptions | null {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    const messages = readNumber(values.messages, ranges.messages);
    const bytes = readNumber(values.bytes, ranges.bytes);
    const connections = readNumber(values.connections, ranges.connections);
    const isForward = positionals.length === 1 && positionals[0] === 'forward';
    if (!isForward || messages === null || bytes === null || connections === null) return null;
    if (messages * bytes > maxOctetsInAll) return null;
    return { load: { messages, bytes, connections }, withPeer: values.peer, beside: values.beside ?? null };
  } catch {
    return null;
  }
}
