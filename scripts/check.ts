import { runSteps } from './run-steps.ts';
import { staticLanes } from './steps.ts';

/** The fast subset, for every save: static checks and the tests of what differs from the last commit. */
await runSteps([
  staticLanes,
  // It reads the sources as text, so that no change of theirs counts as one of it.
  { name: 'Floors', command: ['vitest', 'run', '--project', 'unit', 'tests/architecture'] },
  { name: 'Tests of what changed', command: ['vitest', 'run', '--project', 'unit', '--changed', '--passWithNoTests'] },
]);
