import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UsageError } from '#cli/alias/call-server.ts';
import { aliasCommands, runAlias } from '#cli/alias/run-alias.ts';
import { printBackupKey, runBackup } from '#cli/backup/run-backup.ts';
import { releaseMail, runRestore } from '#cli/backup/run-restore.ts';
import type { Command } from '#cli/command.ts';
import { migrate } from '#cli/database.ts';
import { openDoctor, readDoctorOptions } from '#cli/doctor/open-doctor.ts';
import { runDoctor } from '#cli/doctor/run-doctor.ts';
import { runDomainAdd, runDomainList, runDomainRetire, printDkim } from '#cli/domain.ts';
import { operatorCommands } from '#cli/operator/commands.ts';
import { print, printFault } from '#cli/print.ts';
import { reconcileProvider } from '#cli/reconcile-provider.ts';
import { releaseCommands } from '#cli/release/commands.ts';
import { runInvite, runInviteEnd, runInviteList } from '#cli/registration/invite.ts';
import { rotateDkim } from '#cli/rotate-dkim.ts';
import { rotateSecret } from '#cli/rotate-secret.ts';
import { sendTest } from '#cli/send-test.ts';
import { becomeUser } from '#cli/service/become-user.ts';
import { findPortState } from '#cli/setup/find-holder.ts';
import { runSetup } from '#cli/setup/run-setup.ts';
import type { Config } from '#config/config.ts';
import { readConfig, readPlace } from '#config/load-config.ts';
import { environmentWith } from '#config/process-settings.ts';
import { ConfigError, StartError } from '#config/start-error.ts';
import { version } from '#main/version.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';

const adapters = {
  clock: systemClock,
  random: systemRandom,
  log: createLog((line) => process.stderr.write(line), systemClock.now),
};

const anyAddresses: readonly string[] = ['::', '0.0.0.0'];

/** Where the program started with this configuration takes mail. */
function mxServer({ bindAddress, mxPort }: Config): { host: string; port: number } {
  if (mxPort === 0) throw new StartError('MX_PORT is 0, any free port: set it to the port the program printed.');
  return { host: anyAddresses.includes(bindAddress) ? '127.0.0.1' : bindAddress, port: mxPort };
}

async function runSendTest(config: Config, alias: string): Promise<void> {
  const result = await sendTest(alias, { server: mxServer(config), ...adapters });
  if (!result.sent) throw new StartError(result.line);
  print(result.line);
}

async function diagnose(config: Config, words: readonly string[]): Promise<void> {
  const options = readDoctorOptions(words);
  const faults = await runDoctor({ config, ...adapters }, openDoctor(config, adapters), print, options);
  if (faults > 0) throw new StartError('Mend the faults above, then run the doctor again.');
}

const commands: Record<string, Command> = {
  doctor: {
    parameters: ['[--json]', '[--echo ADDRESS]'],
    summary: 'check DNS, ports, certificates, database and disk, and print what to do',
    run: diagnose,
  },
  migrate: {
    parameters: [],
    summary: 'bring the database up to date, as every start does',
    run: (config) => migrate({ config, ...adapters }, print),
  },
  dkim: {
    parameters: [],
    summary: 'print the DNS records to publish for each domain',
    run: (config) => printDkim({ config, ...adapters }, print),
  },
  'dkim rotate': {
    parameters: ['[NAME]'],
    summary: 'make the next DKIM key, then, once it is published, sign with it',
    run: (config, [name = null]) =>
      rotateDkim({ config, ...adapters, resolver: openDoctor(config, adapters).resolver }, name, print),
  },
  'domain add': {
    parameters: ['NAME'],
    summary: 'add a domain for aliases and print its DNS records',
    run: (config, [name = '']) => runDomainAdd({ config, ...adapters }, name, print),
  },
  'domain retire': {
    parameters: ['NAME'],
    summary: 'give no new alias on a domain; it goes on to forward',
    run: (config, [name = '']) => runDomainRetire({ config, ...adapters }, name, print),
  },
  'domain list': {
    parameters: [],
    summary: 'print the domains in their order',
    run: (config) => runDomainList({ config, ...adapters }, print),
  },
  'invite list': {
    parameters: [],
    summary: 'print which invitation links are good',
    run: (config) => runInviteList({ config, ...adapters }, print),
  },
  'invite end': {
    parameters: [],
    summary: 'end all invitation links',
    run: (config) => runInviteEnd({ config, ...adapters }, print),
  },
  invite: {
    parameters: ['[--days N]', '[--uses N]', '[--operator]'],
    summary: 'print a link that opens an account',
    run: (config, words) => runInvite({ config, ...adapters }, words, print),
  },
  ...operatorCommands(adapters),
  'provider reconcile': {
    parameters: [],
    summary: 'show how the forwarding provider differs from the aliases here',
    run: (config) => reconcileProvider({ config, ...adapters }, { mend: false }, print),
  },
  'provider reconcile --mend': {
    parameters: [],
    summary: 'make the forwarding provider equal to the aliases here',
    run: (config) => reconcileProvider({ config, ...adapters }, { mend: true }, print),
  },
  'send-test': {
    parameters: ['ALIAS'],
    summary: 'send a test message to an alias of the running program',
    run: (config, [alias = '']) => runSendTest(config, alias),
  },
  'backup key': {
    parameters: [],
    summary: 'make the key pair of your backups',
    run: async () => printBackupKey(print),
  },
  backup: {
    parameters: ['FILE', '[--with-mail]'],
    summary: 'write all data to a file that only the private key opens',
    run: (config, words) => runBackup({ config, ...adapters }, words, print),
  },
  restore: {
    parameters: ['FILE', '[--key-file KEY]', '[--journal FILE]', '[--verify]'],
    summary: 'restore such a file into an empty database, or only open and count it',
    run: (config, words) => runRestore({ config, ...adapters }, words, print),
  },
  'release-mail': {
    parameters: [],
    summary: 'let the mail of a restored database go',
    run: (config) => releaseMail({ config, ...adapters }, print),
  },
  ...releaseCommands(adapters),
  'rotate-secret': {
    parameters: [],
    summary: 'change SECRET_KEY, which seals all other keys',
    weakSecret: 'allowed',
    run: (config) => rotateSecret({ config, print, ...adapters }),
  },
};

