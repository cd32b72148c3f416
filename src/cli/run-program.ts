import { printFault } from '#cli/print.ts';
import { startAsUser } from '#cli/service/become-user.ts';
import { startWatch } from '#cli/watch/start-watch.ts';
import type { Config } from '#config/config.ts';
import { readConfig } from '#config/load-config.ts';
import { letHeapGrow } from '#config/process-settings.ts';
import { ConfigError, StartError } from '#config/start-error.ts';
import { systemAdapters } from '#main/adapters.ts';
import type { RunningProgram } from '#main/main.ts';
import { collectGarbage } from '#platform/collect-garbage.ts';
import { outliveReaders } from '#platform/log.ts';

const { log } = systemAdapters;

function wayOut({ delivery, smarthost }: Config, publicUrl: string): string {
  if (delivery === 'preview') return `preview: nothing leaves this machine, read it at ${publicUrl}/inbox`;
  return smarthost === null ? "to the recipients' mail servers" : `through ${smarthost.host}:${smarthost.port}`;
}

function describe(config: Config, program: RunningProgram): string {
  const rows: [string, string][] = [];
  rows.push(
    config.roles.has('web')
      ? ['Web', program.publicUrl]
      : ['Health', `http://localhost:${program.httpPort} (/healthz and /readyz)`],
  );
  if (program.mxPort !== null) rows.push(['Mail in', `${config.bindAddress} port ${program.mxPort}`]);
  if (program.submissionPort !== null) {
    const ports = `${program.submissionPort} (STARTTLS) and ${program.submissionsPort} (TLS)`;
    rows.push(['Send as', `${config.bindAddress} ports ${ports}`]);
  }
  if (program.mailboxPort !== null) rows.push(['Mailbox', `${config.bindAddress} port ${program.mailboxPort}`]);
  if (program.httpsPort !== null) rows.push(['HTTPS', `${config.bindAddress} port ${program.httpsPort}`]);
  if (program.redirectPort !== null) rows.push(['Redirect', `${config.bindAddress} port ${program.redirectPort}`]);
  rows.push(['Mail out', wayOut(config, program.publicUrl)]);
  if (config.routes.length > 0) rows.push(['Routes', config.routes.map(({ domain }) => domain).join(', ')]);
  if (config.settingsFile !== null) rows.push(['Settings', config.settingsFile]);
  rows.push(['Domains', program.domains.join(', ')]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  return ['', `Kauke ${program.version} is ready`, '', ...lines, '', ''].join('\n');
}

/** In one process, or in several. Each loads only what it needs: the primary of several has no engine and no web app. */
async function start(config: Config): Promise<RunningProgram> {
  if (config.workers === 1) {
    const { startKauke } = await import('#main/main.ts');
    return startKauke(config);
  }
  const { startWorkers } = await import('#main/workers/start-workers.ts');
  return startWorkers(config);
}

/** Exit codes: 0 after a signal, 1 for a start or a database that failed, 2 for a faulty configuration. */
async function main(): Promise<void> {
  let stopAsked: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    stopAsked = resolve;
  });
  // From the very beginning, so that a stop during the start ends cleanly too.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopAsked);

  const config = readConfig();
  await startAsUser(config);
  // A start may wait for others, such as a silent database. Like a kill, an end in the middle of it does no harm.
  const program = await Promise.race([start(config), asked.then(() => null)]);
  if (program === null) return;
  process.stdout.write(describe(config, program));
  const stopWatch = startWatch(config, program, systemAdapters);
  letHeapGrow();
  collectGarbage();
  const failure = await Promise.race([asked.then(() => null), program.failed]);
  await stopWatch();
  await program.stop();
  if (failure !== null) throw failure;
}

function crash(error: unknown): never {
  log.error('crashed', error);
  process.exit(1);
}

/** The whole program, until it is asked to stop or cannot go on. Ends the process. */
export async function runProgram(): Promise<never> {
  outliveReaders([process.stdout, process.stderr]);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    await main();
    process.exit(0);
  } catch (error) {
    if (error instanceof ConfigError) {
      error.faults.forEach(printFault);
      process.exit(2);
    }
    if (!(error instanceof StartError)) crash(error);
    printFault(error.message);
    process.exit(1);
  }
}
