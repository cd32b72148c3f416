import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { countStatements } from '../../scripts/house/count-statements.ts';
import { readImportGraph, readSource, withFile } from '../../scripts/house/import-graph.ts';
import { guests, openTables, owners } from './table-owners.ts';

const planted = 'mail/planted.ts';

/** For each table: the statements of files outside the room of its owner, by file under `src`. */
let outside: ReadonlyMap<string, Readonly<Record<string, number>>>;

// Counted once, with a file that breaks the rule: it takes seconds.
beforeAll(async () => {
  const text = `export const read = (db) => db.selectFrom('aliases').select('id').execute();`;
  const house = await readImportGraph(resolve(import.meta.dirname, '../..'));
  const counted = countStatements(withFile(house, readSource(packageJson.imports, `src/${planted}`, text)));
  outside = new Map(
    counted
      .filter(({ statements }) => statements > 0)
      .map(({ table, places }) => {
        const rooms = (owners[table] ?? '?').split(' ').map((room) => `src/${room}`);
        const isInside = (file: string) => rooms.some((room) => file === room || file.startsWith(`${room}/`));
        // What takes in a part that the owner hands out names nothing itself.
        const files: Record<string, number> = {};
        for (const { file, from } of places) {
          if (isInside(file) || from.every(isInside)) continue;
          const name = file.slice('src/'.length);
          files[name] = (files[name] ?? 0) + 1;
        }
        return [table, files];
      }),
  );
});

it('each table has one owner', () => {
  expect([...outside.keys()].toSorted()).toEqual(Object.keys(owners).toSorted());
});

it('a table is named by its owner alone, but for what is listed, and no more is listed than is so', () => {
  const closed = [...outside].filter(([table, files]) => !openTables.has(table) && Object.keys(files).length > 0);
  expect(Object.fromEntries(closed)).toEqual({ ...guests, aliases: { ...guests['aliases'], [planted]: 1 } });
});

it('a table that is open is named by somebody else', () => {
  expect([...openTables].filter((table) => Object.keys(outside.get(table) ?? {}).length === 0)).toEqual([]);
});
