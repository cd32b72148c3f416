import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { nodeOptions } from '#config/process-settings.ts';
import { within } from '../within.ts';
import { stopChild } from './stop-child.ts';

const startTimeoutMs = 90_000;
/** Longer than the program gives itself. */
const stopTimeoutMs = 30_000;
const repository = resolve(import.meta.dirname, '../..');

/** What the program takes over from the environment of the benchmark. All else would make figures differ. */
const inherited = ['HOME', 'TMPDIR', 'NODE_OPTIONS', 'DATABASE_URL', 'SECRET_KEY'];

export interface ProgramOptions {
  /** Another checkout of the program, installed and built; this one otherwise. */
  readonly checkout?: string;
  readonly dataDir: string;
  readonly cutThrough: 'on' | 'off';
  /** As shipped unless given. */
  readonly arc?: 'on';
  /** As shipped: null. */
  readonly workers: number | null;
  readonly sinkPort: number;
  /** `host:port` */
  readonly dnsServer: string;
  /** A module that it loads first. */
  readonly preload?: string;
  /** Told its process id before it has done anything. */
  readonly onSpawn?: (pid: number | undefined) => void;
}

/** The program under measurement. */
export interface Program {
  readonly pid: number;
  readonly webUrl: string;
  readonly mxPort: number;
  stop(): Promise<void>;
}

function environmentFor({
  checkout = repository,
  dataDir,
  cutThrough,
  arc,
  workers,
  sinkPort,
  dnsServer,
  preload,
}: ProgramOptions): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
    PATH: [resolve(checkout, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    DATA_DIR: dataDir,
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: '0',
    MX_PORT: '0',
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    SMARTHOST_URL: `smtp://127.0.0.1:${sinkPort}`,
    DNS_SERVERS: dnsServer,
    OPERATOR_EMAIL: 'operator@operator.example',
    TARGET_CONFIRMATION: 'off',
    CUT_THROUGH: cutThrough,
    ...(arc === undefined ? {} : { ARC: arc }),
    ...(preload === undefined ? {} : { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}` }),
    ...(workers === null ? {} : { WORKERS: String(workers) }),
  };
}

const started = 'node src/cli/start.ts';

/** What `npm start` runs there; what is loaded before it changes its sources, so that it runs from these. */
async function readStartCommand({ checkout = repository, preload }: ProgramOptions): Promise<string> {
  const { scripts } = JSON.parse(await readFile(resolve(checkout, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  if (preload === undefined) return scripts.start;
  if (!scripts.start.endsWith(started)) throw new Error(`npm start does not end in ${started}`);
  return scripts.start.replace(started, `node ${nodeOptions.join(' ')} scripts/run-sources.ts`);
}

/** Waits for the block that the program prints when it is ready. */
function readAddresses(child: ChildProcess): Promise<Pick<Program, 'webUrl' | 'mxPort'>> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const webUrl = /^ {2}Web +(\S+)$/m.exec(printed)?.[1];
      const mxPort = /^ {2}Mail in .* (\d+)$/m.exec(printed)?.[1];
      if (webUrl !== undefined && mxPort !== undefined) resolve({ webUrl, mxPort: Number(mxPort) });
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error('the program did not start')));
  });
}

/** Passes on what the program says about faults; requests and the like are part of every run. */
function showFaults(log: Readable): void {
  createInterface(log).on('line', (line) => {
    if (!/"level":"(?:info|warn)"/.test(line)) console.error(line);
  });
}

/** Starts the program by the command of `npm start`, on free ports, sending everything to the sink. It ends with `scope`. */
export async function startProgram(options: ProgramOptions, scope: AsyncDisposableStack): Promise<Program> {
  let stop = async (): Promise<void> => {};
  // Before the process exists: a scope that is already closed then throws and nothing is started.
  scope.defer(() => stop());
  // The command ends in exec: the shell becomes the program.
  const { checkout = repository } = options;
  const child = spawn(await readStartCommand(options), {
    shell: true,
    cwd: checkout,
    env: environmentFor(options),
    // As a service has it: Linux shares processors out by session first (man 7 sched, autogroup).
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onSpawn?.(child.pid);
  const exit = new Promise((resolve) => child.once('exit', resolve));
  stop = () => stopChild(child, { exit, timeoutMs: stopTimeoutMs, ask: () => child.kill('SIGTERM') });
  showFaults(child.stderr);
  const addresses = await within(startTimeoutMs, 'the start of the program', readAddresses(child));
  return { ...addresses, pid: child.pid ?? 0, stop };
}
