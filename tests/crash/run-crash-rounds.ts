import { parseArgs } from 'node:util';
import { runCrashRounds } from './crash-rounds.ts';

/**
 * `npm run crash -- --rounds 200`; with `--nodes 2` another program works beside the one that is killed, with `--workers 2`
 * the program has workers, of which one is killed in every third round, with `--standby` a standby takes the place of their database in every third round. Fails when a message was lost or a second copy is
 * explained by no kill.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    nodes: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    standby: { type: 'boolean', default: false },
  },
});
const { byKind, ...figures } = await runCrashRounds({
  rounds: Number(values.rounds),
  nodes: Number(values.nodes),
  workers: () => Number(values.workers),
  standby: values.standby,
  report: (line) => console.log(line),
});
console.log(figures);
console.table(byKind);
process.exit(figures.faults.length === 0 && figures.refusals.length === 0 ? 0 : 1);
