import { parseArgs } from 'node:util';
import { callServer, readOrigin, type Server, UsageError } from '#cli/alias/call-server.ts';
import { type Done, lineOfCells, plain } from '#cli/alias/done.ts';
import { blockSender, findReverseAddress, listHeld } from '#cli/alias/others.ts';
import { readApiKey } from '#config/private-file.ts';
import { StartError } from '#config/start-error.ts';
import {
  type Alias,
  aliasesResponseSchema,
  changeAliasResponseSchema,
  createAliasResponseSchema,
  deleteAliasResponseSchema,
} from '#contract/aliases.ts';
import { spellDomain } from '#contract/email-address.ts';
import { splitAddress } from '#platform/addresses.ts';

/** What stands in the list of all commands, and above each fault of usage. */
export const aliasCommands = {
  'alias list': { parameters: ['[TEXT]'], summary: 'print your aliases, or those with a text, on a server anywhere' },
  'alias show': { parameters: ['ADDRESS'], summary: 'print one' },
  'alias make': {
    parameters: ['[NAME@]DOMAIN', '--forward-to WHERE', '[--notes TEXT]'],
    summary: 'make one; its name is made up if you say none',
  },
  'alias pause': { parameters: ['ADDRESS'], summary: 'stop its mail' },
  'alias resume': { parameters: ['ADDRESS'], summary: 'forward its mail again' },
  'alias retarget': { parameters: ['ADDRESS', '--forward-to WHERE'], summary: 'forward its mail elsewhere' },
  'alias reverse': { parameters: ['ADDRESS', 'SOMEBODY'], summary: 'print where to write to somebody as the alias' },
  'alias block': { parameters: ['ADDRESS', 'SOMEBODY'], summary: 'drop what somebody writes to it' },
  'alias unblock': { parameters: ['ADDRESS', 'SOMEBODY'], summary: 'take it again' },
  'alias held': { parameters: [], summary: 'print held mail by sender and subject' },
  'alias delete': { parameters: ['ADDRESS'], summary: 'put it into the bin' },
} as const;

const aboutAll =
  'All take --server URL [--key-file FILE] [--json]; your API key is read of KAUKE_API_KEY or that file.';

interface Wish {
  readonly server: Server;
  /** What stands behind the command's name. */
  readonly word: string | undefined;
  /** What stands behind that. */
  readonly somebody: string;
  readonly forwardTo: string | undefined;
  readonly notes: string | undefined;
}

function stateOf({ active, ended, targets }: Alias): string {
  if (ended !== null) return 'ended';
  if (!active) return 'paused';
  return targets.some(({ state }) => state === 'confirmed') ? 'on' : 'waiting';
}

function lineOf(alias: Alias): string {
  const { alias: name, domain, targets, notes } = alias;
  return lineOfCells([`${name}@${domain}`, stateOf(alias), targets.map(({ value }) => value).join(', '), notes ?? '']);
}

function one(alias: Alias): Done {
  return { lines: [lineOf(alias)], json: alias };
}

async function listAliases(server: Server, search: string | undefined): Promise<Alias[]> {
  const query = search === undefined ? '' : `?${new URLSearchParams({ search }).toString()}`;
  return (await callServer(server, ['GET', `/api/aliases/me${query}`], aliasesResponseSchema)).aliases;
}

/** @throws StartError when the account has none of that address. */
async function findAlias({ server, word = '' }: Wish): Promise<Alias> {
  const { local, domain: typed } = splitAddress(word);
  const wanted = `${local.toLowerCase()}@${spellDomain(typed)}`;
  const found = (await listAliases(server, wanted)).find(({ alias, domain }) => `${alias}@${domain}` === wanted);
  if (found === undefined) throw new StartError(`You have no alias ${plain(word)}.`);
  return found;
}

async function makeAlias({ server, word = '', forwardTo, notes }: Wish): Promise<Done> {
  const { local, domain } = splitAddress(word);
  const input = { domain, forwardTo, ...(notes !== undefined && { notes }) };
  const answer = !word.includes('@')
    ? await callServer(server, ['POST', '/api/aliases/me/generated'], createAliasResponseSchema, {
        ...input,
        generate: 'words',
      })
    : await callServer(server, ['POST', '/api/aliases/me'], createAliasResponseSchema, {
        ...input,
        alias: local,
      });
  return one(answer.alias);
}

async function switchAlias(wish: Wish, active: boolean): Promise<Done> {
  const { id } = await findAlias(wish);
  const answer = await callServer(wish.server, ['PATCH', `/api/aliases/${id}/toggle`], changeAliasResponseSchema, {
    active,
  });
  return one(answer.alias);
}

