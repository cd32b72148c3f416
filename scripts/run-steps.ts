import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { reportVariable } from './test-run/failure-reporter.ts';
import type { RunReport } from './test-run/failures.ts';
import { findSecondRuns, judgeRun, type SecondRun, type StepEnd } from './test-run/judge-run.ts';

/** One named command of a check. */
export interface Step {
  readonly name: string;
  /** Found in node_modules/.bin first. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const repository = resolve(import.meta.dirname, '..');
const binaries = resolve(repository, 'node_modules/.bin');

function runCommand({ command: [file, ...parameters], env: own }: Step, reportPath: string): Promise<number> {
  const path = `${binaries}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, ...own, [reportVariable]: reportPath };
  return new Promise((done, fail) => {
    const child = spawn(file, parameters, { cwd: repository, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function readReport(path: string): Promise<RunReport | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunReport;
  } catch {
    return null;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Runs all steps one after the other, whatever becomes of them, then once more by itself each file of tests that failed and
 * may have failed by chance, and sums up. The exit code becomes 1 unless all is well.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-test-run-'));
  const reportPath = join(folder, 'report.json');
  const run = async (step: Step): Promise<StepEnd> => {
    const { name, command } = step;
    console.log(`\n=== ${name}: ${command.join(' ')}`);
    const start = performance.now();
    const exitCode = await runCommand(step, reportPath);
    const seconds = (performance.now() - start) / 1000;
    return { name, command, exitCode, seconds, report: await readReport(reportPath) };
  };
  try {
    const ends: StepEnd[] = [];
    for (const step of steps) ends.push(await run(step));
    const secondRuns: SecondRun[] = [];
    for (const { file, command } of findSecondRuns(ends)) {
      const { exitCode } = await run({ name: `Once more: ${file}`, command });
      secondRuns.push({ file, isGreen: exitCode === 0 });
    }
    const { isGreen, lines } = judgeRun(ends, secondRuns);
    console.log(`\n${lines.join('\n')}`);
    if (!isGreen) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
