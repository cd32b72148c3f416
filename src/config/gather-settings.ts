import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findNearMiss } from '#config/near-miss.ts';
import { clientKeyVariable, readPrivateFile } from '#config/private-file.ts';
import { type LineFault, parseSettings } from '#config/settings-file.ts';
import { ConfigError, errorCode, StartError } from '#config/start-error.ts';
import { variables, type VariableName } from '#config/variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the places of files depend on. */
export interface Surroundings {
  readonly environment: Environment;
  readonly isRoot: boolean;
  /** Absolute path; relative paths start here. */
  readonly workingDirectory: string;
}

/** Every variable's text: those of the settings file, the environment on top, secrets from their files. */
export interface GatheredSettings {
  readonly environment: Environment;
  /** Absolute path of the settings file; null: none. */
  readonly settingsFile: string | null;
  /** Where a variable was set, as the beginning of a fault: `/etc/kauke/kauke.env:3: `, or nothing. */
  readonly places: ReadonlyMap<string, string>;
}

export const variableNames = Object.keys(variables).filter((name): name is VariableName => name in variables);

/** A secret may also stand in a file of its own, which this variable names. */
const fileNames: ReadonlyMap<string, VariableName> = new Map(
  variableNames.flatMap((name) => ('secret' in variables[name] ? [[`${name}_FILE`, name] as const] : [])),
);
const knownNames: readonly string[] = [...variableNames, ...fileNames.keys()];

/** An empty variable counts as not set. */
export function textOf(environment: Environment, name: string): string {
  return environment[name]?.trim() ?? '';
}

/** A name that is not ours, as a fault. `strict`: nothing else can be meant. */
export function findMisnamed(name: string, { strict }: { readonly strict: boolean }): string | null {
  if (knownNames.includes(name) || name === clientKeyVariable) return null;
  const meant = findNearMiss(name, knownNames);
  if (meant !== null) return `${name}: not a variable of this program; did you mean ${meant}?`;
  return strict ? `${name}: not a variable of this program; takes none named so` : null;
}

/** Absolute path of DATA_DIR. */
export function dataDirOf({ environment, isRoot, workingDirectory }: Surroundings): string {
  const text = textOf(environment, 'DATA_DIR');
  return resolve(workingDirectory, text === '' ? (isRoot ? '/var/lib/kauke' : 'data') : text);
}

/** Where the settings file of a machine lies, for all its users. */
export const systemSettingsFile = '/etc/kauke/kauke.env';

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    // What cannot be looked at may be there: to read it then says why not.
    return !['ENOENT', 'ENOTDIR'].includes(errorCode(error));
  }
}

/** Absolute path of the settings file to read; null: none is there, and none is asked for. */
export function findSettingsFile(surroundings: Surroundings): string | null {
  const { environment, workingDirectory } = surroundings;
  const named = textOf(environment, 'CONFIG_FILE');
  if (named === 'none') return null;
  if (named !== '') return resolve(workingDirectory, named);
  return [systemSettingsFile, join(dataDirOf(surroundings), 'kauke.env')].find(exists) ?? null;
}

function whyUnreadable(path: string, error: unknown): string {
  return error instanceof StartError ? error.message : `${path} cannot be read (${errorCode(error)})`;
}

/** @throws ConfigError with one line per line that is none. */
function readSettingsFile(path: string): { environment: Record<string, string>; places: Map<string, string> } {
  let content: string;
  try {
    content = readPrivateFile(path);
  } catch (error) {
    throw new ConfigError([`CONFIG_FILE: ${whyUnreadable(path, error)}`]);
  }
  const { settings, faults } = parseSettings(content);
  const misnamed = settings.flatMap(({ name, line }): LineFault[] => {
    const reason =
      name === 'CONFIG_FILE' ? 'CONFIG_FILE: cannot stand in a settings file' : findMisnamed(name, { strict: true });
    return reason === null ? [] : [{ line, reason }];
  });
  const all = [...faults, ...misnamed].sort((a, b) => a.line - b.line);
  if (all.length > 0) throw new ConfigError(all.map(({ line, reason }) => `${path}:${line}: ${reason}`));
  return {
    environment: Object.fromEntries(settings.map(({ name, text }) => [name, text])),
    places: new Map(settings.map(({ name, line }) => [name, `${path}:${line}: `])),
  };
}

/** Of a secret and the file that holds it, the environment means both when it says one. */
function lay(over: Environment, under: Environment): Environment {
  const set = Object.keys(over).filter((name) => textOf(over, name) !== '');
  const twins = [...fileNames].filter((pair) => pair.some((name) => set.includes(name))).flat();
  const kept = Object.entries(under).filter(([name]) => !set.includes(name) && !twins.includes(name));
  return { ...over, ...Object.fromEntries(kept) };
}

/** Puts the content of each `NAME_FILE` in the place of `NAME`. @throws ConfigError */
function readSecrets(environment: Environment, workingDirectory: string): Environment {
  const read: Record<string, string | undefined> = { ...environment };
  const faults: string[] = [];
  for (const [fileName, name] of fileNames) {
    const file = textOf(environment, fileName);
    delete read[fileName];
    if (file === '') continue;
    if (textOf(environment, name) !== '') {
      faults.push(`${name}: got a value, but ${fileName} is set too; takes one of the two`);
      continue;
    }
    try {
      const text = readPrivateFile(resolve(workingDirectory, file)).trim();
      if (text === '') faults.push(`${fileName}: got ${JSON.stringify(file)}, which is empty`);
      read[name] = text;
    } catch (error) {
      faults.push(`${fileName}: ${whyUnreadable(file, error)}`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return read;
}

/**
 * Reads the settings file, and secrets from their files.
 * @throws ConfigError with one line per fault: files that others can read, lines that are none, names that are not ours.
 */
export function gatherSettings(surroundings: Surroundings): GatheredSettings {
  const { environment, workingDirectory } = surroundings;
  const settingsFile = findSettingsFile(surroundings);
  const file = settingsFile === null ? null : readSettingsFile(settingsFile);
  const merged = file === null ? environment : lay(environment, file.environment);
  const places = new Map([...(file?.places ?? [])].filter(([name]) => textOf(environment, name) === ''));
  return { environment: readSecrets(merged, workingDirectory), settingsFile, places };
}
