import { parseArgs } from 'node:util';
import { runCrashRounds } from './crash-rounds.ts';

/**
 * `npm run crash -- --rounds 200`; with `--programs 2` another program works beside the one that is killed. Fails when a
 * message was lost or a second copy is explained by no kill.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, programs: { type: 'string', default: '1' } },
});
const { byKind, ...figures } = await runCrashRounds({
  rounds: Number(values.rounds),
  programs: values.programs === '2' ? 2 : 1,
  report: (line) => console.log(line),
});
console.log(figures);
console.table(byKind);
process.exit(figures.faults.length === 0 && figures.refusals.length === 0 ? 0 : 1);