const dnsEveryMs = 10_000;

/** Open only while it asks: else Ctrl-C would reach nobody but it. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const stopped = new AbortController();
  terminal.once('close', () => stopped.abort());
  try {
    return await terminal.question(question, { signal: stopped.signal });
  } catch {
    throw new StartError('\nStopped. Nothing was written.');
  } finally {
    terminal.close();
  }
}

async function runCommand(words: readonly string[], settingsFile: string): Promise<number | null> {
  const { execPath, execArgv } = process;
  const child = spawn(execPath, [...execArgv, join(import.meta.dirname, 'kauke.ts'), ...words], {
    env: environmentWith({ CONFIG_FILE: settingsFile }),
    stdio: 'inherit',
  });
  await once(child, 'exit');
  return child.exitCode;
}

/** Runs before there are settings to read. */
function setUp(words: readonly string[]): Promise<void> {
  const asking = process.stdin.isTTY ? ask : null;
  return runSetup(words, {
    ...adapters,
    place: readPlace(),
    ask: asking,
    print,
    findPortState,
    openDoctor: (config) => openDoctor(config, adapters),
    dnsEveryMs,
    service: {
      checkout: join(import.meta.dirname, '../..'),
      unitFolder: '/etc/systemd/system',
      node: process.execPath,
    },
    runCommand,
  });
}

const help = [
  'Usage: npm run kauke -- COMMAND',
  '',
  ...Object.entries({
    setup: {
      parameters: ['[--unit]', '[--wait]'],
      summary: 'make settings, database and, for root, user and unit; print the DNS records and wait for them',
    },
    ...commands,
    ...aliasCommands,
    help: { parameters: [], summary: 'print this' },
    '--version': { parameters: [], summary: 'print which release this is' },
  }).map(([name, { parameters, summary }]) => `  ${[name, ...parameters].join(' ').padEnd(30)} ${summary}`),
  '',
  'Variables: docs/configuration.md. Commands of `alias` take --server URL: docs/api.md.',
].join('\n');

/** Faults of the caller are told in plain lines; anything else is a bug and keeps its stack. */
function report(error: unknown): number {
  if (error instanceof ConfigError) {
    error.faults.forEach(printFault);
    return 2;
  }
  if (!(error instanceof StartError || error instanceof UsageError)) throw error;
  printFault(error.message);
  return error instanceof UsageError ? 2 : 1;
}

/** The command that the words begin with, and what stands after it. */
function findCommand(words: readonly string[]): { command: Command; parameters: string[] } | null {
  for (const [name, command] of Object.entries(commands)) {
    const parameters = words.slice(name.split(' ').length);
    const required = command.parameters.filter((parameter) => !parameter.startsWith('['));
    const most = command.parameters.join(' ').split(/ +/).filter(Boolean).length;
    const isFit = parameters.length >= required.length && parameters.length <= most;
    if (isFit && [name, ...parameters].join(' ') === words.join(' ')) return { command, parameters };
  }
  return null;
}

async function runAsUser(command: Command, parameters: readonly string[]): Promise<void> {
  const config = readConfig(command);
  await becomeUser(config);
  await command.run(config, parameters);
}

/** Runs the command that the words of a command line name. @returns its exit code */
export async function runKauke(words: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(words[0] ?? '')) {
    print(help);
    return 0;
  }
  if (words.join(' ') === '--version') {
    print(`Kauke ${version}`);
    return 0;
  }
  const isAlias = words[0] === 'alias';
  const found = isAlias ? null : findCommand(words);
  if (found === null && !isAlias && words[0] !== 'setup') {
    printFault(help);
    return 2;
  }
  try {
    if (isAlias) await runAlias(words, (text) => process.stdout.write(text));
    else if (found === null) await setUp(words.slice(1));
    else await runAsUser(found.command, found.parameters);
    return 0;
  } catch (error) {
    return report(error);
  }
}
