/** Who can read a column: with the database alone, and with SECRET_KEY beside it. */
export const readings = {
  plain: 'plain: whoever has the database',
  sealed: 'sealed: only with `SECRET_KEY`',
  hashed: 'keyed hash: a guess can be compared, only with `SECRET_KEY`',
  digest: 'SHA-256 of a random secret: nobody',
  password: 'Argon2id: nobody; a weak password can be guessed',
  token: 'sealed under the reverse address, which is stored nowhere',
} as const;

export type Reading = keyof typeof readings;

/** Who can read it, why it is there, and how long it is kept where that is not as long as its row. */
export type ColumnEntry = readonly [reading: Reading, why: string, kept?: string];

export interface TableEntry<Column extends string> {
  readonly about: string;
  /** How long a row is kept. */
  readonly kept: string;
  readonly columns: Readonly<Record<Column, ColumnEntry>>;
}

/** By table and column as TypeScript names them. */
export type Catalogue<Tables> = { readonly [Table in keyof Tables]: TableEntry<keyof Tables[Table] & string> };

/** Why many columns are there. */
export const owner = 'whose it is';
export const madeAt = 'when it was made; its order in lists';
