import { runSteps } from './run-steps.ts';
import { staticSteps } from './steps.ts';

/** The fast subset, for every save: static checks and the tests of what differs from the last commit. */
await runSteps([
  ...staticSteps,
  { name: 'Tests of what changed', command: ['vitest', 'run', '--project', 'unit', '--changed', '--passWithNoTests'] },
]);
