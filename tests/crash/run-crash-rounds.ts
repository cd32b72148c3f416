import { parseArgs } from 'node:util';
import { runCrashRounds } from './crash-rounds.ts';

/** `npm run crash -- --rounds 200`. Fails when a message was lost or a second copy is explained by no kill. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const figures = await runCrashRounds(Number(values.rounds), (line) => console.log(line));
console.log(figures);
process.exit(figures.lost === 0 && figures.unexplained === 0 ? 0 : 1);
