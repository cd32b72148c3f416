import { runSteps } from './run-steps.ts';
import { staticLanes, testsOf, webSteps } from './steps.ts';

const [heavy, light] = staticLanes;

/** Everything that a change can break, as CI runs it. */
await runSteps([
  [heavy, [...light, ...webSteps]],
  // Kills take one worker a while that mostly waits; the others have the rest meanwhile.
  testsOf('Unit, integration and crash tests', ['unit', 'crash'], '!proof'),
  testsOf('Browser tests', ['e2e'], '!proof'),
]);
