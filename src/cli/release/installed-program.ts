import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askHealth } from '#cli/release/ask-health.ts';
import { releaseFolder, type InstallPlace } from '#cli/release/install-place.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { Clock } from '#platform/clock.ts';

/** The program as one process sees another: its command line tells which release it is. */
export interface InstalledProgram {
  readonly pid: number;
  readonly version: string;
}

export interface ProgramWatch {
  readonly place: InstallPlace;
  readonly config: Pick<Config, 'bindAddress' | 'httpPort'>;
  readonly clock: Clock;
}

const everyMs = 100;

/** The one program that runs from this place (proc(5)), its workers left out; null: none. @throws StartError for several */
export async function findProgram(place: InstallPlace): Promise<InstalledProgram | null> {
  const [before = '', behind = ''] = releaseFolder(place, '\0').split('\0');
  const found: InstalledProgram[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/u.test(name)) continue;
    const words = (await readFile(join('/proc', name, 'cmdline'), 'utf8').catch(() => '')).split('\0');
    const script = words.find((word) => word.startsWith(before) && word.endsWith('/src/cli/start.ts'));
    const version = script?.slice(before.length, -`${behind}/src/cli/start.ts`.length);
    if (version !== undefined) found.push({ pid: Number(name), version });
  }
  if (found.length > 1) throw new StartError(`Several programs run from ${place.folder}: stop all but one.`);
  return found[0] ?? null;
}

/** So often a release may end while it starts: then nobody needs to wait any longer. */
const endsMost = 3;

/** Waits until that release runs and is ready. @returns whether it was in time */
export async function waitForRelease(watch: ProgramWatch, version: string, patienceMs: number): Promise<boolean> {
  const seen = new Set<number>();
  for (const untilMs = watch.clock.now() + patienceMs; watch.clock.now() < untilMs; await pause(everyMs)) {
    const program = await findProgram(watch.place).catch(() => null);
    if (program?.version !== version) continue;
    if (await askHealth(watch.config, 'readyz')) return true;
    seen.add(program.pid);
    if (seen.size > endsMost) return false;
  }
  return false;
}

/** Asks a program to end (SIGTERM), and waits until it has. @throws StartError when it may not or does not */
export async function endProgram({ place, clock }: ProgramWatch, pid: number, patienceMs: number): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    throw new StartError(`The program (process ${pid}) is another user's: run this command as that user, or as root.`);
  }
  for (const untilMs = clock.now() + patienceMs; clock.now() < untilMs; await pause(everyMs)) {
    if ((await findProgram(place).catch(() => null))?.pid !== pid) return;
  }
  throw new StartError(`The program (process ${pid}) was asked to end and did not.`);
}
