import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '#support/compile-cache.ts';

const command = fileURLToPath(new URL('../../src/cli/kauke.ts', import.meta.url));

/** How a command ended. */
export interface CommandEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly faults: string;
}

export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandEnd>;
}

/** Starts `npm run kauke -- WORDS` in a process of its own. `variables`: its environment beside PATH. */
export function startCommand(words: readonly string[], variables: Readonly<Record<string, string>>): StartedCommand {
  const env = { PATH: process.env['PATH'], CONFIG_FILE: 'none', ...compileCache, ...variables };
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts = [once(child, 'close'), text(child.stdout), text(child.stderr)] as const;
  const ended = Promise.all(parts).then(([[exitCode], output, faults]) => {
    return { exitCode: exitCode as number | null, output, faults };
  });
  return { child, ended };
}

/** Runs it to its end. */
export function runCommand(words: readonly string[], variables: Readonly<Record<string, string>>): Promise<CommandEnd> {
  return startCommand(words, variables).ended;
}
