import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import { type Answers, type Question, questions } from '#cli/setup/questions.ts';
import { findMisnamed, gatherSettings, type Surroundings, textOf, variableNames } from '#config/gather-settings.ts';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { parseSettings, renderSetting } from '#config/settings-file.ts';
import { ConfigError } from '#config/start-error.ts';
import { variables } from '#config/variables.ts';

/** Asks the operator; null where nobody can be asked. */
export type Ask = (question: string) => Promise<string>;

/** What stood behind `setup`. */
export interface SetupWords {
  /** By flag, or as NAME=value. */
  readonly answers: Answers;
  /** Stays until DNS shows what it should. */
  readonly wait: boolean;
  /** Writes a unit of systemd. */
  readonly unit: boolean;
}

const flagNames = questions.map(({ flag }) => flag);
const usage = `takes ${[...flagNames.map((flag) => `--${flag}`), '--unit', '--wait'].join(', ')} and NAME=value`;

function readFlags(words: readonly string[]): { values: Record<string, string | boolean>; positionals: string[] } {
  const options = Object.fromEntries(flagNames.map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, unit: { type: 'boolean' }, wait: { type: 'boolean' } },
      allowPositionals: true,
    });
    return {
      values: Object.fromEntries(Object.entries(values).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
      positionals,
    };
  } catch {
    const unknown = words.find(
      (word) => word.startsWith('--') && !flagNames.includes(/^--([\w-]*)/u.exec(word)?.[1] ?? ''),
    );
    throw new ConfigError([`${unknown ?? words.at(-1)}: setup ${usage}`]);
  }
}

function readPair(word: string): [name: string, text: string] {
  const [, name = '', text = ''] = /^(\w+)=(.*)$/su.exec(word) ?? [];
  if (name === '') throw new ConfigError([`${word}: setup ${usage}`]);
  const misnamed = findMisnamed(name, { strict: true });
  if (misnamed !== null) throw new ConfigError([misnamed]);
  return [name, text.trim()];
}

/** @throws ConfigError in one line: a flag or variable that there is not, or one that is given twice. */
export function readWords(words: readonly string[]): SetupWords {
  const { values, positionals } = readFlags(words);
  const answers = Object.fromEntries(positionals.map(readPair));
  for (const { flag, variable } of questions) {
    const text = values[flag];
    if (typeof text !== 'string') continue;
    if (answers[variable] !== undefined)
      throw new ConfigError([`--${flag} and ${variable} say the same; give one of them`]);
    answers[variable] = text.trim();
  }
  return { answers, wait: values['wait'] === true, unit: values['unit'] === true };
}

/** Names a host and nothing that opens it. */
const hostAlone = /^[a-z]+:\/\/[^@/]+\/?$/u;

/** Secrets among words that everybody on this machine can read while the command runs (ps(1)), and its shell keeps. */
export function findExposed({ answers }: SetupWords): readonly string[] {
  const words = new Set(questions.map(({ without }) => without));
  return variableNames.filter((name) => {
    const text = textOf(answers, name);
    return 'secret' in variables[name] && text !== '' && !words.has(text) && !hostAlone.test(text);
  });
}

type Place = Surroundings & Machine;

/** What a start would make of the answers. @throws ConfigError */
export function readAnswers(answers: Answers, place: Place): Config {
  const { environment } = gatherSettings({ ...place, environment: { ...answers, CONFIG_FILE: 'none' } });
  return loadConfig(environment, place);
}

/** What no settings file can hold, such as a second line. */
function findUnwritable(answers: Answers): readonly string[] {
  return Object.entries(answers).flatMap(([name, text]) =>
    parseSettings(renderSetting(name, text))
      .faults.slice(0, 1)
      .map(({ reason }) => reason),
  );
}

/** The faults of all settings together, as a start would tell them. */
export function findFaults(answers: Answers, place: Place): readonly string[] {
  const unwritable = findUnwritable(answers);
  if (unwritable.length > 0) return unwritable;
  try {
    readAnswers(answers, place);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

/** What is wrong with one answer, in the light of those before it. */
function findFault({ variable }: Question, answers: Answers, place: Place): string | null {
  return findFaults(answers, place).find((line) => /^\w+/u.exec(line)?.[0].replace(/_FILE$/u, '') === variable) ?? null;
}

function withAnswer(answers: Answers, { variable, without }: Question, text: string): Answers {
  const { [variable]: _, ...others } = answers;
  return text === without ? others : { ...others, [variable]: text };
}

interface Situation {
  readonly answers: Answers;
  readonly place: Place;
  /** What holds when nothing is said; empty: something must be. */
  readonly fallback: string;
}

/** Takes what was said already. */
function takeAnswer(question: Question, { answers, place, fallback }: Situation): Answers {
  const { flag, variable, text } = question;
  const given = textOf(answers, variable);
  const chosen = given === '' ? fallback : given;
  if (chosen === '')
    throw new ConfigError([`--${flag}: got nothing; takes ${text.charAt(0).toLowerCase()}${text.slice(1)}`]);
  const taken = withAnswer(answers, question, chosen);
  const fault = findFault(question, taken, place);
  if (fault !== null) throw new ConfigError([fault.replace(variable, `--${flag} (${variable})`)]);
  return taken;
}

/** Asks until the answer is a good one. */
async function askFor(question: Question, { answers, place, fallback }: Situation, ask: Ask): Promise<Answers> {
  const line = `${question.text}${fallback === '' ? '' : ` [${fallback}]`}: `;
  for (let prompt = line; ;) {
    const said = (await ask(prompt)).trim();
    const chosen = said === '' ? fallback : said;
    const taken = withAnswer(answers, question, chosen);
    const fault = chosen === '' ? 'This has no default.' : findFault(question, taken, place);
    if (fault === null) return taken;
    prompt = `  ${fault}\n${line}`;
  }
}

/** Variables that the environment holds count as answered. */
export function answersOf({ environment }: Surroundings): Answers {
  const isOurs = (name: string): boolean => variableNames.some((known) => name === known || name === `${known}_FILE`);
  const set = Object.keys(environment).filter((name) => isOurs(name) && findMisnamed(name, { strict: true }) === null);
  return Object.fromEntries(
    set.flatMap((name) => (textOf(environment, name) === '' ? [] : [[name, textOf(environment, name)]])),
  );
}

/**
 * All settings of an installation. @throws ConfigError one line for each answer that is missing or wrong.
 */
export async function collectAnswers(given: Answers, place: Place, ask: Ask | null): Promise<Answers> {
  let answers = given;
  for (const question of questions) {
    const { flag, variable, otherwise, rootOnly = false } = question;
    if (textOf(answers, `${variable}_FILE`) !== '') continue;
    if (rootOnly && !place.isRoot) {
      if (textOf(answers, variable) === '') continue;
      throw new ConfigError([`--${flag} (${variable}): only root can say so; run setup as root`]);
    }
    const situation = { answers, place, fallback: otherwise?.(answers) ?? '' };
    const isKnown = ask === null || textOf(answers, variable) !== '';
    answers = isKnown ? takeAnswer(question, situation) : await askFor(question, situation, ask);
  }
  return answers;
}
