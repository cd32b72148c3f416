import { type AliasSettings, aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import { type OwnFields, ownNames, ownTexts } from '#contract/aliases/own-fields.ts';
import type { AliasColumns } from '#core/alias-rows/change-rows.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import { snakeCase } from '#contract/letter-case.ts';
import { mapInTurns } from '#platform/take-turns.ts';

/** A field that its owner gives an alias. */
type OwnerField = keyof OwnFields | keyof AliasSettings;

export const settingNames = Object.keys(aliasSettingsSchema.shape) as (keyof AliasSettings)[];

/** Texts that only the owner reads: their columns hold them sealed (`fromName` in `from_name_sealed`), all others as they are. */
const sealedFields = [...ownTexts, 'fromName'] as const;
export type SealedField = (typeof sealedFields)[number];

export function isSealed(field: string): field is SealedField {
  return sealedFields.some((name) => name === field);
}

type ColumnOf<Field extends OwnerField> = Field extends SealedField ? `${Field}Sealed` : Exclude<Field, SealedField>;
/** Notes stand as they are where a release before wrote them. */
type ColumnsOf<Field extends OwnerField> = ColumnOf<Field> | (Field extends 'notes' ? 'notes' : never);

/** The columns that hold fields. */
export function columnNames<Field extends OwnerField>(fields: readonly Field[]): ColumnsOf<Field>[] {
  const names = fields.flatMap((field) => [
    isSealed(field) ? `${field}Sealed` : field,
    ...(field === 'notes' ? ['notes'] : []),
  ]);
  return names as ColumnsOf<Field>[];
}

/** What a field is bound to (`aliases.from_name_sealed` to `aliases.from_name`). */
function contextOf(field: SealedField, aliasId: string): SealContext {
  return { field: `aliases.${snakeCase(field)}`, rowId: aliasId };
}

/** A text with nothing to read in it is none. */
function seal(keys: KeyRing, aliasId: string, field: SealedField, text: unknown): Buffer | null {
  return typeof text === 'string' && text.trim() !== '' ? keys.seal(contextOf(field, aliasId), text) : null;
}

/** Columns with fields as they are from now on; what is left out stays, and what is none of these fields. */
export function columnsOf(
  keys: KeyRing,
  aliasId: string,
  fields: { readonly [Field in OwnerField]?: (OwnFields & AliasSettings)[Field] | undefined },
): AliasColumns {
  const given = [...ownNames, ...settingNames].filter((field) => fields[field] !== undefined);
  const columns = given.map((field) =>
    isSealed(field) ? [`${field}Sealed`, seal(keys, aliasId, field, fields[field])] : [field, fields[field]],
  );
  return { ...Object.fromEntries(columns), ...(fields.notes !== undefined && { notes: null }) } as AliasColumns;
}

type Opened<Row> = Omit<Row, `${SealedField}Sealed`> & {
  readonly [Field in SealedField as `${Field}Sealed` extends keyof Row ? Field : never]: string | null;
};

/** Opens a sealed text as its column holds it. */
export function openField(keys: KeyRing, aliasId: string, field: SealedField, sealed: Buffer): string {
  return keys.open(contextOf(field, aliasId), sealed).toString();
}

/** A row of an alias with the sealed texts that it has, opened. */
export function openRow<Row extends { readonly id: string; readonly notes?: string | null }>(
  keys: KeyRing,
  row: Row,
): Opened<Row> {
  const opened: Record<string, unknown> = { ...row };
  for (const field of sealedFields) {
    const sealed = opened[`${field}Sealed`] as Buffer | null | undefined;
    if (sealed === undefined) continue;
    opened[field] ??= sealed === null ? null : openField(keys, row.id, field, sealed);
    delete opened[`${field}Sealed`];
  }
  return opened as Opened<Row>;
}

/** Opens the sealed texts of as many rows as an account has: a few hundred at once, and between them whatever else waits. */
export function openRows<Row extends { readonly id: string; readonly notes?: string | null }>(
  keys: KeyRing,
  rows: readonly Row[],
): Promise<Opened<Row>[]> {
  return mapInTurns(rows, (row) => openRow(keys, row));
}
