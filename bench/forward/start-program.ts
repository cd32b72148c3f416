import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findDescendants } from '../process-usage.ts';
import { within } from '../within.ts';

const startTimeoutMs = 90_000;
/** Longer than the program gives itself. */
const stopTimeoutMs = 30_000;
const startFile = join(import.meta.dirname, '../../src/cli/start.ts');

/** What the program takes over from the environment of the benchmark. All else would make figures differ. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'DATABASE_URL', 'SECRET_KEY'];

export interface ProgramOptions {
  readonly dataDir: string;
  readonly cutThrough: 'on' | 'off';
  readonly sinkPort: number;
  /** `host:port` */
  readonly dnsServer: string;
}

/** The program under measurement. */
export interface Program {
  readonly pid: number;
  readonly webUrl: string;
  readonly mxPort: number;
  stop(): Promise<void>;
}

const environmentFor = ({ dataDir, cutThrough, sinkPort, dnsServer }: ProgramOptions): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
  DATA_DIR: dataDir,
  BIND_ADDRESS: '127.0.0.1',
  HTTP_PORT: '0',
  MX_PORT: '0',
  SMARTHOST_URL: `smtp://127.0.0.1:${sinkPort}`,
  DNS_SERVERS: dnsServer,
  OPERATOR_EMAIL: 'operator@operator.example',
  TARGET_CONFIRMATION: 'off',
  CUT_THROUGH: cutThrough,
});

const killHard = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
};

/** Ends the program, and its database too when it does not end by itself. */
const stopChild = async (child: ChildProcess, exit: Promise<unknown>): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { pid } = child;
  child.kill('SIGTERM');
  await within(stopTimeoutMs, 'the end of the program', exit).catch(() => {
    for (const left of [pid, ...findDescendants(pid)]) killHard(left);
  });
  await exit;
};

/** Waits for the block that the program prints when it is ready. */
const readAddresses = (child: ChildProcess): Promise<Pick<Program, 'webUrl' | 'mxPort'>> =>
  new Promise((resolve, reject) => {
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

/** Passes on what the program says about faults; requests and the like are part of every run. */
const showFaults = (log: Readable): void => {
  createInterface(log).on('line', (line) => {
    if (!/"level":"(?:info|warn)"/.test(line)) console.error(line);
  });
};

/** Starts the program as `npm start` does, on free ports, sending everything to the sink. It ends with `scope`. */
export const startProgram = async (options: ProgramOptions, scope: AsyncDisposableStack): Promise<Program> => {
  let stop = async (): Promise<void> => {};
  // Before the process exists: a scope that is already closed then throws and nothing is started.
  scope.defer(() => stop());
  const child = spawn(process.execPath, [startFile], {
    env: environmentFor(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  stop = () => stopChild(child, exit);
  showFaults(child.stderr);
  const addresses = await within(startTimeoutMs, 'the start of the program', readAddresses(child));
  return { ...addresses, pid: child.pid ?? 0, stop };
};
