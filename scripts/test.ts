import { runSteps } from './run-steps.ts';
import { staticSteps } from './steps.ts';

/** Everything, as CI runs it. */
await runSteps([
  ...staticSteps,
  { name: 'Web build', command: ['node', 'src/cli/build-web.ts'] },
  { name: 'Web size', command: ['size-limit'] },
  { name: 'Unit and integration tests', command: ['vitest', 'run', '--project', 'unit'] },
  { name: 'Crash tests', command: ['vitest', 'run', '--project', 'crash'] },
  { name: 'Browser tests', command: ['vitest', 'run', '--project', 'e2e'] },
]);
