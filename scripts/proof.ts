import { runSteps } from './run-steps.ts';
import { testsOf, webSteps } from './steps.ts';

/** What takes long and breaks rarely: lives of whole programs, generators at length, every look of every screen, kill rounds. */
await runSteps([
  ...webSteps,
  testsOf('Unit and integration tests', ['unit'], 'proof'),
  testsOf('Crash tests', ['crash'], 'proof'),
  { name: 'Kill rounds', command: ['node', 'tests/crash/run-crash-rounds.ts', '--rounds', '20'] },
  {
    name: 'Browser tests, every look',
    command: ['vitest', 'run', '--project', 'e2e'],
    env: { EVERY_LOOK: 'true' },
  },
]);
