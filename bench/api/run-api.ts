import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { startProgram } from '../forward/start-program.ts';
import { percentile } from '../forward/percentile.ts';
import { startHelper, type HelperProcess } from '../helper-process.ts';
import type { ApiOrder, ApiTimes, ConstantCalls, LoadCalls } from './calls.ts';
import { formatFigures, formatHead, measureCase, type Case, type Figures } from './measure-case.ts';
import { populate, type Account, type Owner } from './populate.ts';

type Print = (line: string) => void;

interface Server {
  readonly url: string;
  readonly pid: number;
}

const aliasesInList = 10_000;
const connections = 4;
/** An account may make 60 aliases an hour. */
const createsPerAccount = 50;
const creates = 2000;
const listenTimeoutMs = 10_000;
const caseTimeoutMs = 300_000;
/** Nothing listens there: no mail is sent. */
const nowhere = { sinkPort: 9, dnsServer: '127.0.0.1:9' };
const preload = join(import.meta.dirname, 'without-rates.ts');

function order(url: string, path: string, more: Partial<ApiOrder>): ApiOrder {
  return {
    url,
    method: 'GET',
    cookies: [],
    keys: [],
    paths: [path],
    body: null,
    headers: {},
    status: 200,
    requests: 5000,
    connections,
    ...more,
  };
}

function listCases({ url, pid }: Server, { userId, cookie }: Account): readonly [Case, Case] {
  const path = `/api/aliases/${userId}`;
  const listCase = (name: string, headers: ApiOrder['headers']): Case => ({
    name,
    pid,
    order: order(url, path, { cookies: [cookie], headers, requests: 200, connections: 1 }),
    warmUpRequests: 20,
    budgetMs: 60,
  });
  return [listCase('list of 10,000 aliases', {}), listCase('the same, packed', { 'accept-encoding': 'gzip, br' })];
}

/** What clients of addy.io ask for: a page, a filtered one, a search. */
function foreignCases({ url, pid }: Server, { keys }: Owner): Case[] {
  const queries = [
    ['first page for addy.io', 'page[size]=100&sort=-created_at'],
    ['last page, by name', 'page[size]=100&page[number]=100&sort=local_part'],
    ['filter', 'filter[active]=true&filter[pinned]=false&sort=-created_at'],
    ['search that finds one', 'filter[search]=-7777'],
    ['search that finds nothing', 'filter[search]=nowhere'],
  ] as const;
  return queries.map(([name, query]) => ({
    name,
    pid,
    order: order(url, `/api/v1/aliases?${query}`, { keys, requests: 200, connections: 1 }),
    warmUpRequests: 20,
    budgetMs: 50,
  }));
}

function createCase({ url, pid }: Server, accounts: readonly Account[]): Case {
  const body = JSON.stringify({ alias: 'bench-{n}', domain: 'kauke.test', forwardTo: 'inbox@office.example' });
  const cookies = accounts.map(({ cookie }) => cookie);
  const paths = accounts.map(({ userId }) => `/api/aliases/${userId}`);
  const create = order(url, '', { method: 'POST', cookies, paths, body, status: 201, requests: creates });
  return { name: 'create an alias', pid, order: create, warmUpRequests: 0, budgetMs: 25 };
}

function sessionCase({ url, pid }: Server, accounts: readonly Account[]): Case {
  const check = order(url, '/api/auth/session', { cookies: accounts.map(({ cookie }) => cookie) });
  return { name: 'session check', pid, order: check, warmUpRequests: 2000, budgetMs: 10 };
}

/** What other accounts ask for meanwhile: who they are, and their own few aliases. */
function othersOrder({ url }: Server, accounts: readonly Account[]): ApiOrder {
  const cookies = accounts.flatMap(({ cookie }) => [cookie, cookie]);
  const paths = accounts.flatMap(({ userId }) => ['/api/auth/session', `/api/aliases/${userId}`]);
  return order(url, '', { cookies, paths, requests: 800, connections: 2 });
}

/** So many times as long as on a quiet server. */
const slowedAtMost = 3;
const listsAtOnce = 8;

