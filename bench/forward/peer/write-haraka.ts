import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledHaraka } from './find-programs.ts';
import type { TlsFiles } from './write-tls-files.ts';

export interface HarakaSettings {
  readonly installed: InstalledHaraka;
  /** Not there yet; for all that this Haraka has. */
  readonly folder: string;
  readonly port: number;
  /** Where Rspamd is asked over HTTP. */
  readonly filterPort: number;
  readonly sinkPort: number;
  readonly tlsFiles: TlsFiles;
  /** Alias and its inbox, all at one domain. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly domain: string;
}

/** In this order: TLS, the alias, the filter, then the next server while the sender waits, so that it needs no queue. */
const plugins = ['tls', 'aliases', 'rspamd', 'queue/smtp_forward'];

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/** Writes the configuration of a Haraka as it installs itself, with a process for each core; its folder. */
export async function writeHaraka(settings: HarakaSettings): Promise<string> {
  const { installed, folder, port, filterPort, sinkPort, tlsFiles, aliases, domain } = settings;
  const next = ['host=127.0.0.1', `port=${sinkPort}`, 'enable_tls=true'];
  const files: Record<string, string> = {
    me: 'peer.example\n',
    loglevel: 'LOGERROR\n',
    plugins: lines(...plugins),
    'smtp.ini': lines(`listen=127.0.0.1:${port}`, 'nodes=cpus'),
    // The filter has the last word: what it has not seen is put off.
    'rspamd.ini': lines(
      'host=127.0.0.1',
      `port=${filterPort}`,
      'add_headers=never',
      '[check]',
      'local_ip=true',
      'private_ip=true',
      '[defer]',
      'error=true',
      'timeout=true',
    ),
    'smtp_forward.ini': lines(...next, 'check_recipient=true', `[${domain}]`, ...next),
    'tls.ini': lines(`key=${tlsFiles.keyFile}`, `cert=${tlsFiles.certFile}`),
    'aliases.json': JSON.stringify(
      Object.fromEntries([...aliases].map(([alias, inbox]) => [alias, { action: 'alias', to: inbox }])),
    ),
  };
  await promisify(execFile)(installed.command, ['-i', folder]);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'config', name), text);
  return folder;
}
