import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readRows } from '#database/backup/table-rows.ts';
import { createEmptyTestDatabase } from '#support/database.ts';

it('reads rows by batches that fit into memory, also where large ones come behind thousands of small ones', async () => {
  const test = await createEmptyTestDatabase();
  const batches = await test.database.db.transaction().execute(async (db) => {
    await sql`create temporary table uneven (number int, octets bytea)`.execute(db);
    await sql`alter table uneven alter column octets set storage external`.execute(db);
    await sql`insert into uneven select n, repeat('x', case when n <= 5000 then 1 else 524288 end)::bytea
      from generate_series(1, 5064) n`.execute(db);
    const sizes: number[][] = [];
    for await (const rows of readRows(db, 'uneven', null)) sizes.push(rows.map(({ length }) => length));
    return sizes;
  });
  expect(batches.flat()).toHaveLength(5064);
  expect(Math.max(...batches.map((sizes) => sizes.reduce((sum, size) => sum + size, 0)))).toBeLessThan(9 * 1024 * 1024);
  await test.drop();
});
