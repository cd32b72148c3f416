import { parseArgs } from 'node:util';
import { attacks } from './attacks/attacks.ts';
import { runAttacks } from './attack-lab.ts';

/**
 * Honest people beside each attack. Fails when an attack makes one of their acts more than three times as slow, keeps one of
 * their messages out for longer than 10 seconds, or reaches what it wants.
 */
const usage = `Usage: npm run lab -- attack [--only NAME,NAME] [--seconds 20]

${attacks.map(({ name, what }) => `  ${name.padEnd(18)}${what}`).join('\n')}`;
const options = { only: { type: 'string' }, seconds: { type: 'string', default: '20' } } as const;
/** More sign-ins of one person would be too many. */
const maxSeconds = 30;

function readOptions() {
  const { only, seconds } = parseArgs({ options }).values;
  const names = only?.split(',') ?? attacks.map(({ name }) => name);
  const chosen = attacks.filter(({ name }) => names.includes(name));
  const length = Number(seconds);
  if (chosen.length < names.length || !(length >= 1 && length <= maxSeconds)) throw new Error('not understood');
  return { chosen, seconds: length };
}

async function run(): Promise<number> {
  let asked: ReturnType<typeof readOptions>;
  try {
    asked = readOptions();
  } catch {
    console.error(usage);
    return 2;
  }
  await using scope = new AsyncDisposableStack();
  return (await runAttacks(asked, scope, (line) => console.log(line))) ? 0 : 1;
}

process.exit(await run());
