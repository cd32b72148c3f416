import type { ForwardOptions, Load } from '../read-arguments.ts';
import { sealedBudget, shippedBudget, type Budget } from './budgets.ts';
import { plainConditions, type Conditions } from './conditions.ts';
import type { HeaderWants } from './check-header.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import type { Forwarder } from './forwarder.ts';
import { measure, type Bench, type Figures } from './measure.ts';
import type { Peer } from './peer/peers.ts';
import { proveWork } from './prove-work.ts';
import { compare, describeCpu, formatRatio, type Ratio } from './ratios.ts';
import { startKauke } from './start-kauke.ts';
import { middleFigures, takeTurns, warmUp } from './take-turns.ts';

/** What all parts of the benchmark share. */
export interface Setting extends Pick<ForwardOptions, 'load' | 'rounds' | 'conditions' | 'isBusy'> {
  readonly bench: Bench;
  readonly place: {
    readonly sinkPort: number;
    readonly dnsServer: string;
    /** How many aliases are written to. */
    readonly accounts: number;
    readonly workers: number | null;
  };
  readonly print: (line: string) => void;
}

/** The ways of the program that are compared with the peers, and what they have to reach. */
export const ownWays = [
  { name: 'Kauke as shipped', environment: {}, sealed: false, budget: shippedBudget },
  { name: 'Kauke with ARC=on', environment: { arc: 'on' }, sealed: true, budget: sealedBudget },
] as const;

interface Entrant {
  readonly forwarder: Forwarder;
  readonly load: Load;
  /** Null: it is what the others are compared with. */
  readonly budget: Budget | null;
}

/** A turn of anybody takes about as long: it gets no more messages than it took in so many seconds when it was warm. */
export const turnSeconds = 4;
const leastMessages = 500;
/** It compiles nothing, but its processes are started and its connections counted. */
const peerWarmUp = { messages: 600, bytes: 10_000 };

/** Shows that a forwarder does its work, makes it warm, and finds out how many messages it gets. */
async function prepare(
  { bench, load }: Setting,
  forwarder: Forwarder,
  wants: HeaderWants,
  budget: Budget | null,
): Promise<Entrant> {
  await proveWork(bench, forwarder, wants);
  const first = { ...load, ...(budget === null ? peerWarmUp : warmUp) };
  const { messagesPerSecond } = await measure(bench, forwarder, { load: first });
  const messages = Math.max(leastMessages, Math.ceil(messagesPerSecond * turnSeconds));
  return { forwarder, budget, load: { ...load, messages: Math.min(load.messages, messages) } };
}

/** Starts what is compared. */
async function startEntrants(
  setting: Setting,
  peers: readonly Peer[],
  scope: AsyncDisposableStack,
): Promise<Entrant[]> {
  const { place } = setting;
  const entrants: Entrant[] = [];
  for (const { name, environment, sealed, budget } of ownWays) {
    const forwarder = await startKauke({ ...place, ...environment, cutThrough: 'on', name }, scope);
    const signedBy = forwarder.recipients[0]?.split('@')[1] ?? '';
    entrants.push(await prepare(setting, forwarder, { sealed, signedBy }, budget));
  }
  const aliases = entrants[0]?.forwarder.recipients ?? [];
  for (const peer of peers) {
    const forwarder = await peer.start({ ...place, aliases }, scope);
    entrants.push(await prepare(setting, forwarder, { sealed: true, signedBy: null }, null));
  }
  return entrants;
}

interface Compared {
  readonly entrants: readonly Entrant[];
  /** Of each entrant. */
  readonly figures: readonly Figures[][];
}

async function compareUnder(
  { bench, rounds, print }: Setting,
  entrants: readonly Entrant[],
  conditions: Conditions,
): Promise<Compared> {
  const turns = entrants.map(({ forwarder, load }) => ({ forwarder, load, conditions }));
  const figures = await takeTurns(bench, turns, rounds);
  print(`${conditions.name}: ${conditions.about}`);
  print(formatHead());
  for (const [index, { forwarder }] of entrants.entries()) {
    print(formatFigures(forwarder.name, middleFigures(figures[index] ?? [])));
  }
  print('');
  return { entrants, figures };
}

function ratiosOf({ entrants, figures }: Compared, when: string): Ratio[] {
  const sides = entrants.map(({ forwarder, budget }, index) => ({
    name: forwarder.name,
    isPeer: budget === null,
    figures: figures[index] ?? [],
  }));
  const peers = sides.filter(({ isPeer }) => isPeer);
  return sides.filter(({ isPeer }) => !isPeer).flatMap((own) => peers.map((peer) => compare({ when, own, peer })));
}

/** How long senders wait at half of the load that each took. */
async function measureHalfLoad({ bench, print }: Setting, { entrants, figures }: Compared): Promise<void> {
  for (const [index, { forwarder, load }] of entrants.entries()) {
    const perSecond = middleFigures(figures[index] ?? []).messagesPerSecond / 2;
    print(formatFigures(`${forwarder.name}, half load`, await measure(bench, forwarder, { load, perSecond })));
  }
  print('');
}

/**
 * Measures the program as shipped, with ARC=on and the peers in turns, under each of the conditions. All that it starts
 * ends with `scope`.
 * @param time how often this has been done before
 * @throws Error when something does not start or does not do its work, or a message is refused or lost
 */
export async function compareForwarders(
  setting: Setting,
  peers: readonly Peer[],
  time: number,
  scope: AsyncDisposableStack,
): Promise<Ratio[]> {
  const { print } = setting;
  const entrants = await startEntrants(setting, peers, scope);
  const ratios: Ratio[] = [];
  for (const conditions of setting.conditions) {
    const compared = await compareUnder(setting, entrants, conditions);
    const found = ratiosOf(compared, `${conditions.name} ${time + 1}`);
    for (const ratio of found) print(formatRatio(ratio));
    if (conditions.name === plainConditions.name) {
      for (const [index, { forwarder, budget }] of entrants.entries()) {
        if (budget !== null && !setting.isBusy)
          print(describeCpu(forwarder.name, middleFigures(compared.figures[index] ?? []), budget));
      }
      print('');
      await measureHalfLoad(setting, compared);
    }
    ratios.push(...found);
  }
  return ratios;
}
