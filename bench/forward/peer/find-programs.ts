import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the installed Postfix is, and whom it runs as. */
export interface InstalledPostfix {
  readonly command: string;
  readonly version: string;
  readonly commandFolder: string;
  readonly daemonFolder: string;
  readonly owner: string;
  readonly ownerId: number;
  readonly dropGroup: string;
}

export interface InstalledRspamd {
  readonly command: string;
  readonly version: string;
  readonly pluginFolder: string;
  readonly topLevelDomains: string;
  readonly owner: string;
  readonly ownerId: number;
}

export interface InstalledHaraka {
  readonly command: string;
  readonly version: string;
}

const run = promisify(execFile);
const rspamdOwner = '_rspamd';
const rspamdFolder = '/usr/share/rspamd';
const timeoutMs = 10_000;

async function output(command: string, words: readonly string[]): Promise<string> {
  // Root's PATH is not everybody's.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  const { stdout } = await run(command, [...words], { env, timeout: timeoutMs });
  return stdout.trim();
}

/** As its Debian package installs it. @throws Error when it is not there */
export async function findPostfix(): Promise<InstalledPostfix> {
  const names = ['mail_version', 'command_directory', 'daemon_directory', 'mail_owner', 'setgid_group'];
  const values = (await output('postconf', ['-h', ...names])).split('\n');
  const [version = '', commandFolder = '', daemonFolder = '', owner = '', dropGroup = ''] = values;
  const ownerId = Number(await output('id', ['-u', owner]));
  return { command: join(commandFolder, 'postfix'), version, commandFolder, daemonFolder, owner, ownerId, dropGroup };
}

/** As its Debian package installs it. @throws Error when it is not there */
export async function findRspamd(): Promise<InstalledRspamd> {
  const version = /\d[\d.]+/.exec(await output('rspamd', ['--version']))?.[0] ?? '';
  const ownerId = Number(await output('id', ['-u', rspamdOwner]));
  const pluginFolder = join(rspamdFolder, 'plugins');
  const topLevelDomains = join(rspamdFolder, 'effective_tld_names.dat');
  await Promise.all([access(pluginFolder), access(topLevelDomains)]);
  return { command: 'rspamd', version, pluginFolder, topLevelDomains, owner: rspamdOwner, ownerId };
}

/** As `npm install -g Haraka` installs it. @throws Error when it is not there */
export async function findHaraka(): Promise<InstalledHaraka> {
  const version = /\d+\.\d+\.\d+/.exec(await output('haraka', ['--version']))?.[0] ?? '';
  return { command: 'haraka', version };
}
