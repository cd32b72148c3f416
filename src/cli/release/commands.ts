import packageJson from '../../../package.json' with { type: 'json' };
import type { Command } from '#cli/command.ts';
import type { DomainCommandContext } from '#cli/database.ts';
import { runCheck } from '#cli/release/try-release.ts';
import { runUpgrade } from '#cli/release/run-upgrade.ts';

/** A start with migrations and 200 connections to end takes seconds; a slow disk may take a minute. */
const patienceMs = 120_000;

function print(line: string): void {
  void process.stdout.write(`${line}\n`);
}

/** What leads from one release to another. */
export function releaseCommands(adapters: Omit<DomainCommandContext, 'config'>): Record<string, Command> {
  return {
    check: {
      parameters: [],
      summary: 'read the settings, try the migrations and take them back',
      run: (config) => runCheck({ config, ...adapters }, packageJson.version, print),
    },
    upgrade: {
      parameters: ['[ARCHIVE]', '[--back]', '[--at FOLDER]', '[--without-backup]'],
      summary: 'install the archive of a release and see it ready, or go back to the one before',
      run: (config, words) => runUpgrade({ config, ...adapters, patienceMs }, words, print),
    },
  };
}
