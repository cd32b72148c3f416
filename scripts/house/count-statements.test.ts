import { describe, expect, it } from 'vitest';
import { countStatements } from './count-statements.ts';
import { readSource, type ImportGraph } from './import-graph.ts';

const migration = {
  'src/database/migrations/0001-first.ts': `
    const first = ['create table users (id uuid)', \`create table aliases (id uuid)\`, 'create table alias_targets (id uuid)'];
    const views = ['create view alias_standing as select a.id from aliases a join users u on u.id = a.user_id'];
    const functions = ['create function next_alias(uuid) returns uuid as $$ select id from aliases where id > $1 $$ language sql'];
    const moved = 'update aliases set id = id';
  `,
};

function houseOf(sources: Readonly<Record<string, string>>): ImportGraph {
  return new Map(
    Object.entries({ ...migration, ...sources }).map(([path, text]) => [path, readSource({}, path, text)] as const),
  );
}

/** Statements and files of one table in a house of these files. */
function count(sources: Readonly<Record<string, string>>, table = 'aliases'): readonly [number, readonly string[]] {
  const found = countStatements(houseOf(sources)).find((one) => one.table === table);
  return [found?.statements ?? 0, found?.files ?? []];
}

const a = 'src/core/a.ts';
const b = 'src/mail/b.ts';

describe('a statement', () => {
  it.each([
    ['a text', `const all = { name: 'all', text: 'select id from aliases' };`],
    ['a text of the builder', 'const read = (db) => sql`delete from "aliases" where id = ${1}`.execute(db);'],
    ['a part of a text', 'const has = `exists (select 1 from users u, aliases a where a.user_id = u.id)`;'],
    ['a lock', `const lock = 'lock table aliases in share mode';`],
    ['an update from it', `const text = 'update users set n = 1 from only aliases where true';`],
    ['a chain', `const read = (db) => db.selectFrom('aliases').selectAll().where('id', '=', 1).execute();`],
    ['a chain by another name', `const read = (db) => db.selectFrom('aliases as own').select('own.id');`],
    ['a chain over several', `const read = (db) => db.selectFrom(['users', 'aliases']).select('users.id');`],
    ['a join', `const read = (db) => db.selectFrom('users').innerJoin('aliases', 'a', 'b').execute();`],
    ['a change', `const change = (db) => db.with('x', (q) => q).updateTable('aliases').set({}).execute();`],
    ['a table put into a text', "const text = (db) => sql`select 1 from ${db.table('aliases')}`;"],
    ['a view over it', `const read = (db) => db.selectFrom('aliasStanding').selectAll().execute();`],
    ['a view in a text', `const text = 'select * from alias_standing where id = $1';`],
    ['a function over it', `const text = 'select next_alias($1) as id';`],
  ])('is %s', (_, text) => {
    expect(count({ [a]: text })).toEqual([1, [a]]);
  });

  it.each([
    ['a comment', `// select id from aliases\nexport const none = 1;`],
    ['a sentence', `const words = 'You have aliases; none of them is deleted.';`],
    ['a table of a longer name', `const text = 'select 1 from alias_targets';`],
    ['a column', `const text = 'select aliases, users.id from users';`],
    ['another call with such a word', `const label = translate('aliases');`],
  ])('is not %s', (_, text) => {
    expect(count({ [a]: text })).toEqual([0, []]);
  });

  it('is one with all queries in it, and counts for each of their tables', () => {
    const text = `const read = (db) => db.selectFrom('users').where(({ exists, selectFrom }) =>
      exists(selectFrom('aliases').select('id'))).where(({ not }) => not(sql\`exists (select from aliases)\`)).execute();`;
    expect(count({ [a]: text })).toEqual([1, [a]]);
    expect(count({ [a]: text }, 'users')).toEqual([1, [a]]);
  });

  it('is counted where it is put together, in whatever file its parts lie', () => {
    const parts = `export const living = 'from aliases where binned_at is null';
      export const withUser = \`\${living} and user_id = $1\`;
      export function ordered(by) { return \`select id \${withUser} order by \${by}\`; }`;
    const user = `import { withUser, ordered as inOrder } from '../core/a.ts';
      const count = \`select count(*) \${withUser}\`;
      const both = \`select 1 where exists (\${inOrder('id')})\`;`;
    expect(count({ [a]: parts, [b]: user })).toEqual([5, [a, b]]);
  });

  it('is counted where a chain goes on that a function of another file began', () => {
    const begun = `export function selectLiving(db) { return db.selectFrom('aliases').where('binnedAt', 'is', null); }`;
    const goesOn = `import { selectLiving } from '../core/a.ts';
      const count = (db) => selectLiving(db).select('id').execute();`;
    expect(count({ [a]: begun, [b]: goesOn })).toEqual([2, [a, b]]);
  });

  it('is counted where a chain or a text takes in what a function of another file hands out, which alone names the table', () => {
    const part = `export function aliasIds(userId) { return expressionBuilder().selectFrom('aliases').select('id').where('userId', '=', userId); }`;
    const takes = `import { aliasIds } from '../core/a.ts';
      const within = (db) => db.selectFrom('users').where('id', 'in', aliasIds(1)).execute();
      const joined = (db) => db.selectFrom('users').innerJoin(aliasIds(1).as('a'), 'a.id', 'users.id').execute();
      const deep = (db) => db.deleteFrom('users').where(({ eb, or }) => or([eb('id', 'in', aliasIds(1))])).execute();
      const text = (db) => sql\`select 1 from \${aliasIds(1)}\`.execute(db);`;
    expect(count({ [a]: part, [b]: takes })).toEqual([5, [a, b]]);
    const found = countStatements(houseOf({ [a]: part, [b]: takes })).find(({ table }) => table === 'aliases');
    expect(found?.places.map(({ from }) => from)).toEqual([[a], [a], [a], [a], [a]]);
  });

  it('is no call of a function that gives rows', () => {
    const reads = `export async function readAliases(db) { return db.selectFrom('aliases').selectAll().execute(); }
      export function readThem(db) { return db.selectFrom('aliases').selectAll().execute(); }`;
    const uses = `import { readAliases, readThem } from '../core/a.ts';
      const first = (db) => readAliases(db).then(([one]) => one);
      const text = (db) => \`select from \${readThem(db)}\`;`;
    expect(count({ [a]: reads, [b]: uses })).toEqual([2, [a]]);
  });

  it('is no migration, and no test', () => {
    expect(count({})).toEqual([0, []]);
  });
});
