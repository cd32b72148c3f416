import { runSteps } from './run-steps.ts';
import { staticSteps, testsOf, webSteps } from './steps.ts';

/** Everything that a change can break, as CI runs it. */
await runSteps([
  ...staticSteps,
  ...webSteps,
  testsOf('Unit and integration tests', 'unit', '!proof'),
  testsOf('Crash tests', 'crash', '!proof'),
  testsOf('Browser tests', 'e2e', '!proof'),
]);
