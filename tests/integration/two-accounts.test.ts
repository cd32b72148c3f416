import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { fillPath, listOperations, type ListedOperation } from '#support/api-operations.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { formsOf } from '#support/database-search.ts';
import {
  createFullAccount,
  register,
  waysIn,
  waysOfAccounts,
  type FullAccount,
  type IdKind,
} from '#support/full-account.ts';
import { withGenerousLimits } from '#support/generous-limits.ts';
import { routeSamples } from '#support/route-samples.ts';
import type { PickId, RouteSample } from '#support/sample-forms.ts';

/** Walks the whole OpenAPI document as one account with the ids of another: by cookie, and by a key of each scope. */

/** One id in a sample: as `pick` was asked for it, the first, the second … */
type Choice = readonly string[];

let test: TestCore;
let api: TestApi;
let operations: ListedOperation[];
let ann: FullAccount;
let bob: FullAccount;
/** Which of his ids stands next where another kind is asked for. */
let turn = 0;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(withGenerousLimits(test.core));
  operations = await listOperations(api);
  [ann, bob] = [await createFullAccount(test, api, 'ann'), await createFullAccount(test, api, 'bob')];
  spellings = spellingsOf(bob);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function nameOf({ method, path }: ListedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function sampleOf(operation: ListedOperation, pick: PickId): RouteSample {
  return routeSamples[nameOf(operation)]?.(pick) ?? {};
}

/** Of which kinds the ids of a sample are. */
function kindsOf(operation: ListedOperation): IdKind[] {
  const kinds: IdKind[] = [];
  sampleOf(operation, (kind) => {
    kinds.push(kind);
    return '';
  });
  return kinds;
}

function send(asker: Visitor, operation: ListedOperation, choice: Choice): Promise<Answer> {
  const left = choice.values();
  const { path = {}, query = {}, body } = sampleOf(operation, () => left.next().value ?? '');
  const search = new URLSearchParams(query).toString();
  const url = `${fillPath(operation.path, path)}${search === '' ? '' : `?${search}`}`;
  return asker.send(operation.method.toUpperCase(), url, body);
}

/**
 * `own`: his where hers would be, in every mixture. `each`: besides, in each place an id of another kind, one after the other,
 * beside hers. `all`: any of them in any place.
 */
type Mixtures = 'own' | 'each' | 'all';

/** Ways to put ids of Bob where one's own would be, at least one of them. */
function foreignChoices(kinds: readonly IdKind[], mixtures: Mixtures): Choice[] {
  const foreign = Object.values(bob.ids);
  const mix = (idsAt: (kind: IdKind) => readonly string[]): Choice[] =>
    kinds.reduce<Choice[]>(
      (begun, kind) => begun.flatMap((choice) => idsAt(kind).map((next) => [...choice, next])),
      [[]],
    );
  if (mixtures === 'all') return mix((kind) => [ann.ids[kind], ...foreign]).filter(hasIdOfBob);
  const own = mix((kind) => [ann.ids[kind], bob.ids[kind]]).filter(hasIdOfBob);
  if (mixtures === 'own') return own;
  const others = kinds.map((_, place) => {
    turn += 1;
    return kinds.map((kind, at) => (at === place ? (foreign[turn % foreign.length] ?? '') : ann.ids[kind]));
  });
  return [...new Map([...own, ...others].map((choice) => [choice.join(' '), choice])).values()];
}

function hasIdOfBob(choice: Choice): boolean {
  return choice.some((id) => Object.values(bob.ids).includes(id));
}

/** All rows that name anything of an account, of all tables there are: what a new one holds is looked at, too. */
async function dump({ ids }: FullAccount): Promise<string[]> {
  const { db } = test.core.database;
  const tables = await sql<{ tableName: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const pattern = Object.values(ids).join('|');
  const rows: string[] = [];
  for (const { tableName } of tables.rows) {
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(tableName)} t where to_jsonb(t)::text ~ ${pattern}`.execute(db);
    rows.push(...found.rows.map(({ row }) => `${tableName} ${row}`));
  }
  return rows.toSorted();
}

/** How each of them may be written. */
function spellingsOf({ secrets }: FullAccount): ReadonlyMap<string, readonly string[]> {
  return new Map(secrets.map((secret) => [secret, formsOf(secret).map((form) => form.toLowerCase())]));
}

let spellings: ReadonlyMap<string, readonly string[]>;

function expectNothingOfBob(asked: string, { body }: Answer, sent: string): void {
  const text = JSON.stringify(body).toLowerCase();
  const told = [...spellings].filter(
    ([secret, forms]) => forms.some((form) => text.includes(form)) && !sent.includes(secret),
  );
  expect(told, `${asked}`).toEqual([]);
}

/** A tool's refusal, in words for a model. */
function isToolRefusal(body: unknown): boolean {
  const { result, error } = body as { readonly result?: { readonly isError?: unknown }; readonly error?: unknown };
  return result?.isError === true || typeof error === 'object';
}

/** A list that is only narrowed by an id is empty with one that is not there, and a change of many changes none. */
function isRefusal({ method }: ListedOperation, { status, body }: Answer): boolean {
  const { data, changed } = body as { readonly data?: unknown; readonly changed?: unknown };
  const isEmpty = (method === 'get' && Array.isArray(data) && data.length === 0) || changed === 0;
  return (status >= 400 && status < 500) || isEmpty || isToolRefusal(body);
}

/** Nobody has it. */
const nobodysId = randomUUID();

/** With `nobodysId` for each id of his. */
function withoutIdsOfBob(text: string): string {
  return Object.values(bob.ids).reduce((rest, id) => rest.replaceAll(id, nobodysId), text);
}

/** A key is refused at the door of what it does not open, whatever comes with it. */
function isClosed({ status, body }: Answer): boolean {
  const { code } = body as { readonly code?: unknown };
  return status === 403 && (code === 'session_required' || code === 'scope_required');
}

/** Every answer to Ann with ids of Bob is the one to ids that nobody has. How many there were. */
async function tryForeignIds(way: string, mixturesOf: (operation: ListedOperation) => Mixtures): Promise<number> {
  const visitor = ann.ways.get(way);
  if (visitor === undefined) throw new Error(`no way in by ${way}`);
  let tried = 0;
  for (const operation of operations) {
    const answers = new Map<string, Promise<Answer>>();
    const ask = (choice: Choice): Promise<Answer> => {
      const key = choice.join(' ');
      const answer = answers.get(key) ?? send(visitor, operation, choice);
      answers.set(key, answer);
      return answer;
    };
    const tryChoice = async (choice: Choice): Promise<Answer> => {
      const asked = `${nameOf(operation)} by ${way} with ${choice.join(' ')}`;
      const answer = await ask(choice);
      const nobodys = await ask(choice.map((id) => withoutIdsOfBob(id)));
      const told = JSON.stringify(answer.body);
      expect(isRefusal(operation, answer), `${asked} is answered ${answer.status} ${told}`).toBe(true);
      expect(answer.status, `${asked}`).toBe(nobodys.status);
      expect(withoutIdsOfBob(told), `${asked}`).toBe(JSON.stringify(nobodys.body));
      expectNothingOfBob(asked, answer, choice.join(' '));
      tried += 1;
      return answer;
    };
    const [first, ...rest] = foreignChoices(kindsOf(operation), mixturesOf(operation));
    if (first === undefined || isClosed(await tryChoice(first))) continue;
    await Promise.all(rest.map(tryChoice));
  }
  return tried;
}

it('has a sample of every route', () => {
  const missing = operations.map(nameOf).filter((name) => !(name in routeSamples));
  const help = (name: string): string =>
    `tests/support/route-samples.ts needs '${name}', with pick(kind) for each id in it`;
  expect(missing.map(help)).toEqual([]);
});

/** Ids of other kinds are refused by the same lines, whatever somebody comes by: they are tried by the way that opens most. */
function mixturesBy(way: string): (operation: ListedOperation) => Mixtures {
  return ({ security }) => (way === (security.some((one) => 'session' in one) ? 'cookie' : 'key all') ? 'each' : 'own');
}

it.each(waysOfAccounts)(
  'refuses ids of the other account in path, query and body, as if nobody had them, by %s',
  async (way) => {
    const before = await dump(bob);
    expect(before.length).toBeGreaterThan(10);
    expect(await tryForeignIds(way, mixturesBy(way))).toBeGreaterThan(40);
    expect(await dump(bob)).toEqual(before);
  },
);

it.each(waysOfAccounts)('refuses every mixture of ids of the two, by %s', { tags: 'proof' }, async (way) => {
  const before = await dump(bob);
  expect(await tryForeignIds(way, () => 'all')).toBeGreaterThan(80);
  expect(await dump(bob)).toEqual(before);
});

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const { body } = await visitor.send('GET', '/api/auth/session');
  return (body as { readonly user: unknown }).user !== null;
}

it('tells and changes nothing of another account by calls that name nobody', async () => {
  const before = await dump(bob);
  const holder = await register(api, 'holder-of-keys@home.example');
  const { ways } = await waysIn(api, holder.visitor, 'walker');
  let { visitor } = await register(api, 'walker@home.example');
  for (const [index, operation] of operations.entries()) {
    if (kindsOf(operation).length > 0) continue;
    // Some calls end the session, or the account; a key ends neither.
    if (!(await isSignedIn(visitor))) ({ visitor } = await register(api, `walker-${index}@home.example`));
    for (const [way, asker] of new Map(ways).set('cookie', visitor)) {
      const asked = `${nameOf(operation)} by ${way}`;
      const answer = await send(asker, operation, []);
      expect(answer.status, `${asked}`).toBeLessThan(500);
      expectNothingOfBob(asked, answer, JSON.stringify(sampleOf(operation, () => '')));
    }
  }
  expect(await dump(bob)).toEqual(before);
});
