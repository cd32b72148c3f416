import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

/** One named command of a check. */
export interface Step {
  readonly name: string;
  /** Found in node_modules/.bin first. */
  readonly command: readonly [string, ...string[]];
}

const repository = resolve(import.meta.dirname, '..');
const binaries = resolve(repository, 'node_modules/.bin');
const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` };

function runCommand([file, ...parameters]: Step['command']): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(file, parameters, { cwd: repository, env: environment, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs the steps one after the other and stops at the first that fails; its exit code becomes ours. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const start = performance.now();
  const summary: string[] = [];
  for (const { name, command } of steps) {
    console.log(`\n=== ${name}: ${command.join(' ')}`);
    const stepStart = performance.now();
    const exitCode = await runCommand(command);
    summary.push(`${exitCode === 0 ? 'passed' : 'FAILED'}  ${secondsSince(stepStart).padStart(8)}  ${name}`);
    if (exitCode !== 0) {
      process.exitCode = exitCode;
      break;
    }
  }
  console.log(
    `\n=== Summary\n${summary.join('\n')}\n${process.exitCode ? 'FAILED' : 'passed'} in ${secondsSince(start)}`,
  );
}
