import type { Step } from './run-steps.ts';

/** A compiler that shares its work among threads does half of it in each of them again; the other core has steps of its own. */
const oneThread = { GOMAXPROCS: '1' };

/** Style, faults and types: seconds, no test runs. Those that take the most memory one after the other, the others beside them. */
export const staticLanes: readonly [readonly Step[], readonly Step[]] = [
  [
    { name: 'Lint', command: ['oxlint'], env: oneThread },
    { name: 'Types', command: ['tsc', '--checkers', '1'], env: oneThread },
  ],
  [
    { name: 'Format', command: ['oxfmt', '--check'] },
    { name: 'Unused files, exports and dependencies', command: ['knip'] },
  ],
];

/** What browsers and programs of the tests are given. */
export const webSteps: readonly Step[] = [
  { name: 'Web build', command: ['node', 'src/cli/build.ts'] },
  { name: 'Web size', command: ['size-limit'] },
];

/** The tests of projects of vitest.config.ts: those of a tag, or with `!` in front all others. */
export function testsOf(name: string, projects: readonly string[], tags: 'proof' | '!proof'): Step {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const env = tags === 'proof' ? { DRAWS: 'chance' } : {};
  return { name, command: ['vitest', 'run', ...chosen, `--tags-filter=${tags}`], env };
}
