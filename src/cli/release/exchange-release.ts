import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pointTo, readVersion, releaseFolder } from '#cli/release/install-place.ts';
import {
  endProgram,
  findProgram,
  waitForRelease,
  type InstalledProgram,
  type ProgramWatch,
} from '#cli/release/installed-program.ts';
import { launcherFile } from '#cli/release/release-facts.ts';
import { errorCode, StartError } from '#config/start-error.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Nothing is put back: what the release works on is neither the old data nor the new. */
class StillMovingError extends StartError {
  constructor(version: string) {
    super(
      `Kauke ${version} is in place and moves its data still. Leave it alone; it is ready when \`probe\` is content.`,
    );
  }
}

/** Ends a program whose keeper starts whatever `current` is then, and waits until that is ready. */
async function renew(watch: ProgramWatch, program: InstalledProgram, version: string): Promise<void> {
  await endProgram(watch, program.pid);
  const readiness = await waitForRelease(watch, version);
  if (readiness === 'ready') return;
  if (readiness === 'moving') throw new StillMovingError(version);
  const now = await findProgram(watch.place).catch(() => null);
  const how = now?.version === version ? 'it runs and is not ready, or ends each time' : 'nobody started it again';
  throw new StartError(`Kauke ${version} did not become ready: ${how}.`);
}

async function endTrial(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Where nothing runs: starts a release, waits until it is ready, and ends it again. */
async function tryStart(watch: ProgramWatch, version: string): Promise<void> {
  const launcher = join(releaseFolder(watch.place, version), launcherFile);
  const child = spawn(launcher, ['start'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  const ended = new Promise<'ended'>((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', () => resolve('ended'));
  });
  const readiness = await Promise.race([waitForRelease(watch, version), ended]);
  // In the middle of a move, too: the old data is as it was until all of it was moved.
  await endTrial(child);
  if (readiness === 'ready')
    return watch.print('It started, was ready and ended again, as nothing ran before: start it now.');
  if (readiness === 'ended') {
    throw new StartError(`Kauke ${version} did not start: ${said.trim().split('\n').at(-1) ?? ''}`);
  }
  throw new StartError(`Kauke ${version} did not become ready in time.`);
}

/** What the database needs on the way to an earlier release. */
export interface Passage {
  /** Before the program is ended. */
  prepare(): Promise<void>;
  /** Before the release that ran is started again. */
  undo(): Promise<void>;
}

/** Ends the release that did not become ready, and starts the one before on the database that it left. */
async function putBack(
  watch: ProgramWatch,
  { from, to }: Move,
  { ranBefore, undo }: { readonly ranBefore: boolean } & Pick<Passage, 'undo'>,
): Promise<string> {
  const tryUndo = (): Promise<string | null> =>
    undo().then(
      () => null,
      (error: unknown) => (error instanceof StartError ? error.message : errorCode(error)),
    );
  let fault = await tryUndo();
  const left = await findProgram(watch.place).catch(() => null);
  if (left?.version === to) {
    await endProgram(watch, left.pid);
    // It may have held the database itself.
    if (fault !== null) fault = await tryUndo();
  }
  if (fault !== null) return `Kauke ${from} is in place again, and its database is not set back: ${fault}`;
  if (!ranBefore) return `Kauke ${from} is in place again.`;
  return (await waitForRelease(watch, from)) === 'ready'
    ? `Kauke ${from} runs again.`
    : `Kauke ${from} is in place again and is not ready: start it.`;
}

/**
 * Moves `current` from one release to another and sees it ready. What keeps the program running (systemd, a container's
 * restart policy) starts the new one, so no rights over it are needed here.
 * @throws StartError when the new one is not ready, after all was put back; or while it moves its data: it stays in place.
 */
export async function exchangeRelease(watch: ProgramWatch, move: Move, passage: Passage): Promise<void> {
  const { place } = watch;
  const { from, to } = move;
  const program = await findProgram(place);
  const before = await readVersion(place, 'previous');
  await pointTo(place, 'previous', from);
  await pointTo(place, 'current', to);
  try {
    await passage.prepare();
    if (program === null) await tryStart(watch, to);
    else await renew(watch, program, to);
  } catch (error) {
    if (error instanceof StillMovingError) throw error;
    await pointTo(place, 'current', from);
    await pointTo(place, 'previous', before);
    const how = await putBack(watch, move, { ranBefore: program !== null, undo: passage.undo });
    if (error instanceof StartError) throw new StartError(`${error.message} ${how}`);
    throw error;
  }
}
