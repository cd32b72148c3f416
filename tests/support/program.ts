import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVisitor, type Visitor } from '#support/api.ts';
import { compileCache } from '#support/compile-cache.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { followProgramLog } from '#support/test-log.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface ProgramOptions {
  /** The whole environment beside PATH; any free ports and one process unless it names others. */
  readonly env: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  /** The checkout to run; this one unless it names another. */
  readonly checkout?: string;
  /** What Node is told, and the file that it runs, in the checkout; the program as it is started unless it names others. */
  readonly node?: { readonly flags: readonly string[]; readonly file: string };
  /** Who runs it, when the test runs as root; null or nothing: we ourselves. */
  readonly account?: { readonly uid: number; readonly gid: number } | null;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface SpawnedProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<ProgramEnd>;
  /** What it has printed so far. */
  output(): { readonly stdout: string; readonly stderr: string };
}

/** The whole program as a process of its own, up and serving. */
export interface ProgramProcess extends SpawnedProgram {
  readonly webUrl: string;
  readonly mxPort: number;
  /** Asks it to stop (SIGTERM) and waits for its end. */
  stop(): Promise<ProgramEnd>;
  /** `kill -9`; settles when it is gone. */
  kill(): Promise<ProgramEnd>;
}

const alive = new Set<ChildProcess>();

/** Ends what a failed test left running. */
export function killPrograms(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** Starts the program and waits for nothing. */
export function spawnProgram(options: ProgramOptions): SpawnedProgram {
  const { env, workingDirectory = '/', checkout = repository, account = null } = options;
  const { flags, file } = options.node ?? { flags: [], file: 'src/cli/start.ts' };
  const child = spawn(process.execPath, [...flags, join(checkout, file)], {
    ...account,
    cwd: workingDirectory,
    env: {
      PATH: process.env['PATH'],
      CONFIG_FILE: 'none',
      HTTP_PORT: '0',
      MX_PORT: '0',
      SUBMISSION_PORT: '0',
      SUBMISSIONS_PORT: '0',
      WORKERS: '1',
      ...compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  followProgramLog(child.stderr);
  alive.add(child);
  const end = async (): Promise<ProgramEnd> => {
    await once(child, 'close');
    alive.delete(child);
    return { code: child.exitCode, stdout, stderr };
  };
  return { child, ended: end(), output: () => ({ stdout, stderr }) };
}

/** Starts the program and waits for its end, as for a start that is refused. */
export function runProgram(options: ProgramOptions): Promise<ProgramEnd> {
  return spawnProgram(options).ended;
}

const readyBlock =
  /is ready\n[^]*\n {2}(?:Web|Health) +(?<webUrl>\S+).*\n {2}Mail in +\S+ port (?<mxPort>\d+)\n[^]*\n {2}Domains .*\n\n/u;

/** For programs whose test has no DNS of its own: nobody has heard of any name, and says so at once. */
let emptyDns: Promise<DnsServer> | null = null;

/** Starts the program and waits until it says that it is ready. @throws Error with its last words when it ends before. */
export async function startProgram(options: ProgramOptions): Promise<ProgramProcess> {
  const address = options.env['DNS_SERVERS'] ?? (await (emptyDns ??= startDnsServer())).address;
  const spawned = spawnProgram({ ...options, env: { ...options.env, DNS_SERVERS: address } });
  const { child, ended, output } = spawned;
  const ready = new Promise<RegExpExecArray>((resolve) => {
    child.stdout?.on('data', () => {
      const block = readyBlock.exec(output().stdout);
      if (block !== null) resolve(block);
    });
  });
  const failed = ended.then(({ code, stderr }): never => {
    throw new Error(`The program ended with code ${code}: ${stderr}`);
  });
  const { groups } = await Promise.race([ready, failed]);
  const signal = (name: NodeJS.Signals) => (): Promise<ProgramEnd> => {
    child.kill(name);
    return ended;
  };
  return {
    ...spawned,
    webUrl: groups?.['webUrl'] ?? '',
    mxPort: Number(groups?.['mxPort']),
    stop: signal('SIGTERM'),
    kill: signal('SIGKILL'),
  };
}

/** A visitor of its web side, with a cookie of its own. */
export function visitProgram({ webUrl }: Pick<ProgramProcess, 'webUrl'>): Visitor {
  return createVisitor({ url: webUrl });
}

export const testPassword = 'correct horse battery';

/** Makes an account; its visitor is signed in. */
export async function signUpAt(
  program: Pick<ProgramProcess, 'webUrl'>,
  email: string,
): Promise<{ readonly userId: string; readonly visitor: Visitor }> {
  const visitor = visitProgram(program);
  const answer = await visitor.send('POST', '/api/auth/register', { email, password: testPassword });
  if (answer.status !== 201) throw new Error(`HTTP ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { userId: (answer.body as { user: { id: string } }).user.id, visitor };
}
