import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describeLabs, labs, type Lab } from './labs/labs.ts';
import { findMissing } from './labs/needs.ts';
import { runSteps, type Step } from './run-steps.ts';

/** What needs more than npm, or hours: `npm run lab` lists it. Exit codes: its own, 2 for no such lab, 3 for something missing. */
const unknownExitCode = 2;
const missingExitCode = 3;

/** What most programs under test serve; a fresh clone has none yet. */
const webApp: Step = { name: 'The web app', command: ['node', 'src/cli/build.ts'] };

/** They end with the program. */
function startBusyLoops(): void {
  for (let count = availableParallelism(); count > 0; count -= 1) new Worker('for (;;);', { eval: true }).unref();
}

async function run(lab: Lab, options: readonly string[]): Promise<void> {
  const missing = await findMissing(lab.needs);
  if (missing.length > 0) {
    console.error(missing.map((what) => `The lab ${lab.name} needs ${what}.`).join('\n'));
    process.exitCode = missingExitCode;
    return;
  }
  if (lab.onBusyMachine === true) startBusyLoops();
  const own = lab.steps.map(({ name, command }): Step => ({ name, command: [...command, ...options] }));
  await runSteps([webApp, ...own]);
}

/** What stands behind the name goes to all that the lab runs. */
const [name, ...rest] = process.argv.slice(2);
const lab = labs.find((one) => one.name === name);
if (lab !== undefined) {
  await run(lab, rest);
} else {
  if (name !== undefined) console.error(`There is no lab ${name}.\n`);
  console.log(describeLabs());
  if (name !== undefined) process.exitCode = unknownExitCode;
}
