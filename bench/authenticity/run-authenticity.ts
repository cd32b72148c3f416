import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { describeMachine } from '../describe-machine.ts';
import { makeMessages } from '../forward/load/make-messages.ts';
import { makeOurWay, makeTheirWay, type Way } from './ways.ts';

const messages = 200;
const bytes = 10_000;
const atOnce = 8;
const rounds = 7;
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

/** The middle of an odd number of costs, each figure for itself. */
function median(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number): number =>
    costs.map(pick).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? Number.NaN;
  return { wallMs: middle(({ wallMs }) => wallMs), cpuMs: middle(({ cpuMs }) => cpuMs) };
}

function formatCost(name: string, { wallMs, cpuMs }: Cost): string {
  return `${name.padEnd(12)}${(1000 / wallMs).toFixed(0).padStart(6)} messages/s${cpuMs.toFixed(3).padStart(8)} ms CPU/message`;
}

/**
 * Compares what authenticity costs with mailauth, both in this process, in turns: verify DKIM and ARC and sign, then
 * the same with an ARC seal.
 */
export async function runAuthenticity(print: (line: string) => void): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const sender = { domain: 'sender.test', selector: 's1', privateKey: pem };
  const published = dkimRecord({ name: sender.domain, selector: sender.selector, key: createPrivateKey(pem) });
  const order = { messages, bytes, recipients: ['reader@kauke.test'], domains: [sender.domain], signer: sender };
  const made = await makeMessages(order);
  const contents = made.map(({ content }) => content.subarray(0, -finalDotOctets));

  print(`Machine   ${describeMachine()}`);
  print(`Load      ${messages} messages of ${bytes} octets, ${atOnce} at once; median of ${rounds} rounds in turns`);
  for (const seals of [false, true]) {
    const [ours, theirs] = [makeOurWay(sender, published, seals), makeTheirWay(sender, published, seals)];
    const costs: { readonly ours: Cost[]; readonly theirs: Cost[] } = { ours: [], theirs: [] };
    // Nothing is compiled yet in the first round.
    for (let round = 0; round <= rounds; round += 1) {
      const ourCost = await measure(ours, contents);
      const theirCost = await measure(theirs, contents);
      if (round > 0) costs.ours.push(ourCost);
      if (round > 0) costs.theirs.push(theirCost);
    }
    const [our, their] = [median(costs.ours), median(costs.theirs)];
    print('');
    print(seals ? 'Verify, DKIM sign, ARC seal' : 'Verify, DKIM sign');
    print(formatCost('Kauke', our));
    print(formatCost('mailauth', their));
    print(
      `Ratio       ${(their.wallMs / our.wallMs).toFixed(2)} × in time, ${(their.cpuMs / our.cpuMs).toFixed(2)} × in CPU`,
    );
  }
}
