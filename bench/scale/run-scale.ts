import { runScale } from './scale.ts';

/**
 * Throughput with 1, 2 and 4 workers of one program, and with as many programs on one database, each process held to a
 * quarter of a core; then one limit under 10,000 uses at once. Fails below the budgets, and when a message is lost or
 * comes twice.
 */
const scope = new AsyncDisposableStack();
let isWithin = false;
try {
  isWithin = await runScale(scope, (line) => console.log(line));
} finally {
  await scope.disposeAsync();
}
process.exit(isWithin ? 0 : 1);
