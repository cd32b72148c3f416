import { askNpm, noAnswerExitCode } from './registry/ask-npm.ts';
import { readAdvisories } from './registry/read-answers.ts';

/** `npm run audit`: known holes in what the lock file names. Exit codes: 0 for none, 1 for some, 3 for no answer. */
const answer = readAdvisories(await askNpm('audit'));
if (answer.kind === 'no-answer') {
  console.error(`The package registry did not answer (${answer.why}). Nothing is known about advisories.`);
  process.exitCode = noAnswerExitCode;
} else if (answer.advisories.length === 0) {
  console.log('No advisory names a package of the lock file.');
} else {
  for (const { name, severity, range, titles } of answer.advisories) {
    console.log(`${severity}: ${name} ${range}\n  ${titles.join('\n  ')}`);
  }
  process.exitCode = 1;
}
