import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { placeOfRelease } from '#cli/release/install-place.ts';
import { renderUnit } from '#cli/service/render-unit.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';

/** Where the program and the units of this machine lie. */
export interface ServicePlace {
  readonly checkout: string;
  readonly unitFolder: string;
  /** Absolute path of Node.js. */
  readonly node: string;
}

export interface Unit {
  readonly path: string;
  readonly text: string;
}

export function unitPathOf({ unitFolder }: Pick<ServicePlace, 'unitFolder'>): string {
  return join(unitFolder, 'kauke.service');
}

/** Where the unit hides what lies there (ProtectHome, PrivateTmp). */
const hidden = /^\/(?:home|root|run\/user|tmp|var\/tmp)\//u;
/** What needs no quotes in a unit, and has no meaning of its own there. */
const plain = /^[\w./+:@-]+$/u;

function checkPaths(paths: readonly string[]): void {
  for (const path of paths) {
    if (hidden.test(path))
      throw new StartError(`--unit: ${path} lies where services see nothing; move it, for example below /opt.`);
    if (!plain.test(path))
      throw new StartError(`--unit: ${path} has characters that units read as something else; rename it.`);
  }
}

/** Of an installed release its launcher, by the link that upgrades move. */
function commandOf(checkout: string, node: string): string[] {
  const installed = placeOfRelease(checkout);
  return installed === null
    ? [node, join(checkout, 'src/cli/start.ts')]
    : [join(installed.folder, 'current/kauke'), 'start'];
}

/** The unit for these settings, not written yet. @throws StartError in one line */
export function planUnit(
  { runAs, dataDir, backup }: Pick<Config, 'runAs' | 'dataDir' | 'backup'>,
  settingsFile: string,
  place: ServicePlace,
): Unit {
  const { checkout, unitFolder, node } = place;
  const path = unitPathOf(place);
  if (runAs === null) throw new StartError('--unit takes --user: the user that runs the program.');
  if (!existsSync(unitFolder)) throw new StartError(`--unit: this machine has no systemd, there is no ${unitFolder}.`);
  if (existsSync(path)) throw new StartError(`--unit: ${path} is there already; take it away, or leave --unit out.`);
  if (!existsSync(join(checkout, 'dist/web/index.html'))) {
    throw new StartError('--unit: the web app is not built yet, which a service cannot do; run: npm run prestart');
  }
  const command = commandOf(checkout, node);
  const writable = [dataDir, ...(backup.folder === null ? [] : [backup.folder])];
  checkPaths([...command, settingsFile, ...writable]);
  const { user, group } = runAs;
  return { path, text: renderUnit({ user, group, command, settingsFile, writable }) };
}
