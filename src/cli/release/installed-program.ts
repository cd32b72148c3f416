import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askHealth } from '#cli/release/ask-health.ts';
import { releaseFolder, type InstallPlace } from '#cli/release/install-place.ts';
import type { Config } from '#config/config.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { readMove, type MoveNotice } from '#database/embedded/move-notice.ts';
import type { Clock } from '#platform/clock.ts';

/** The program as one process sees another: its command line tells which release it is. */
export interface InstalledProgram {
  readonly pid: number;
  readonly version: string;
}

export interface ProgramWatch {
  readonly place: InstallPlace;
  readonly config: Pick<Config, 'bindAddress' | 'httpPort' | 'dataDir'>;
  readonly clock: Clock;
  /** How long a release may take to become ready, beside what it moves, and its predecessor to end. */
  readonly patienceMs: number;
  /** How long it may take to move its data to another PostgreSQL. */
  readonly moveMs: number;
  print(line: string): void;
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

/** `moving`: it moves its data still, which may be stopped by nobody but the operator. */
type Readiness = 'ready' | 'not ready' | 'moving';

/** What this program says that it moves its data from and to; null: it does no such thing. */
export async function findMove({ config }: Pick<ProgramWatch, 'config'>, pid: number): Promise<MoveNotice | null> {
  const move = await readMove(config.dataDir);
  return move?.pid === pid ? move : null;
}

/** Waits until that release runs and is ready. While it moves its data nobody becomes impatient. */
export async function waitForRelease(watch: ProgramWatch, version: string): Promise<Readiness> {
  const { clock, patienceMs, moveMs, place, config, print } = watch;
  const seen = new Set<number>();
  let movesSinceMs: number | null = null;
  for (let untilMs = clock.now() + patienceMs; clock.now() < untilMs; await pause(everyMs)) {
    const program = await findProgram(place).catch(() => null);
    if (program?.version !== version) continue;
    if (await askHealth(config, 'readyz')) return 'ready';
    seen.add(program.pid);
    const move = await findMove(watch, program.pid);
    if (move === null) {
      if (seen.size > endsMost) return 'not ready';
      continue;
    }
    if (movesSinceMs === null) {
      movesSinceMs = clock.now();
      print(`Kauke ${version} moves its data from PostgreSQL ${move.from} to ${move.to} first. That takes a while.`);
    }
    untilMs = clock.now() + patienceMs;
    if (clock.now() - movesSinceMs >= moveMs) return 'moving';
  }
  return 'not ready';
}

/** Asks a program to end (SIGTERM), and waits until it has. @throws StartError when it may not or does not */
export async function endProgram({ place, clock, patienceMs }: ProgramWatch, pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // It ended by itself after it was found, as a release does that cannot start.
    if (errorCode(error) === 'ESRCH') return;
    throw new StartError(`The program (process ${pid}) is another user's: run this command as that user, or as root.`);
  }
  for (const untilMs = clock.now() + patienceMs; clock.now() < untilMs; await pause(everyMs)) {
    if ((await findProgram(place).catch(() => null))?.pid !== pid) return;
  }
  throw new StartError(`The program (process ${pid}) was asked to end and did not.`);
}