async function retargetAlias(wish: Wish): Promise<Done> {
  const { id } = await findAlias(wish);
  const { forwardTo } = wish;
  const answer = await callServer(wish.server, ['PUT', `/api/aliases/${id}`], changeAliasResponseSchema, { forwardTo });
  return one(answer.alias);
}

async function blockFor(wish: Wish, blocked: boolean): Promise<Done> {
  const { id: aliasId } = await findAlias(wish);
  return blockSender(wish.server, { aliasId, address: wish.somebody }, blocked);
}

async function deleteAlias(wish: Wish): Promise<Done> {
  const { id } = await findAlias(wish);
  const answer = await callServer(wish.server, ['DELETE', `/api/aliases/${id}`], deleteAliasResponseSchema);
  return { lines: [answer.message], json: answer };
}

const runs: Readonly<Record<keyof typeof aliasCommands, (wish: Wish) => Promise<Done>>> = {
  'alias list': async ({ server, word }) => {
    const aliases = await listAliases(server, word);
    return { lines: aliases.map(lineOf), json: aliases };
  },
  'alias show': async (wish) => one(await findAlias(wish)),
  'alias make': makeAlias,
  'alias pause': (wish) => switchAlias(wish, false),
  'alias resume': (wish) => switchAlias(wish, true),
  'alias retarget': retargetAlias,
  'alias reverse': async (wish) =>
    findReverseAddress(wish.server, { aliasId: (await findAlias(wish)).id, address: wish.somebody }),
  'alias block': (wish) => blockFor(wish, true),
  'alias unblock': (wish) => blockFor(wish, false),
  'alias held': ({ server }) => listHeld(server),
  'alias delete': deleteAlias,
};

function usage(): string {
  const lines = Object.entries(aliasCommands).map(([name, { parameters }]) => `  ${name} ${parameters.join(' ')}`);
  return ['Usage:', ...lines, aboutAll].join('\n');
}

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    server: text,
    'key-file': text,
    'forward-to': text,
    notes: text,
    json: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    // What the words say is not repeated: a key may stand among them.
    throw new UsageError(usage());
  }
}

function isCommand(name: string): name is keyof typeof aliasCommands {
  return Object.hasOwn(aliasCommands, name);
}

/** What is said where a command cannot do without an option. */
const missingOptions: Readonly<Record<string, string>> = {
  'alias make': '--forward-to takes the inbox that the new alias is for.',
  'alias retarget': '--forward-to takes the inbox that the alias is for from now on.',
};

/** What is wrong with what was said, by the command's own line of the help; null: nothing. */
function findFault(
  name: keyof typeof aliasCommands,
  words: readonly string[],
  options: Readonly<Record<string, string | undefined>>,
): string | null {
  const parameters: readonly string[] = aliasCommands[name].parameters;
  const own = parameters.filter((one) => !/^\[?--/u.test(one));
  const needed = own.filter((one) => !/^\[.*\]$/u.test(one));
  const taken = (name: string): boolean => parameters.some((one) => one.replace('[', '').startsWith(`--${name} `));
  const isMissing = parameters.some(
    (one) => one.startsWith('--') && options[/^--(\S+)/u.exec(one)?.[1] ?? ''] === undefined,
  );
  const isRight =
    words.length >= needed.length &&
    words.length <= own.length &&
    Object.entries(options).every(([option, value]) => value === undefined || taken(option));
  if (!isRight) return usage();
  return isMissing ? (missingOptions[name] ?? usage()) : null;
}

/**
 * What people do with their aliases by command, over the API of a server anywhere, with an API key. `words` begin with `alias`.
 * @throws UsageError, StartError
 */
export async function runAlias(words: readonly string[], write: (text: string) => void): Promise<void> {
  const { values, positionals } = parseWords(words);
  const { 'forward-to': forwardTo, notes } = values;
  const [, verb, ...rest] = positionals;
  const name = `alias ${verb}`;
  if (values.server === undefined || !isCommand(name)) throw new UsageError(usage());
  const fault = findFault(name, rest, { 'forward-to': forwardTo, notes });
  if (fault !== null) throw new UsageError(fault);
  const origin = readOrigin(values.server);
  const apiKey = readApiKey(values['key-file'] ?? null);
  if (!/^[\w-]+$/u.test(apiKey))
    throw new UsageError('There is no API key: put it into KAUKE_API_KEY, or into a file that you name by --key-file.');
  const [word, somebody = ''] = rest;
  const { lines, json } = await runs[name]({ server: { origin, apiKey }, word, somebody, forwardTo, notes });
  write(values.json ? `${JSON.stringify(json, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
}
