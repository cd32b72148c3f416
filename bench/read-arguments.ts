import { parseArgs } from 'node:util';
import { allConditions, allWays, type Conditions, type Way } from './forward/conditions.ts';

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
  /** The peers are measured in turns with the program. */
  readonly withPeer: boolean;
  /** Every core has something else to do, too. */
  readonly isBusy: boolean;
  /** How often the programs are started and compared. */
  readonly times: number;
  /** How often each has its turn, each time. */
  readonly rounds: number;
  /** What is compared with the peers. */
  readonly conditions: readonly Conditions[];
  /** How the program is set where it is compared with another checkout. */
  readonly ways: readonly Way[];
  /** WORKERS of the program; null: as shipped. */
  readonly workers: number | null;
  /** One with keys for so many of its inboxes is compared with one without, and nothing else; null: nothing is. */
  readonly keyed: number | null;
  /** The folder of another checkout, with which this one is compared and nothing else; null: none. */
  readonly beside: string | null;
}

/** Smallest and largest value of each number. */
const ranges = {
  messages: [1, 100_000],
  bytes: [2_000, 10_000_000],
  connections: [1, 400],
  times: [1, 10],
  rounds: [1, 50],
  workers: [1, 64],
} as const;

/** The generator holds all messages of a case at once. */
const maxOctetsInAll = 1_000_000_000;
const mixedBytes = 70_000;

const options = {
  messages: { type: 'string', default: '5000' },
  bytes: { type: 'string', default: '10000' },
  connections: { type: 'string', default: '50' },
  peer: { type: 'boolean', default: false },
  busy: { type: 'boolean', default: false },
  times: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '3' },
  cases: { type: 'string', default: allConditions.map(({ name }) => name).join() },
  ways: { type: 'string', default: allWays.join() },
  workers: { type: 'string' },
  keyed: { type: 'string' },
  beside: { type: 'string' },
} as const;

function readNumber(text: string, [least, most]: readonly [number, number]): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new Error(`not from ${least} to ${most}: ${text}`);
  return number;
}

function readShare(text: string): number {
  const share = /^[01](?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(share > 0 && share <= 1)) throw new Error(`not a share from 0 to 1: ${text}`);
  return share;
}

function readConditions(names: string): Conditions[] {
  return names.split(',').map((name) => {
    const found = allConditions.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no case: ${name}`);
    return found;
  });
}

function readWays(names: string): Way[] {
  return names.split(',').map((name) => {
    const found = allWays.find((one) => one === name);
    if (found === undefined) throw new Error(`no way: ${name}`);
    return found;
  });
}

/** What the command line asks for; null when it is not understood. */
export function readArguments(words: readonly string[]): ForwardOptions | null {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    if (positionals.join() !== 'forward') return null;
    const load = {
      messages: readNumber(values.messages, ranges.messages),
      bytes: readNumber(values.bytes, ranges.bytes),
      connections: readNumber(values.connections, ranges.connections),
    };
    const conditions = readConditions(values.cases);
    const largest = conditions.some(({ mix }) => mix === 'real') ? Math.max(load.bytes, mixedBytes) : load.bytes;
    if (load.messages * largest > maxOctetsInAll) return null;
    return {
      load,
      withPeer: values.peer,
      isBusy: values.busy,
      times: readNumber(values.times, ranges.times),
      rounds: readNumber(values.rounds, ranges.rounds),
      conditions,
      ways: readWays(values.ways),
      workers: values.workers === undefined ? null : readNumber(values.workers, ranges.workers),
      keyed: values.keyed === undefined ? null : readShare(values.keyed),
      beside: values.beside ?? null,
    };
  } catch {
    return null;
  }
}
