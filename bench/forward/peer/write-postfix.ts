import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledPostfix } from './find-programs.ts';
import type { TlsFiles } from './write-tls-files.ts';

export interface PostfixSettings {
  readonly installed: InstalledPostfix;
  /** Empty; for all that this Postfix has. */
  readonly folder: string;
  readonly port: number;
  /** 127.0.0.1 without it; then `tuning` says what else must differ. */
  readonly address?: string;
  readonly milterPort: number;
  readonly sinkPort: number;
  readonly tlsFiles: TlsFiles;
  /** Lines of main.cf that come last and win; none as Debian ships it. */
  readonly tuning: string;
  /** Alias and its inbox. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Of all aliases. */
  readonly domain: string;
}

/** As Debian ships it: name, whether it is private, wake-up time, limit of processes (- for 100). None in a chroot. */
const services = [
  'pickup n 60 1',
  'cleanup n - 0',
  'qmgr n 300 1',
  'rewrite - - - trivial-rewrite',
  'bounce - - 0',
  'defer - - 0 bounce',
  'trace - - 0 bounce',
  'verify - - 1',
  'flush n 1000? 0',
  'proxymap - - -',
  'smtp - - -',
  'relay - - - smtp',
  'showq n - -',
  'error - - -',
  'retry - - - error',
  'anvil - - 1',
  'scache - - 1',
  'tlsmgr - 1000? 1',
  'tlsproxy - - 0',
];

function formatService(line: string): string {
  const [name = '', isPrivate = '', wakeUp = '', limit = '', program = name] = line.split(' ');
  return [name, 'unix', isPrivate, '-', 'n', wakeUp, limit, program].join(' ');
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/**
 * The queue is durable and everything is stock but for what the comparison needs: loopback only, the filter before the
 * queue, aliases from a file, all mail to the sink, no look-ups in the system's DNS, which knows none of the names.
 */
function mainFile(settings: PostfixSettings, folders: Record<'queue' | 'data' | 'config', string>): string {
  const { installed, domain, milterPort, sinkPort, tlsFiles, tuning } = settings;
  return lines(
    'compatibility_level = 3.6',
    `config_directory = ${folders.config}`,
    `queue_directory = ${folders.queue}`,
    `data_directory = ${folders.data}`,
    `command_directory = ${installed.commandFolder}`,
    `daemon_directory = ${installed.daemonFolder}`,
    `mail_owner = ${installed.owner}`,
    `setgid_group = ${installed.dropGroup}`,
    'myhostname = peer.example',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks =',
    'mydestination =',
    'alias_maps =',
    'alias_database =',
    'biff = no',
    `virtual_alias_domains = ${domain}`,
    `virtual_alias_maps = texthash:${join(folders.config, 'aliases')}`,
    'smtpd_relay_restrictions = reject_unauth_destination',
    'smtpd_peername_lookup = no',
    'smtpd_client_connection_count_limit = 0',
    `smtpd_milters = inet:127.0.0.1:${milterPort}`,
    // What the filter has not seen is never passed on.
    'milter_default_action = tempfail',
    `relayhost = [127.0.0.1]:${sinkPort}`,
    'disable_dns_lookups = yes',
    `smtpd_tls_cert_file = ${tlsFiles.certFile}`,
    `smtpd_tls_key_file = ${tlsFiles.keyFile}`,
    'smtpd_tls_security_level = may',
    'smtp_tls_security_level = may',
    'smtp_tls_session_cache_database = btree:${data_directory}/smtp_scache',
    tuning,
  );
}

/** Writes the configuration of a Postfix of its own; the folder of it. */
export async function writePostfix(settings: PostfixSettings): Promise<string> {
  const { installed, folder, port, address = '127.0.0.1', aliases } = settings;
  const folders = { config: join(folder, 'config'), queue: join(folder, 'queue'), data: join(folder, 'data') };
  for (const one of [folder, ...Object.values(folders)]) {
    await mkdir(one);
    await chmod(one, 0o755);
  }
  await chown(folders.data, installed.ownerId, -1);
  const listener = `${address}:${port} inet n - n - - smtpd`;
  await writeFile(join(folders.config, 'main.cf'), mainFile(settings, folders));
  await writeFile(join(folders.config, 'master.cf'), lines(listener, ...services.map(formatService)));
  await writeFile(join(folders.config, 'aliases'), lines(...[...aliases].map((pair) => pair.join(' '))));
  return folders.config;
}
