import { z } from 'zod';
import { accountChoicesShape, type AccountChoices } from '#contract/account/choices.ts';
import { type AliasSettings, aliasSettingsSchema } from '#contract/aliases.ts';

/** How mail of a new alias is handled. */
const usual: AliasSettings = {
  transparent: false,
  cutThrough: true,
  autoReplies: false,
  identityParts: false,
  encryptedReplies: false,
  removeTrackers: false,
  inClear: false,
  unsubscribe: 'author',
  fromName: null,
};

const partial = aliasSettingsSchema.partial();

/** What an account has chosen as long as it has not. */
const usualChoices: AccountChoices = {
  defaultDomain: null,
  aliasFormat: null,
  endingFormat: 'words',
  senderFormat: 'at',
};

const partialChoices = z.object(accountChoicesShape).partial();

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

type Cell = Readonly<Record<string, string | boolean | null | undefined>>;

function writeCell(usually: Cell, values: Cell): string {
  return Object.entries(usually)
    .flatMap(([name, value]) => {
      const own = values[name] ?? value;
      const text = String(own ?? '');
      return own === value ? [] : [`${snakeCase(name)}=${name === 'fromName' ? encodeURIComponent(text) : text}`];
    })
    .join('; ');
}

function decodeName(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Null when something else stands there. */
function readCell<Values extends object>(schema: z.ZodType<Values>, cell: string): Partial<Values> | null {
  const pairs = cell
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => text.split('=', 2).map((part) => part.trim()));
  const values = pairs.map(([name = '', value = '']) => {
    const lower = value.toLowerCase();
    if (camelCase(name) === 'fromName') return ['fromName', decodeName(value)] as const;
    return [camelCase(name), lower === 'true' ? true : lower === 'false' ? false : lower] as const;
  });
  const read = schema.safeParse(Object.fromEntries(values));
  if (!read.success || new Set(values.map(([name]) => name)).size < values.length) return null;
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** Settings in one cell of a CSV file, where they are not those of a new alias: `remove_trackers=true; unsubscribe=pause`. */
export function writeSettingsCell(settings: Partial<AliasSettings>): string {
  return writeCell(usual, settings);
}

/** The settings of a cell; null when something else stands there. */
export function readSettingsCell(cell: string): Partial<AliasSettings> | null {
  return readCell(partial, cell) as Partial<AliasSettings> | null;
}

/** The same of what an account chose: `default_domain=mask.example; alias_format=characters`. */
export function writeChoicesCell({ defaultDomain, aliasFormat, endingFormat, senderFormat }: AccountChoices): string {
  return writeCell(usualChoices, { defaultDomain, aliasFormat, endingFormat, senderFormat });
}

export function readChoicesCell(cell: string): Partial<AccountChoices> | null {
  return readCell(partialChoices, cell) as Partial<AccountChoices> | null;
}