interface Neighbours {
  readonly load: HelperProcess<LoadCalls>;
  /** Of the one that asks for its whole list, again and again. */
  readonly flood: HelperProcess<LoadCalls>;
  readonly program: Server;
  readonly owner: Account;
  readonly others: readonly Account[];
}

/** How others fare while one account asks for its 10,000 aliases eight times at once, beside a quiet server. */
async function measureNeighbours({ load, flood, program, owner, others }: Neighbours, print: Print): Promise<void> {
  const asked = othersOrder(program, others);
  const show = (name: string, { answerMs }: ApiTimes, budget: string): void => {
    const [p50, p99] = [50, 99].map((of) => percentile(answerMs, of).toFixed(1));
    print(`${name.padEnd(32)}p50 ${p50} ms, p99 ${p99} ms${budget}`);
  };
  await load.call('run', asked, caseTimeoutMs);
  const quiet = await load.call('run', asked, caseTimeoutMs);
  show('\nothers on a quiet server', quiet, '');
  const lists = order(program.url, `/api/aliases/${owner.userId}`, {
    cookies: [owner.cookie],
    connections: listsAtOnce,
  });
  let isOver = false;
  const flooded = (async () => {
    while (!isOver) await flood.call('run', { ...lists, requests: listsAtOnce * 2 }, caseTimeoutMs);
  })();
  const busy = await load.call('run', asked, caseTimeoutMs);
  isOver = true;
  await flooded;
  const budgetMs = slowedAtMost * percentile(quiet.answerMs, 99);
  show('others while one lists', busy, ` (budget ${slowedAtMost} × quiet: p99 ${budgetMs.toFixed(1)} ms)`);
}

function constantCase({ url, pid }: Server): Case {
  return {
    name: 'Hono answering a constant',
    pid,
    order: order(url, '/', {}),
    warmUpRequests: 2000,
    budgetMs: null,
  };
}

function describeConditions(): string[] {
  return [
    `Machine   ${describeMachine()}`,
    `Database  ${process.env['DATABASE_URL'] === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL'}`,
    `Load      ${connections} connections at once, lists over one; each sends its next request when the last is answered.`,
    `          Generator and program are two processes; with PostgreSQL they share ${availableParallelism()} cores.`,
    '',
  ];
}

/**
 * Measures session check, list and create of the running program, and the framework alone. Everything it
 * starts ends with `scope`.
 * @throws Error when something does not start or an answer is not what it should be
 */
export async function runApi(scope: AsyncDisposableStack, print: Print): Promise<void> {
  for (const line of describeConditions()) print(line);
  await buildWeb(scope);
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const constant = startHelper<ConstantCalls>(new URL('./constant.ts', import.meta.url), scope);
  const load = startHelper<LoadCalls>(new URL('./load.ts', import.meta.url), scope);
  const { webUrl, pid } = await startProgram({ dataDir, cutThrough: 'on', workers: null, preload, ...nowhere }, scope);
  const program: Server = { url: webUrl, pid };
  const { owner, others } = await populate(dataDir, { aliases: aliasesInList, accounts: creates / createsPerAccount });

  const measure = async (measured: Case): Promise<Figures> => {
    const figures = await measureCase(load, measured);
    print(formatFigures(measured, figures));
    return figures;
  };
  print(formatHead());
  const alone = await measure(constantCase(await constant.call('listen', null, listenTimeoutMs)));
  const session = await measure(sessionCase(program, others));
  const [list, packed] = listCases(program, owner);
  await measure(list);
  const { etag } = await measure(packed);
  const headers = { ...packed.order.headers, 'if-none-match': etag ?? '' };
  await measure({ ...packed, name: 'the same, unchanged (304)', order: { ...packed.order, headers, status: 304 } });
  for (const foreign of foreignCases(program, owner)) await measure(foreign);
  await measure(createCase(program, others));
  const flood = startHelper<LoadCalls>(new URL('./load.ts', import.meta.url), scope);
  await measureNeighbours({ load, flood, program, owner, others }, print);
  const ratio = (alone.requestsPerSecond / session.requestsPerSecond).toFixed(1);
  print(`\nHono alone answers ${ratio} times as many requests as the session check.`);
}
