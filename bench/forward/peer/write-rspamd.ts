import { generateKeyPairSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledRspamd } from './find-programs.ts';

export interface RspamdSettings {
  readonly installed: InstalledRspamd;
  /** Not there yet; for all that this Rspamd has. */
  readonly folder: string;
  /** Its own already. */
  readonly cacheFolder: string;
  readonly port: number;
  /** Asked as a milter, otherwise over HTTP. */
  readonly isMilter: boolean;
  /** `host:port` */
  readonly dnsServer: string;
}

/** SPF, DKIM, DMARC and ARC, and what writes their results down. Nothing that judges content, no history, no Redis. */
const plugins = ['spf', 'dmarc', 'arc', 'milter_headers'];

function configuration(
  { installed, folder, cacheFolder, port, isMilter, dnsServer }: RspamdSettings,
  keyFile: string,
): string {
  return `
options {
  filters = "dkim";
  dns { nameserver = "${dnsServer}"; timeout = 1s; retransmits = 5; sockets = 16; }
  local_addrs = [];
  tempdir = "${folder}";
  hs_cache_dir = "${cacheFolder}";
  cache_file = "${join(folder, 'symbols.cache')}";
  pidfile = "${join(folder, 'rspamd.pid')}";
  control_socket = "${join(folder, 'control.sock')} mode=0600";
  url_tld = "${installed.topLevelDomains}";
  history_rows = 1;
}
logging { type = "console"; level = "error"; }
worker "rspamd_proxy" {
  bind_socket = "127.0.0.1:${port}";
  milter = ${isMilter ? 'yes' : 'no'};
  timeout = 120s;
  upstream "local" { default = yes; self_scan = yes; }
  count = ${availableParallelism()};
}
modules {
${plugins.map((name) => `  path = "${join(installed.pluginFolder, `${name}.lua`)}";`).join('\n')}
}
spf { check_local = true; }
dkim { check_local = true; }
dmarc { check_local = true; }
arc {
  check_local = true;
  sign_inbound = true;
  sign_local = true;
  use_domain = "recipient";
  use_esld = false;
  allow_hdrfrom_mismatch = true;
  allow_username_mismatch = true;
  selector = "peer";
  path = "${keyFile}";
}
milter_headers { skip_local = false; use = ["authentication-results"]; }
`;
}

/** Writes the configuration of an Rspamd that filters for a mail server in its own processes, one for each core; its file. */
export async function writeRspamd(settings: RspamdSettings): Promise<string> {
  const { folder, installed } = settings;
  await mkdir(folder);
  await chmod(folder, 0o755);
  await chown(folder, installed.ownerId, -1);
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const keyFile = join(folder, 'arc.key');
  await writeFile(keyFile, privateKey, { mode: 0o600 });
  await chown(keyFile, installed.ownerId, -1);
  const file = join(folder, 'rspamd.conf');
  await writeFile(file, configuration(settings, keyFile));
  return file;
}
