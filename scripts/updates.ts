import { askNpm, noAnswerExitCode } from './registry/ask-npm.ts';
import { readUpdates } from './registry/read-answers.ts';

/** `npm run updates`: newer releases of what package.json names. Exit codes: 0 for none, 1 for some, 3 for no answer. */
const answer = readUpdates(await askNpm('outdated'));
if (answer.kind === 'no-answer') {
  console.error(`The package registry did not answer (${answer.why}). Nothing is known about updates.`);
  process.exitCode = noAnswerExitCode;
} else if (answer.updates.length === 0) {
  console.log('All dependencies are of the newest release.');
} else {
  console.table(answer.updates);
  console.log('Versions are exact: change package.json, run npm install and npm test, keep docs/decisions/0005 true.');
  process.exitCode = 1;
}
