import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import type { Config } from '#config/config.ts';
import { environmentWith } from '#config/process-settings.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { findUser, type SystemUser } from '#cli/service/find-user.ts';

/** setpriv(1) of util-linux, wherever systems keep it. */
const setprivPlaces = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv'];

/** To listen on ports below 1024 (capabilities(7)), also when a worker is replaced. */
const keptRight = '-all,+net_bind_service';

/** Whom root becomes; null: nobody else. */
function findSuccessor({ runAs }: Pick<Config, 'runAs'>): SystemUser | null {
  if (runAs === null) return null;
  const user = findUser(runAs);
  if (user === null) {
    const { user: name, group } = runAs;
    throw new StartError(
      `RUN_AS: there is no user ${name}${group === null ? '' : ` or no group ${group}`}; run: useradd --system --shell /usr/sbin/nologin ${name}`,
    );
  }
  if (user.uid === 0)
    throw new StartError(`RUN_AS: ${user.name} is root by another name; name a user without its rights.`);
  const own = process.getuid?.();
  if (own === user.uid) return null;
  if (own !== 0) throw new StartError(`RUN_AS is ${user.name}: start the program as that user, or as root.`);
  return user;
}

/** Makes DATA_DIR and gives it to the user. What is there and another's stays so. @throws StartError in one line */
export async function giveDataDir(dataDir: string, { name, uid, gid }: SystemUser): Promise<void> {
  try {
    const owner = await stat(dataDir).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (owner === null) {
      await makeFolder(dataDir, { uid, gid });
      await chown(dataDir, uid, gid);
    } else if (owner.uid !== uid) {
      throw new StartError(
        `DATA_DIR ${dataDir} is not ${name}'s; stop the program, then run: chown -R ${name}: ${dataDir}`,
      );
    }
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(`DATA_DIR ${dataDir} cannot be made (${errorCode(error)}).`);
  }
}

/**
 * For commands: root becomes the user of RUN_AS for good, with none of root's rights left, so that no file of the program
 * turns into root's. @throws StartError in one line
 */
export async function becomeUser(config: Pick<Config, 'runAs' | 'dataDir'>): Promise<void> {
  const user = findSuccessor(config);
  if (user === null) return;
  await giveDataDir(config.dataDir, user);
  process.setgroups?.([...user.groups]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

function findSetpriv(): string {
  const found = setprivPlaces.find((path) => existsSync(path));
  if (found === undefined)
    throw new StartError('RUN_AS needs the program setpriv, which the package util-linux brings.');
  return found;
}

/** What stands before a command that is to be run as the user. */
function wordsFor({ name, gid }: SystemUser): string[] {
  return ['--reuid', name, '--regid', String(gid), '--init-groups', '--no-new-privs'];
}

/** @throws StartError where the user cannot read a file */
export function checkReadable(user: SystemUser, paths: readonly string[]): void {
  const setpriv = findSetpriv();
  for (const path of paths) {
    try {
      execFileSync(setpriv, [...wordsFor(user), 'test', '-r', path], { stdio: 'ignore' });
    } catch {
      throw new StartError(
        `${user.name} cannot read ${path}: it, or a folder above it, is closed to that user; a settings file takes: chown root:${user.gid} and chmod 640.`,
      );
    }
  }
}

/**
 * For the program: root becomes the user of RUN_AS before anything is opened, read or served, by the same command run once
 * more in place of this process, under the same process id. Only the right to listen on low ports comes along.
 * @throws StartError in one line
 */
export async function startAsUser(config: Pick<Config, 'runAs' | 'dataDir' | 'settingsFile'>): Promise<void> {
  const user = findSuccessor(config);
  if (user === null) return;
  const { dataDir, settingsFile } = config;
  const { argv, execArgv, execPath } = process;
  const setpriv = findSetpriv();
  await giveDataDir(dataDir, user);
  checkReadable(user, [execPath, argv[1] ?? execPath, ...(settingsFile === null ? [] : [settingsFile])]);
  const rights = ['--bounding-set', keptRight, '--inh-caps', keptRight, '--ambient-caps', keptRight];
  const command = [setpriv, ...wordsFor(user), ...rights, '--', execPath, ...execArgv, ...argv.slice(1)];
  // Their defaults are others for root.
  process.execve?.(setpriv, command, environmentWith({ DATA_DIR: dataDir, CONFIG_FILE: settingsFile ?? 'none' }));
}
