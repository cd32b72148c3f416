import { z } from 'zod';
import { accountChoicesShape, type AccountChoices } from '#contract/account/choices.ts';
import { type AliasSettings, aliasSettingsSchema, usualSettings } from '#contract/aliases/alias-settings.ts';
import { isSealed } from '#core/alias-rows/owner-columns.ts';
import { camelCase, snakeCase } from '#contract/letter-case.ts';

const partial = aliasSettingsSchema.partial();

/** What an account has chosen as long as it has not. */
const usualChoices: AccountChoices = {
  defaultDomain: null,
  aliasFormat: null,
  endingFormat: 'words',
  senderFormat: 'at',
};

const partialChoices = z.object(accountChoicesShape).partial();

type Cell = Readonly<Record<string, string | boolean | null | undefined>>;

function writeCell(usually: Cell, values: Cell): string {
  return Object.entries(usually)
    .flatMap(([name, value]) => {
      const own = values[name] ?? value;
      const text = String(own ?? '');
      return own === value ? [] : [`${snakeCase(name)}=${isSealed(name) ? encodeURIComponent(text) : text}`];
    })
    .join('; ');
}

function decodeText(text: string): string | null {
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
    const field = camelCase(name);
    if (isSealed(field)) return [field, decodeText(value)] as const;
    return [field, lower === 'true' ? true : lower === 'false' ? false : lower] as const;
  });
  const read = schema.safeParse(Object.fromEntries(values));
  if (!read.success || new Set(values.map(([name]) => name)).size < values.length) return null;
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** Settings in one cell of a CSV file, where they are not those of a new alias: `remove_trackers=true; unsubscribe=pause`. */
export function writeSettingsCell(settings: Partial<AliasSettings>): string {
  return writeCell(usualSettings, settings);
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
