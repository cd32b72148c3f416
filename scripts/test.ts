import { runSteps } from './run-steps.ts';
import { staticLanes, testsOf, webSteps } from './steps.ts';

const [heavy, light] = staticLanes;

/** Everything that a change can break, as CI runs it. */
await runSteps([
  [heavy, [...light, ...webSteps]],
  testsOf('Unit and integration tests', 'unit', '!proof'),
  testsOf('Crash tests', 'crash', '!proof'),
  testsOf('Browser tests', 'e2e', '!proof'),
]);
