import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { readDnsSettings } from '#cli/domain.ts';
import { runInvite } from '#cli/registration/invite.ts';
import { renderDnsRecords } from '#cli/render-dns-records.ts';
import { answersOf, type Ask, collectAnswers, findFaults, readWords } from '#cli/setup/collect-answers.ts';
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

export interface SetupContext extends Omit<DomainCommandContext, 'config'> {
  readonly place: Surroundings & Machine;
  /** Null where nobody can be asked. */
  readonly ask: Ask | null;
  readonly print: (line: string) => void;
  readonly findPortState: (port: number) => Promise<PortState>;
  readonly openDoctor: (config: Config) => DoctorContext;
  readonly dnsEveryMs: number;
}

/** Where the settings go: what CONFIG_FILE names, else the place of this user's installation. */
function chooseFile(place: Surroundings): string {
  const found = findSettingsFile(place);
  if (found !== null) return found;
  if (place.environment['CONFIG_FILE'] === 'none') throw new StartError('CONFIG_FILE is none: name the file to write.');
  return place.isRoot ? systemSettingsFile : join(dataDirOf(place), 'kauke.env');
}

async function writeSettings(path: string, answers: Answers): Promise<void> {
  const lines = Object.entries(answers).map(([name, text]) => renderSetting(name, text));
  const head = '# Written by: npm run kauke -- setup. All variables: docs/configuration.md';
  try {
    await makeFolder(dirname(path), null);
    await writeSecretFile(path, `${[head, ...lines].join('\n')}\n`);
  } catch (error) {
    throw new StartError(
      `${path} cannot be written (${errorCode(error)}); name another file in CONFIG_FILE, or run setup as its owner.`,
    );
  }
}

/** Everything is asked and checked before anything is written. @returns notes about what else is to be done. */
async function makeSettings(context: SetupContext, given: Answers, path: string): Promise<readonly string[]> {
  const { place, ask, print } = context;
  const asked = await collectAnswers({ ...answersOf(place), ...given }, place, ask);
  const faults = findFaults(asked, place);
  if (faults.length > 0) throw new ConfigError(faults);
  const plan = await planPorts(asked, context.findPortState);
  const { CONFIG_FILE: _, ...answers } = plan.answers;
  await writeSettings(path, { ...answers, DATA_DIR: dataDirOf({ ...place, environment: asked }) });
  print(`The settings are in ${path}.`);
  return plan.notes;
}

/** As the program will run with them. @throws ConfigError */
function readSettings(place: Surroundings & Machine, path: string): Config {
  const { environment } = gatherSettings({ ...place, environment: { ...place.environment, CONFIG_FILE: path } });
  return loadConfig(environment, place, { settingsFile: path });
}

/** Makes the database where there is none, as the program would. */
async function makeDatabase(context: SetupContext, place: Surroundings & Machine, path: string) {
  const config = readSettings(place, path);
  const read = async (core: CoreContext) => ({
    config,
    domains: await readDomains(core, config),
    dns: await readDnsSettings(core, config),
  });
  return withDomains({ ...context, config }, read, openDatabase);
}

/**
 * `setup`: makes an installation of answers, or takes up one that was made; prints the DNS records to publish and, where
 * asked to, waits until they are seen. @throws ConfigError, StartError one clear line each, with nothing half done.
 */
export async function runSetup(words: readonly string[], context: SetupContext): Promise<void> {
  const { print } = context;
  const { answers, wait } = readWords(words);
  const place = { ...context.place, environment: { ...context.place.environment, ...answers } };
  const path = chooseFile(place);
  const isNew = !existsSync(path);
  if (!isNew && Object.keys(answers).some((name) => name !== 'CONFIG_FILE')) {
    throw new StartError(`${path} is there already: change your settings in it, then run setup without answers.`);
  }
  const notes = isNew ? await makeSettings(context, answers, path) : [];
  const { config, domains, dns } = await makeDatabase(context, place, path).catch(async (error: unknown) => {
    if (isNew) await rm(path, { force: true });
    throw error;
  });
  const records = ['Publish these DNS records:', '', renderDnsRecords(domains, dns)].join('\n');
  for (const note of [...notes, records]) print(`\n${note}`);
  if (isNew && config.registration === 'invite') {
    print('\nYour own account, once the program runs:');
    await runInvite({ ...context, config }, [], print);
  }
  if (wait) {
    print(
      '\nWaiting for DNS, which may remember for an hour that a record was missing. Ctrl-C ends this and nothing else.',
    );
    await waitForDns({ domains, open: () => context.openDoctor(config), everyMs: context.dnsEveryMs, print });
  } else {
    print('\nTo see them turn up: npm run kauke -- setup --wait');
  }
  print('\nStart the program: npm start. Then look it over: npm run kauke -- doctor');
}
