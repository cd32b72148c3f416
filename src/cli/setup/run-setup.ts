import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { readDnsSettings } from '#cli/domain.ts';
import { runInvite } from '#cli/registration/invite.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import { becomeUser, checkReadable } from '#cli/service/become-user.ts';
import { findUser } from '#cli/service/find-user.ts';
import { installService } from '#cli/service/install-service.ts';
import { planUnit, type ServicePlace, unitPathOf } from '#cli/service/plan-unit.ts';
import {
  answersOf,
  type Ask,
  collectAnswers,
  findExposed,
  findFaults,
  readAnswers,
  readWords,
  type SetupWords,
} from '#cli/setup/collect-answers.ts';
import type { PortState } from '#cli/setup/find-holder.ts';
import { planPorts } from '#cli/setup/plan-ports.ts';
import type { Answers } from '#cli/setup/questions.ts';
import { waitForDns } from '#cli/setup/wait-for-dns.ts';
import type { Config } from '#config/config.ts';
import {
  dataDirOf,
  findSettingsFile,
  gatherSettings,
  type Surroundings,
  systemSettingsFile,
} from '#config/gather-settings.ts';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { renderSetting } from '#config/settings-file.ts';
import { ConfigError, errorCode, StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { openDatabase } from '#database/open-database.ts';
import { writeSecretFile } from '#database/write-secret-file.ts';
import { type Cleanup, runCleanup } from '#main/cleanup.ts';

export interface SetupContext extends Omit<DomainCommandContext, 'config'> {
  readonly place: Surroundings & Machine;
  /** Null where nobody can be asked. */
  readonly ask: Ask | null;
  readonly print: (line: string) => void;
  readonly findPortState: (port: number, address: string | null) => Promise<PortState>;
  readonly openDoctor: (config: Config) => DoctorContext;
  readonly dnsEveryMs: number;
  readonly service: ServicePlace;
  /** Runs a command of ours as a process of its own, with this settings file. Its exit code; null: a signal ended it. */
  readonly runCommand: (words: readonly string[], settingsFile: string) => Promise<number | null>;
}

/** Where the settings go: what CONFIG_FILE names, else the place of this user's installation. */
function chooseFile(place: Surroundings): string {
  const found = findSettingsFile(place);
  if (found !== null) return found;
  if (place.environment['CONFIG_FILE'] === 'none') throw new StartError('CONFIG_FILE is none: name the file to write.');
  return place.isRoot ? systemSettingsFile : join(dataDirOf(place), 'kauke.env');
}

function renderSettings(answers: Answers): string {
  const lines = Object.entries(answers).map(([name, text]) => renderSetting(name, text));
  return `${['# Written by: npm run kauke -- setup. All variables: docs/configuration.md', ...lines].join('\n')}\n`;
}

async function writeSettings(path: string, answers: Answers): Promise<void> {
  try {
    await makeFolder(dirname(path), null);
    await writeSecretFile(path, renderSettings(answers));
  } catch (error) {
    throw new StartError(
      `${path} cannot be written (${errorCode(error)}); name another file in CONFIG_FILE, or run setup as its owner.`,
    );
  }
}

/** What will be written, all checked, and notes about what else is to be done. */
async function chooseSettings({ place, ask, findPortState }: SetupContext, given: Answers) {
  const asked = await collectAnswers({ ...answersOf(place), ...given }, place, ask);
  const faults = findFaults(asked, place);
  if (faults.length > 0) throw new ConfigError(faults);
  const { answers: planned, notes } = await planPorts(asked, findPortState);
  const { CONFIG_FILE: _, ...answers } = planned;
  return { answers: { ...answers, DATA_DIR: dataDirOf({ ...place, environment: asked }) }, notes };
}

/** As the program will run with them. @throws ConfigError */
function readSettings(place: Surroundings & Machine, path: string): Config {
  const { environment } = gatherSettings({ ...place, environment: { ...place.environment, CONFIG_FILE: path } });
  return loadConfig(environment, place, { settingsFile: path });
}

/** The rest as the user of the settings, which is not ours: what this process made for it goes when that fails. */
async function goOnAsUser({ runCommand }: SetupContext, path: string, wait: boolean, cleanup: Cleanup): Promise<void> {
  const code = await runCommand(['setup'], path);
  if (code !== 0 && code !== null) {
    await runCleanup(cleanup);
    throw new StartError('What was made for the service is taken away again.');
  }
  // From here on records may have been published, and all of it stays.
  if (code === 0 && wait) await runCommand(['setup', '--wait'], path);
}

/** Root's part of an installation that another user runs; nothing for any other. */
async function setUpService(
  context: SetupContext,
  path: string,
  { answers, notes }: Awaited<ReturnType<typeof chooseSettings>>,
  words: SetupWords,
): Promise<boolean> {
  const { place, ask, print, service } = context;
  const config = readAnswers(answers, place);
  const { runAs, dataDir } = config;
  const mayAsk = ask !== null && runAs !== null && existsSync(service.unitFolder);
  const wantsUnit =
    words.unit ||
    (mayAsk && !/^n/iu.test(await ask('A unit for systemd, which starts it with the machine, yes or no [yes]: ')));
  const unit = wantsUnit ? planUnit(config, path, service) : null;
  if (runAs === null) return false;
  const settings = { path, text: renderSettings(answers) };
  const cleanup = await installService({ runAs, dataDir, settings, unit }, service);
  for (const line of [`The settings are in ${path}.`, ...(unit === null ? [] : [`The unit is in ${unit.path}.`])])
    print(line);
  for (const note of notes) print(`\n${note}`);
  await goOnAsUser(context, path, words.wait, cleanup);
  return true;
}

/** A unit for settings that were there before. */
async function addUnit(context: SetupContext, path: string, config: Config, wait: boolean): Promise<void> {
  const { service, print } = context;
  const unit = planUnit(config, path, service);
  const user = config.runAs === null ? null : findUser(config.runAs);
  if (user === null) throw new StartError(`--unit: there is no user ${config.runAs?.user}; make it first.`);
  checkReadable(user, [service.node, join(service.checkout, 'src/cli/start.ts'), path]);
  await writeFile(unit.path, unit.text, { mode: 0o644, flag: 'wx' }).catch((error: unknown) => {
    throw new StartError(`--unit: ${unit.path} cannot be written (${errorCode(error)}).`);
  });
  print(`The unit is in ${unit.path}.`);
  await goOnAsUser(context, path, wait, [() => rm(unit.path, { force: true })]);
}

/**
 * Makes the database where there is none, or takes back the settings just `written`. Prints the records to publish and, where
 * asked to, waits for them.
 */
async function takeUp(context: SetupContext, config: Config, written: string | null, wait: boolean): Promise<void> {
  const { print, service } = context;
  const readAll = async (core: CoreContext) => ({
    domains: await readDomains(core, config),
    dns: await readDnsSettings(core, config),
  });
  const isFirst = written !== null || (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')));
  const { domains, dns } = await withDomains({ ...context, config }, readAll, openDatabase).catch(
    async (error: unknown) => {
      if (written !== null) await rm(written, { force: true });
      throw error;
    },
  );
  print(`\n${['Publish these DNS records:', '', renderDnsRecords(domains, dns)].join('\n')}`);
  if (isFirst && config.registration === 'invite') {
    print('\nYour own account, once the program runs:');
    await runInvite({ ...context, config }, ['--operator'], print);
  }
  if (wait) {
    print(
      '\nWaiting for DNS, which may remember for an hour that a record was missing. Ctrl-C ends this and nothing else.',
    );
    await waitForDns({ domains, open: () => context.openDoctor(config), everyMs: context.dnsEveryMs, print });
  } else {
    print('\nTo see them turn up: npm run kauke -- setup --wait');
  }
  const start = existsSync(unitPathOf(service)) ? 'systemctl enable --now kauke' : 'npm start';
  print(`\nStart the program: ${start}. Then look it over: npm run kauke -- doctor`);
}

/**
 * `setup`: makes an installation of answers, or takes up one that was made; prints the DNS records to publish and, where
 * asked to, waits until they are seen. @throws ConfigError, StartError one clear line each, with nothing half done.
 */
export async function runSetup(words: readonly string[], context: SetupContext): Promise<void> {
  const { print } = context;
  const said = readWords(words);
  const { answers, wait, unit } = said;
  if (unit && !context.place.isRoot) throw new StartError('--unit: only root can write a unit; run setup as root.');
  const place = { ...context.place, environment: { ...context.place.environment, ...answers } };
  const path = chooseFile(place);
  for (const name of findExposed(said)) {
    print(`${name} stood in the command line, which others on this machine can read: better ${name}_FILE=PATH.\n`);
  }
  if (!existsSync(path)) {
    const chosen = await chooseSettings({ ...context, place }, answers);
    if (await setUpService(context, path, chosen, said)) return;
    await writeSettings(path, chosen.answers);
    print(`The settings are in ${path}.`);
    for (const note of chosen.notes) print(`\n${note}`);
    return takeUp(context, readSettings(place, path), path, wait);
  }
  if (Object.keys(answers).some((name) => name !== 'CONFIG_FILE')) {
    throw new StartError(`${path} is there already: change your settings in it, then run setup without answers.`);
  }
  const config = readSettings(place, path);
  if (unit) return addUnit(context, path, config, wait);
  await becomeUser(config);
  await takeUp(context, config, null, wait);
}
