import { execFile } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#support/free-port.ts';
import { createCpuGroup } from '../../cpu-group.ts';
import type { Forwarder, Part } from '../forwarder.ts';
import { makeFolder, startDaemon } from './daemons.ts';
import {
  findHaraka,
  findPostfix,
  findRspamd,
  type InstalledHaraka,
  type InstalledPostfix,
  type InstalledRspamd,
} from './find-programs.ts';
import { writeHaraka } from './write-haraka.ts';
import { writePostfix } from './write-postfix.ts';
import { writeRspamd } from './write-rspamd.ts';
import { writeTlsFiles, type TlsFiles } from './write-tls-files.ts';

export interface PeerPlace {
  readonly sinkPort: number;
  /** `host:port` */
  readonly dnsServer: string;
  /** Addresses at one domain. */
  readonly aliases: readonly string[];
}

/** Other software that forwards mail of aliases and verifies and seals it on the way. */
export interface Peer {
  readonly name: string;
  /** What it consists of. */
  readonly about: string;
  /** Starts it on loopback, with all that it has in a folder of its own. It ends with `scope`. */
  start(place: PeerPlace, scope: AsyncDisposableStack): Promise<Forwarder>;
}

/** Where a mail server finds what belongs to it. */
interface Surroundings {
  readonly folder: string;
  readonly port: number;
  readonly filterPort: number;
  readonly sinkPort: number;
  readonly tlsFiles: TlsFiles;
  readonly domain: string;
  /** Told the process id of what is started. */
  readonly onSpawn: (pid: number | undefined) => void;
}

type StartServer = (around: Surroundings, place: PeerPlace, scope: AsyncDisposableStack) => Promise<Part>;

interface Filter {
  readonly rspamd: InstalledRspamd;
  /** What it compiles at its start: takes ten seconds, the first time. */
  readonly cacheFolder: string;
  readonly isMilter: boolean;
}

/** A mail server with Rspamd as its filter: it verifies SPF, DKIM and DMARC and seals by ARC. */
function withRspamd({ rspamd, cacheFolder, isMilter }: Filter, startServer: StartServer) {
  return async (place: PeerPlace, scope: AsyncDisposableStack): Promise<Omit<Forwarder, 'name'>> => {
    const folder = await makeFolder(scope);
    const onSpawn = createCpuGroup(scope);
    const [port, filterPort] = [await findFreePort(), await findFreePort()];
    const { dnsServer, sinkPort, aliases } = place;
    const filterFolder = join(folder, 'rspamd');
    const common = { installed: rspamd, cacheFolder, isMilter, dnsServer };
    const settings = { ...common, folder: filterFolder, port: filterPort };
    const words = ['-f', '-c', await writeRspamd(settings), '-u', rspamd.owner, '-g', rspamd.owner];
    const filter = await startDaemon(
      { name: 'Rspamd', command: rspamd.command, words, port: filterPort, onSpawn },
      scope,
    );
    const tlsFiles = await writeTlsFiles(folder);
    const domain = aliases[0]?.split('@')[1] ?? '';
    const server = await startServer({ folder, port, filterPort, sinkPort, tlsFiles, domain, onSpawn }, place, scope);
    return { mxPort: port, recipients: aliases, parts: [server, filter] };
  };
}

function postfix(installed: InstalledPostfix, tuning: string): StartServer {
  return async ({ folder, filterPort: milterPort, ...around }, { aliases }, scope) => {
    const config = await writePostfix({
      ...around,
      installed,
      milterPort,
      tuning,
      folder: join(folder, 'postfix'),
      aliases: new Map(aliases.map((alias, index) => [alias, `owner-${index}@inbox.example`])),
    });
    const { command } = installed;
    const askToStop = (): void => void execFile(command, ['-c', config, 'stop'], () => {});
    const { port, onSpawn } = around;
    return startDaemon(
      { name: 'Postfix', command, words: ['-c', config, 'start-fg'], port, onSpawn, askToStop },
      scope,
    );
  };
}

function haraka(installed: InstalledHaraka): StartServer {
  return async ({ folder, ...around }, { aliases }, scope) => {
    // An inbox at another domain would go through its queue.
    const inboxes = new Map(aliases.map((alias, index) => [alias, `owner-${index}@${around.domain}`]));
    const config = await writeHaraka({ ...around, installed, folder: join(folder, 'haraka'), aliases: inboxes });
    const { port, onSpawn } = around;
    return startDaemon({ name: 'Haraka', command: installed.command, words: ['-c', config], port, onSpawn }, scope);
  };
}

/** A program, or null when it is not installed. */
async function ifInstalled<Program>(program: Promise<Program>): Promise<Program | null> {
  try {
    return await program;
  } catch {
    return null;
  }
}

function makePeer(name: string, about: string, start: ReturnType<typeof withRspamd>): Peer {
  return { name, about, start: async (place, scope) => ({ name, ...(await start(place, scope)) }) };
}

interface FoundPeers {
  readonly peers: readonly Peer[];
  /** A line for each that cannot be measured here. */
  readonly missing: readonly string[];
}

/** The peers of this machine, until `scope` ends. */
export async function findPeers(scope: AsyncDisposableStack): Promise<FoundPeers> {
  if (process.getuid?.() !== 0)
    return { peers: [], missing: ['Postfix and Rspamd need root to start: without peers.'] };
  const rspamd = await ifInstalled(findRspamd());
  if (rspamd === null)
    return { peers: [], missing: ['Rspamd is not installed (Debian package rspamd): without peers.'] };
  const [installedPostfix, installedHaraka] = await Promise.all([
    ifInstalled(findPostfix()),
    ifInstalled(findHaraka()),
  ]);
  const cacheFolder = await makeFolder(scope);
  await chown(cacheFolder, rspamd.ownerId, -1);
  const filter = { rspamd, cacheFolder };
  const milter = { ...filter, isMilter: true };
  const peers: Peer[] = [];
  const missing: string[] = [];
  if (installedPostfix === null) {
    missing.push('Postfix is not installed (Debian package postfix): without it.');
  } else {
    const tuning = await readFile(join(import.meta.dirname, 'tuned-main.cf'), 'utf8');
    const about = `Postfix ${installedPostfix.version}, Rspamd ${rspamd.version}`;
    peers.push(
      makePeer('Postfix', `${about}, as Debian ships it`, withRspamd(milter, postfix(installedPostfix, ''))),
      makePeer('Postfix tuned', `${about}, with tuned-main.cf`, withRspamd(milter, postfix(installedPostfix, tuning))),
    );
  }
  if (installedHaraka === null) {
    missing.push('Haraka is not installed (npm install -g Haraka): without it.');
  } else {
    const about = `Haraka ${installedHaraka.version}, Rspamd ${rspamd.version}`;
    peers.push(makePeer('Haraka', about, withRspamd({ ...filter, isMilter: false }, haraka(installedHaraka))));
  }
  return { peers, missing };
}
