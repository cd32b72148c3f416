import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { describeMachine } from '../describe-machine.ts';
import { makeMessages } from '../forward/load/make-messages.ts';
import { percentile } from '../forward/percentile.ts';
import { makeOurWay, makeTheirWay, type Way } from './ways.ts';

const messages = 200;
const bytes = 10_000;
const atOnce = 8;
const roundsBesideMailauth = 7;
/** Enough to tell 2 %. */
const roundsBesideCheckout = 31;
const finalDotOctets = 3;

/** What one message costs. */
interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs `way` over all messages, eight at once. */
async function measure(way: Way, contents: readonly Buffer[]): Promise<Cost> {
  const waiting = contents.values();
  const work = async (): Promise<void> => {
    for (const content of waiting) await way(content);
  };
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, work));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    wallMs: (performance.now() - startedAt) / contents.length,
    cpuMs: (user + system) / 1000 / contents.length,
  };
}

/** The middle of costs, each figure for itself. */
function middleOf(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number): number => percentile(costs.map(pick), 50);
  return { wallMs: middle(({ wallMs }) => wallMs), cpuMs: middle(({ cpuMs }) => cpuMs) };
}

function formatCost(name: string, { wallMs, cpuMs }: Cost): string {
  return `${name.padEnd(12)}${(1000 / wallMs).toFixed(0).padStart(6)} messages/s${cpuMs.toFixed(3).padStart(8)} ms CPU/message`;
}

/** One of two that are compared. */
interface Side {
  readonly name: string;
  readonly makeWay: typeof makeOurWay;
}

/** This checkout and what it is compared with: another checkout of it, or mailauth. */
async function chooseSides(beside: string | null): Promise<readonly [Side, Side]> {
  if (beside === null) {
    return [
      { name: 'Kauke', makeWay: makeOurWay },
      { name: 'mailauth', makeWay: makeTheirWay },
    ];
  }
  const file = pathToFileURL(resolve(beside, 'bench/authenticity/ways.ts')).href;
  const other = (await import(file)) as { readonly makeOurWay: typeof makeOurWay };
  return [
    { name: 'this', makeWay: makeOurWay },
    { name: 'other', makeWay: other.makeOurWay },
  ];
}

/** Both ways in turns, forth and back: the costs of each, round by round. */
async function takeTurns(ways: readonly [Way, Way], contents: readonly Buffer[], rounds: number): Promise<Cost[][]> {
  const costs: Cost[][] = [[], []];
  // Nothing is compiled yet in the first round.
  for (let round = 0; round <= rounds; round += 1) {
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const cost = await measure(ways[index] ?? ways[0], contents);
      if (round > 0) costs[index]?.push(cost);
    }
  }
  return costs;
}

/** How many times as much the second one takes, in the middle of the ratios of each round. */
function ratioOf(costs: readonly Cost[][], pick: (cost: Cost) => number): string {
  const [first = [], second = []] = costs;
  const ratios = second.map((cost, round) => pick(cost) / pick(first[round] ?? cost));
  return percentile(ratios, 50).toFixed(3);
}

/**
 * Compares what authenticity costs, both sides in this process, in turns: verify DKIM and ARC and sign, then the same with
 * an ARC seal.
 * @param beside the folder of another checkout, installed; null: mailauth
 */
export async function runAuthenticity(beside: string | null, print: (line: string) => void): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const sender = { domain: 'sender.test', selector: 's1', privateKey: pem };
  const published = dkimRecord({ name: sender.domain, selector: sender.selector, key: createPrivateKey(pem) });
  const order = { messages, bytes, recipients: ['reader@kauke.test'], domains: [sender.domain], signer: sender };
  const made = await makeMessages(order);
  const contents = made.map(({ content }) => content.subarray(0, -finalDotOctets));
  const sides = await chooseSides(beside);
  const rounds = beside === null ? roundsBesideMailauth : roundsBesideCheckout;

  print(`Machine   ${describeMachine()}`);
  print(`Load      ${messages} messages of ${bytes} octets, ${atOnce} at once; middle of ${rounds} rounds in turns`);
  for (const seals of [false, true]) {
    const [first, second] = sides.map(({ makeWay }) => makeWay(sender, published, seals)) as [Way, Way];
    const costs = await takeTurns([first, second], contents, rounds);
    print('');
    print(seals ? 'Verify, DKIM sign, ARC seal' : 'Verify, DKIM sign');
    for (const [index, { name }] of sides.entries()) print(formatCost(name, middleOf(costs[index] ?? [])));
    const [inTime, inCpu] = [ratioOf(costs, ({ wallMs }) => wallMs), ratioOf(costs, ({ cpuMs }) => cpuMs)];
    print(`Ratio       ${sides[1].name} takes ${inTime} × the time, ${inCpu} × the CPU`);
  }
}
