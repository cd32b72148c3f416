import type { Step } from './run-steps.ts';

/** Style, faults and types: seconds, no test runs. */
export const staticSteps: readonly Step[] = [
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Lint', command: ['oxlint'] },
  { name: 'Types', command: ['tsc'] },
  { name: 'Unused files, exports and dependencies', command: ['knip'] },
];
