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

/** How long after its end a step's last words are waited for: what it leaves running may hold its output open. */
const lastWordsMs = 2000;

/** Steps one after the other. */
type Lane = readonly Step[];

interface Command {
  readonly reportPath: string;
  /** Gets what it prints, all at once; null: it prints by itself. */
  readonly print: ((text: string) => void) | null;
}

function runCommand({ command: [file, ...parameters], env: own }: Step, to: Command): Promise<number> {
  const path = `${binaries}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH: path, ...own, [reportVariable]: to.reportPath };
  return new Promise((done, fail) => {
    const stdio = to.print === null ? 'inherit' : 'pipe';
    const child = spawn(file, parameters, { cwd: repository, env, stdio });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (octets: Buffer) => printed.push(octets));
    child.once('error', fail);
    child.once('exit', (code) => {
      const end = (): void => {
        clearTimeout(timer);
        child.off('close', end);
        for (const stream of [child.stdout, child.stderr]) stream?.destroy();
        to.print?.(Buffer.concat(printed).toString());
        done(code ?? 1);
      };
      const timer = setTimeout(end, lastWordsMs);
      child.once('close', end);
    });
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
 * Runs all steps one after the other, and lanes beside each other, whatever becomes of them, then once more by itself each file of tests that failed and
 * may have failed by chance, and sums up. The exit code becomes 1 unless all is well.
 */
export async function runSteps(steps: readonly (Step | readonly Lane[])[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-test-run-'));
  let serial = 0;
  const run = async (step: Step, isAlone = true): Promise<StepEnd> => {
    const { name, command } = step;
    const title = `\n=== ${name}: ${command.join(' ')}`;
    const print = isAlone ? null : (text: string): void => console.log(`${title}\n${text}`);
    if (isAlone) console.log(title);
    const start = performance.now();
    const reportPath = join(folder, `report-${(serial += 1)}.json`);
    const exitCode = await runCommand(step, { reportPath, print });
    const seconds = (performance.now() - start) / 1000;
    return { name, command, exitCode, seconds, report: await readReport(reportPath) };
  };
  try {
    const ends: StepEnd[] = [];
    const runLane = async (lane: Lane): Promise<void> => {
      for (const step of lane) ends.push(await run(step, false));
    };
    for (const one of steps) {
      if ('command' in one) ends.push(await run(one));
      else {
        // What cannot be started fails once the other lanes are through: they need the folder.
        const lanes = await Promise.allSettled(one.map(runLane));
        for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
      }
    }
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
