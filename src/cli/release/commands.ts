import type { Command } from '#cli/command.ts';
import type { DomainCommandContext } from '#cli/database.ts';
import { askHealth, probes } from '#cli/release/ask-health.ts';
import { runCheck } from '#cli/release/try-release.ts';
import { runUpgrade } from '#cli/release/run-upgrade.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import { isMoving } from '#database/embedded/move-notice.ts';
import { version } from '#main/version.ts';

/** A start with migrations and 200 connections to end takes seconds; a slow disk may take a minute. */
const patienceMs = 120_000;
/** A million accounts take a minute or two to be moved to another PostgreSQL. Later than this somebody should look. */
const moveMs = 12 * 60 * 60_000;

function print(line: string): void {
  void process.stdout.write(`${line}\n`);
}

/** Silent where all is well. @throws StartError which its exit code tells */
async function runProbe(config: Config, name: string): Promise<void> {
  const probe = probes.find((one) => one === name);
  if (probe === undefined) throw new StartError(`There is no probe ${name}: ${probes.join(' or ')}.`);
  if (await askHealth(config, probe)) return;
  // It lives, and listens nowhere yet: whoever ended it now would only let it begin again.
  if (probe === 'healthz' && config.databaseUrl === null && (await isMoving(config.dataDir))) return;
  throw new StartError(`/${probe} at HTTP_PORT ${config.httpPort} does not say yes.`);
}

/** What leads from one release to another. */
export function releaseCommands(adapters: Omit<DomainCommandContext, 'config'>): Record<string, Command> {
  return {
    check: {
      parameters: [],
      summary: 'read the settings, try the migrations and take them back',
      run: (config) => runCheck({ config, ...adapters }, version, print),
    },
    probe: {
      parameters: ['[healthz|readyz]'],
      summary: 'ask the running program as a health check does; readyz if nothing is said',
      run: (config, [probe = 'readyz']) => runProbe(config, probe),
    },
    upgrade: {
      parameters: ['[ARCHIVE]', '[--back]', '[--at FOLDER]', '[--without-backup]'],
      summary: 'install the archive of a release and see it ready, or go back to the one before',
      run: (config, words) => runUpgrade({ config, ...adapters, patienceMs, moveMs }, words, print),
    },
  };
}
