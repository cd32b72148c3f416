import type { Load } from '../read-arguments.ts';
import { sealedBudget, shippedBudget, type Budget } from './budgets.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import type { Forwarder } from './forwarder.ts';
import { measure, type Bench, type Figures } from './measure.ts';
import type { InstalledPeer } from './peer/find-peer.ts';
import { startPeer } from './peer/start-peer.ts';
import { proveWork } from './prove-work.ts';
import { startKauke } from './start-kauke.ts';
import { describeCpu, describeRatio, middleFigures, ratioTo, takeTurns, warmUp } from './take-turns.ts';

/** What all parts of the benchmark share. */
export interface Setting {
  readonly bench: Bench;
  readonly place: {
    readonly sinkPort: number;
    readonly dnsServer: string;
    /** How many aliases are written to. */
    readonly accounts: number;
  };
  readonly load: Load;
  readonly print: (line: string) => void;
}

interface Entrant {
  readonly forwarder: Forwarder;
  /** Null: it is what the others are compared with. */
  readonly budget: Budget | null;
}

const slowSinkMs = 200;

function domainOf({ recipients }: Forwarder): string {
  return recipients[0]?.split('@')[1] ?? '';
}

/** Starts what is compared; each has shown that it does its work, and is warm. */
async function startEntrants(
  { bench, place, load }: Setting,
  peer: InstalledPeer | null,
  scope: AsyncDisposableStack,
): Promise<Entrant[]> {
  const common = { ...place, cutThrough: 'on' } as const;
  const shipped = await startKauke({ ...common, name: 'Kauke as shipped' }, scope);
  const sealing = await startKauke({ ...common, arc: 'on', name: 'Kauke with ARC=on' }, scope);
  await proveWork(bench, shipped, { sealed: false, signedBy: domainOf(shipped) });
  await proveWork(bench, sealing, { sealed: true, signedBy: domainOf(sealing) });
  const entrants: Entrant[] = [
    { forwarder: shipped, budget: shippedBudget },
    { forwarder: sealing, budget: sealedBudget },
  ];
  if (peer !== null) {
    const forwarder = await startPeer(peer, { ...place, aliases: shipped.recipients }, scope);
    await proveWork(bench, forwarder, { sealed: true, signedBy: null });
    entrants.push({ forwarder, budget: null });
  }
  for (const { forwarder } of entrants) await measure(bench, forwarder, { load: { ...load, ...warmUp } });
  return entrants;
}

function printVerdicts({ print }: Setting, entrants: readonly Entrant[], rounds: readonly Figures[][]): void {
  const peer = rounds[entrants.findIndex(({ budget }) => budget === null)];
  for (const [index, { forwarder, budget }] of entrants.entries()) {
    const own = rounds[index] ?? [];
    if (budget === null) continue;
    if (peer !== undefined) print(describeRatio(forwarder.name, ratioTo(own, peer), budget));
    print(describeCpu(forwarder.name, middleFigures(own), budget));
  }
}

/**
 * Measures the program as shipped, with ARC=on and, if there is one, the peer, in turns; then how long senders wait at half
 * of that load, and the program with a slow sink. All that it starts ends with `scope`.
 * @throws Error when something does not start or does not do its work, or a message is refused or lost
 */
export async function compareForwarders(
  setting: Setting,
  peer: InstalledPeer | null,
  scope: AsyncDisposableStack,
): Promise<void> {
  const { bench, load, print } = setting;
  const entrants = await startEntrants(setting, peer, scope);
  const forwarders = entrants.map(({ forwarder }) => forwarder);
  const rounds = await takeTurns(bench, forwarders, load);

  print(formatHead());
  for (const [index, { name }] of forwarders.entries()) print(formatFigures(name, middleFigures(rounds[index] ?? [])));
  for (const [index, forwarder] of forwarders.entries()) {
    const perSecond = middleFigures(rounds[index] ?? []).messagesPerSecond / 2;
    print(formatFigures(`${forwarder.name}, half load`, await measure(bench, forwarder, { load, perSecond })));
  }
  const [shipped] = forwarders;
  if (shipped !== undefined) {
    const figures = await measure(bench, shipped, { load, replyDelayMs: slowSinkMs });
    print(formatFigures(`sink answers after ${slowSinkMs} ms`, figures));
  }
  print('');
  printVerdicts(setting, entrants, rounds);
}
