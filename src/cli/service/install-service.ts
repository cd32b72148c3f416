import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkReadable, giveDataDir } from '#cli/service/become-user.ts';
import { findUser, type SystemUser } from '#cli/service/find-user.ts';
import type { ServicePlace, Unit } from '#cli/service/plan-unit.ts';
import type { RunAsConfig } from '#config/config.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { writeSecretFile } from '#database/write-secret-file.ts';
import { type Cleanup, startOrUndo } from '#main/cleanup.ts';

export interface Service {
  readonly runAs: RunAsConfig;
  readonly dataDir: string;
  readonly settings: { readonly path: string; readonly text: string };
  /** Null: none is wanted. */
  readonly unit: Unit | null;
}

function runTool(command: string, words: readonly string[]): void {
  try {
    execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : '';
    throw new StartError(`${command} fails: ${said || errorCode(error)}.`);
  }
}

/** Finds the user, or makes it: without a password, a shell or a home of its own. */
function provideUser(runAs: RunAsConfig, dataDir: string, cleanup: Cleanup): SystemUser {
  const found = findUser(runAs);
  if (found !== null) return found;
  if (runAs.group !== null) {
    throw new StartError(
      `RUN_AS: there is no user ${runAs.user} or no group ${runAs.group}; make both, or leave the group out.`,
    );
  }
  const home = ['--no-create-home', '--home-dir', dataDir, '--shell', '/usr/sbin/nologin'];
  runTool('useradd', ['--system', '--user-group', ...home, runAs.user]);
  cleanup.push(() => runTool('userdel', [runAs.user]));
  const made = findUser(runAs);
  if (made === null) throw new StartError(`useradd made no user ${runAs.user}.`);
  return made;
}

/** A path that is missing now is removed again when the installation fails. */
function removeLater(path: string, cleanup: Cleanup): void {
  if (!existsSync(path)) cleanup.push(() => rm(path, { recursive: true, force: true }));
}

/** Root's, so that whoever breaks into the program cannot change what root reads; the program may read it. */
async function writeSettings({ path, text }: Service['settings'], user: SystemUser, cleanup: Cleanup): Promise<void> {
  for (const made of [dirname(path), path]) removeLater(made, cleanup);
  await makeFolder(dirname(path), user);
  await writeSecretFile(path, text);
  await chown(path, 0, user.gid);
  await chmod(path, 0o640);
}

/**
 * For root: user, data folder, settings and unit of a service. All of it or, with one line, nothing.
 * @returns how to take it back. @throws StartError
 */
export function installService(
  { runAs, dataDir, settings, unit }: Service,
  { checkout, node }: Pick<ServicePlace, 'checkout' | 'node'>,
): Promise<Cleanup> {
  return startOrUndo(async (cleanup) => {
    const user = provideUser(runAs, dataDir, cleanup);
    checkReadable(user, [node, join(checkout, 'src/cli/start.ts')]);
    removeLater(dataDir, cleanup);
    await giveDataDir(dataDir, user);
    try {
      await writeSettings(settings, user, cleanup);
      if (unit !== null) {
        removeLater(unit.path, cleanup);
        await writeFile(unit.path, unit.text, { mode: 0o644, flag: 'wx' });
      }
    } catch (error) {
      throw new StartError(`Settings and unit cannot be written (${errorCode(error)}).`);
    }
    return [...cleanup];
  });
}
