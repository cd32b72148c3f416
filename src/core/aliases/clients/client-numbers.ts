import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Random } from '#platform/random.ts';

/** Clients of SimpleLogin know what an account has by numbers of 31 bits. They are random: none tells how many there are. */
const tables = {
  alias: { column: 'alias_id', type: 'uuid', table: 'aliases', key: 'id' },
  target: { column: 'target_id', type: 'uuid', table: 'targets', key: 'id' },
  domain: { column: 'domain_id', type: 'uuid', table: 'domains', key: 'id' },
  contact: { column: 'contact_hash', type: 'bytea', table: 'contacts', key: 'token_hash' },
} as const;
type NumberedKind = keyof typeof tables;

/** Ids are UUIDs; of contacts the digest of their token, in hexadecimal. */
interface Numbered {
  readonly userId: string;
  readonly kind: NumberedKind;
}

type NumberContext = Pick<CoreContext, 'database' | 'random'>;

/** A number that is taken is as rare as it sounds. */
const tries = 3;

function makeNumber(random: Random): number {
  return random.bytes(4).readUInt32BE(0) & 0x7fff_ffff || 1;
}

function read(column: ReturnType<typeof sql.ref>, type: string) {
  return type === 'bytea' ? sql<string>`encode(${column}, 'hex')` : sql<string>`${column}::text`;
}

function write(ids: readonly string[], type: string) {
  return type === 'bytea'
    ? sql`array(select decode(hex, 'hex') from unnest(${ids}::text[]) as given (hex))`
    : sql`${ids}::uuid[]`;
}

async function readNumbers({ database }: NumberContext, { userId, kind }: Numbered, ids: readonly string[]) {
  const { column, type } = tables[kind];
  const { rows } = await sql<{ id: string; number: number }>`
    select ${read(sql.ref(column), type)} as id, number from client_numbers
    where user_id = ${userId} and ${sql.ref(column)} = any(${write(ids, type)})`.execute(database.db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** What was erased meanwhile gets none. */
async function insertNumbers({ database, random }: NumberContext, { userId, kind }: Numbered, ids: readonly string[]) {
  const { column, type, table, key } = tables[kind];
  const numbers = ids.map(() => makeNumber(random));
  await sql`
    insert into client_numbers (user_id, number, ${sql.ref(column)})
    select ${userId}::uuid, given.number, held.${sql.ref(key)}
    from unnest(${numbers}::integer[], ${write(ids, type)}) as given (number, id)
    join ${sql.table(table)} held on held.${sql.ref(key)} = given.id
    order by given.id for key share of held
    on conflict do nothing`.execute(database.db);
}

/** The numbers of what an account has, by ids that its owner was shown; those that have none get one. */
export async function numberAll(
  context: NumberContext,
  numbered: Numbered,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  let known = await readNumbers(context, numbered, ids);
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) break;
    await insertNumbers(context, numbered, missing);
    known = await readNumbers(context, numbered, ids);
  }
  return known;
}

/** The same of one. @throws AppError not_found when it is gone. */
export async function numberOne(context: NumberContext, numbered: Numbered, id: string): Promise<number> {
  const number = (await numberAll(context, numbered, [id])).get(id);
  if (number === undefined) throw new AppError('not_found');
  return number;
}

/** What the numbers of an account stand for, in their order. @throws AppError not_found when one stands for nothing of that kind. */
export async function findNumbered(
  { database }: Pick<CoreContext, 'database'>,
  { userId, kind }: Numbered,
  numbers: readonly number[],
): Promise<string[]> {
  const { column, type } = tables[kind];
  const { rows } = await sql<{ id: string; number: number }>`
    select ${read(sql.ref(column), type)} as id, number from client_numbers
    where user_id = ${userId} and number = any(${numbers}::integer[]) and ${sql.ref(column)} is not null`.execute(
    database.db,
  );
  const found = new Map(rows.map(({ id, number }) => [number, id]));
  return numbers.map((number) => {
    const id = found.get(number);
    if (id === undefined) throw new AppError('not_found');
    return id;
  });
}
