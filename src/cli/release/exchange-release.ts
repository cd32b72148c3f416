import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pointTo, readVersion, releaseFolder, type InstallPlace } from '#cli/release/install-place.ts';
import {
  endProgram,
  findProgram,
  waitForRelease,
  type InstalledProgram,
  type ProgramWatch,
} from '#cli/release/installed-program.ts';
import { launcherFile } from '#cli/release/release-facts.ts';
import { StartError } from '#config/start-error.ts';

export interface Exchange extends ProgramWatch {
  readonly place: InstallPlace;
  readonly patienceMs: number;
  print(line: string): void;
}

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Ends a program whose keeper starts whatever `current` is then, and waits until that is ready. */
async function renew(exchange: Exchange, program: InstalledProgram, version: string): Promise<void> {
  const { patienceMs } = exchange;
  await endProgram(exchange, program.pid, patienceMs);
  if (await waitForRelease(exchange, version, patienceMs)) return;
  const now = await findProgram(exchange.place).catch(() => null);
  const how = now?.version === version ? 'it runs and is not ready, or ends each time' : 'nobody started it again';
  throw new StartError(`Kauke ${version} did not become ready: ${how}.`);
}

async function endTrial(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Where nothing runs: starts a release, waits until it is ready, and ends it again. */
async function tryStart(exchange: Exchange, version: string): Promise<void> {
  const launcher = join(releaseFolder(exchange.place, version), launcherFile);
  const child = spawn(launcher, ['start'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false));
    child.once('error', () => resolve(false));
  });
  const isReady = await Promise.race([waitForRelease(exchange, version, exchange.patienceMs), ended]);
  await endTrial(child);
  if (isReady) return exchange.print('It started, was ready and ended again, as nothing ran before: start it now.');
  throw new StartError(`Kauke ${version} did not start: ${said.trim().split('\n').at(-1) ?? ''}`);
}

/** What the database needs on the way to an earlier release. */
export interface Passage {
  /** Before the program is ended. */
  prepare(): Promise<void>;
  /** Before the release that ran is started again. */
  undo(): Promise<void>;
}

async function putBack(
  { place, patienceMs, ...watch }: Exchange,
  { from, to }: Move,
  ranBefore: boolean,
): Promise<string> {
  const left = await findProgram(place).catch(() => null);
  if (left?.version === to) await endProgram({ place, ...watch }, left.pid, patienceMs);
  if (!ranBefore) return `Kauke ${from} is in place again.`;
  return (await waitForRelease({ place, ...watch }, from, patienceMs))
    ? `Kauke ${from} runs again.`
    : `Kauke ${from} is in place again and is not ready: start it.`;
}

/**
 * Moves `current` from one release to another and sees it ready. What keeps the program running (systemd, a container's
 * restart policy) starts the new one, so no rights over it are needed here.
 * @throws StartError when the new one is not ready, after all was put back.
 */
export async function exchangeRelease(exchange: Exchange, move: Move, passage: Passage): Promise<void> {
  const { place } = exchange;
  const { from, to } = move;
  const program = await findProgram(place);
  const before = await readVersion(place, 'previous');
  await pointTo(place, 'previous', from);
  await pointTo(place, 'current', to);
  try {
    await passage.prepare();
    if (program === null) await tryStart(exchange, to);
    else await renew(exchange, program, to);
  } catch (error) {
    await pointTo(place, 'current', from);
    await pointTo(place, 'previous', before);
    await passage.undo();
    const how = await putBack(exchange, move, program !== null);
    if (error instanceof StartError) throw new StartError(`${error.message} ${how}`);
    throw error;
  }
}
