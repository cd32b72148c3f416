import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the installed Postfix and Rspamd are, and whom they run as. */
export interface InstalledPeer {
  readonly postfix: {
    readonly command: string;
    readonly version: string;
    readonly commandFolder: string;
    readonly daemonFolder: string;
    readonly owner: string;
    readonly ownerId: number;
    readonly dropGroup: string;
  };
  readonly rspamd: {
    readonly command: string;
    readonly version: string;
    readonly pluginFolder: string;
    readonly topLevelDomains: string;
    readonly owner: string;
    readonly ownerId: number;
  };
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

async function findPostfix(): Promise<InstalledPeer['postfix']> {
  const names = ['mail_version', 'command_directory', 'daemon_directory', 'mail_owner', 'setgid_group'];
  const values = (await output('postconf', ['-h', ...names])).split('\n');
  const [version = '', commandFolder = '', daemonFolder = '', owner = '', dropGroup = ''] = values;
  const ownerId = Number(await output('id', ['-u', owner]));
  return { command: join(commandFolder, 'postfix'), version, commandFolder, daemonFolder, owner, ownerId, dropGroup };
}

async function findRspamd(): Promise<InstalledPeer['rspamd']> {
  const version = /\d[\d.]+/.exec(await output('rspamd', ['--version']))?.[0] ?? '';
  const ownerId = Number(await output('id', ['-u', rspamdOwner]));
  const pluginFolder = join(rspamdFolder, 'plugins');
  const topLevelDomains = join(rspamdFolder, 'effective_tld_names.dat');
  await Promise.all([access(pluginFolder), access(topLevelDomains)]);
  return { command: 'rspamd', version, pluginFolder, topLevelDomains, owner: rspamdOwner, ownerId };
}

/** The peer of this machine as its Debian packages install it, or one line that says why it cannot be measured. */
export async function findPeer(): Promise<InstalledPeer | string> {
  if (process.getuid?.() !== 0) return 'Postfix needs root to start: without them.';
  try {
    const [postfix, rspamd] = await Promise.all([findPostfix(), findRspamd()]);
    return { postfix, rspamd };
  } catch {
    return 'Postfix and Rspamd are not both installed (Debian packages postfix and rspamd): without them.';
  }
}
