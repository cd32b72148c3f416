import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { neverForgiven, type Failure } from './failures.ts';
import { findSecondRuns, judgeRun, type StepEnd } from './judge-run.ts';

function failureIn(file: string, change: Partial<Failure> = {}): Failure {
  return {
    file,
    test: 'a form > says why',
    text: 'expected 1 to be 2\n    at x',
    load: 2.5,
    ...change,
  };
}

const command = ['vitest', 'run', '--project', 'unit'] as const;

function tests(...failures: Failure[]): StepEnd {
  const report = { passed: 10, failed: failures.length, failures };
  return { name: 'Unit tests', command, exitCode: failures.length === 0 ? 0 : 1, seconds: 3, report };
}

const lint: StepEnd = { name: 'Lint', command: ['oxlint'], exitCode: 0, seconds: 1, report: null };
const green = (file: string) => ({ file, isGreen: true });

it('is green when all steps are', () => {
  const { isGreen, lines } = judgeRun([lint, tests()], []);
  expect(isGreen).toBe(true);
  expect(lines).toEqual([
    '=== Summary',
    'passed       1.0 s  Lint',
    'passed       3.0 s  Unit tests',
    '10 passed, 0 failed',
    'passed',
  ]);
});

it('names what failed twice, with the whole text of the first and the load', () => {
  const steps = [lint, tests(failureIn('src/a.test.ts'))];
  expect(findSecondRuns(steps)).toEqual([{ file: 'src/a.test.ts', command: [...command, 'src/a.test.ts'] }]);
  const { isGreen, lines } = judgeRun(steps, [{ file: 'src/a.test.ts', isGreen: false }]);
  expect(isGreen).toBe(false);
  expect(lines.slice(0, 4)).toEqual([
    '=== The first failure',
    'src/a.test.ts > a form > says why: expected 1 to be 2',
    'load 2.5',
    'expected 1 to be 2\n    at x',
  ]);
  expect(lines).toContain('FAILED       3.0 s  Unit tests');
  expect(lines).toContain('FAILED   src/a.test.ts > a form > says why: expected 1 to be 2');
});

it('is green by a second run, and says so last of all', () => {
  const { isGreen, lines } = judgeRun([tests(failureIn('src/a.test.ts'))], [green('src/a.test.ts')]);
  expect(isGreen).toBe(true);
  expect(lines.at(-1)).toBe(
    'UNSTEADY src/a.test.ts > a form > says why: expected 1 to be 2 (name it in tests/UNSTEADY.md)',
  );
});

it('is red when more than three files are unsteady', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => `src/${name}.test.ts`);
  const failures = files.map((file) => failureIn(file));
  expect(judgeRun([tests(...failures)], files.map(green)).isGreen).toBe(false);
  expect(judgeRun([tests(...failures.slice(0, 3))], files.slice(0, 3).map(green)).isGreen).toBe(true);
});

it.each<[string, Failure]>([
  ['a lost message', failureIn('tests/crash/crash-rounds.test.ts')],
  ['a leak', failureIn('tests/integration/no-leak.test.ts')],
  ['an address in a log', failureIn('src/a.test.ts', { text: 'Error: a log line holds an address: …' })],
  ['a broken order of locks', failureIn('src/core/own-domains/lock-order.test.ts')],
  ['a broken floor', failureIn('tests/architecture/floors.test.ts')],
  ['what fails outside of any test', failureIn('src/a.test.ts', { test: null })],
])('%s is never run again', (_, failure) => {
  expect(findSecondRuns([tests(failure, failureIn('src/b.test.ts'))])).toEqual([
    { file: 'src/b.test.ts', command: [...command, 'src/b.test.ts'] },
  ]);
});

it('nothing excuses a step that is none of tests, or that ended without a report', () => {
  expect(judgeRun([{ ...lint, exitCode: 1 }, tests()], []).isGreen).toBe(false);
  expect(judgeRun([{ ...tests(), exitCode: 1, report: null }], []).isGreen).toBe(false);
  expect(judgeRun([{ ...tests(), exitCode: 1 }], []).isGreen).toBe(false);
});

it('each rule of what is never forgiven is about files that exist', () => {
  const files = globSync('{src,tests}/**/*.test.{ts,tsx}');
  expect(neverForgiven.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});

it('the list of unsteady files names files that exist, each with its cause', () => {
  const rows = readFileSync('tests/UNSTEADY.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const files = new Set(globSync('{src,tests,bench,scripts}/**/*.test.{ts,tsx}'));
  const wrong = rows.filter((row) => {
    const [, file = '', cause = ''] = /^- `([^`]+)`: (.{20,})$/u.exec(row) ?? [];
    return !files.has(file) || cause === '';
  });
  expect(wrong).toEqual([]);
});
