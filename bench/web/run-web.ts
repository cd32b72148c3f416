import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#support/browser.ts';
import { findFreePort } from '#support/free-port.ts';
import { populate, type Account } from '../api/populate.ts';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';
import { startProgram } from '../forward/start-program.ts';
import { auditRoutes } from './audit-routes.ts';
import { measureInteractions } from './measure-interactions.ts';
import { measureList, type ListFigures } from './measure-list.ts';
import { allRoutes, chooseRoutes } from './routes.ts';

type Print = (line: string) => void;

const runs = 3;
const bytesInKb = 1000;
/** Nothing listens there: no mail is sent. */
const nowhere = { sinkPort: 9, dnsServer: '127.0.0.1:9' };
const repository = resolve(import.meta.dirname, '../..');

const aliasesInList = 10_000;
/** A long task is one of more than 50 ms: there shall be none. */
const listBudgets = { paintMs: 300, longestBlockMs: 50 } as const;
const slowestMs = 200;
const aliasesToAudit = 12;

interface Size {
  readonly name: string;
  readonly passed: boolean;
  readonly size: number;
  readonly sizeLimit: number;
}

/** size-limit fails when something is too large, and says what all the same. */
async function readSizes(): Promise<Size[]> {
  const parameters = ['node_modules/.bin/size-limit', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: repository }).catch(
    (failure: { stdout: string }) => failure,
  );
  return JSON.parse(stdout) as Size[];
}

function formatKb(bytes: number): string {
  return `${(bytes / bytesInKb).toFixed(1)} kB`;
}

/** Prints what each page loads, from the build, and gives what is too large. */
async function runSizes(print: Print): Promise<string[]> {
  const sizes = await readSizes();
  print('\nJavaScript and styles, gzip');
  for (const { name, size } of sizes) print(`  ${name.padEnd(34)}${formatKb(size).padStart(10)}`);
  return sizes
    .filter(({ passed }) => !passed)
    .map(({ name, size, sizeLimit }) => `${name}: ${formatKb(size)}, at most ${formatKb(sizeLimit)}`);
}

/** Gives what misses its budget. */
async function runList(browser: Browser, webUrl: string, owner: Account, print: Print): Promise<string[]> {
  const all: ListFigures[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await measureList(browser, webUrl, owner));
  const paintMs = percentile(
    all.map((figures) => figures.paintMs),
    50,
  );
  const longestBlockMs = percentile(
    all.map((figures) => figures.longestBlockMs),
    50,
  );
  const block = longestBlockMs === 0 ? 'none above 50 ms' : `${longestBlockMs.toFixed(0)} ms`;
  print(`\n10,000 aliases: shown ${paintMs.toFixed(0)} ms after their data; longest block while searching: ${block}`);
  return [
    ...(paintMs > listBudgets.paintMs
      ? [`list: shown after ${paintMs.toFixed(0)} ms, at most ${listBudgets.paintMs}`]
      : []),
    ...(longestBlockMs > listBudgets.longestBlockMs
      ? [`list: a block of ${block}, at most ${listBudgets.longestBlockMs} ms`]
      : []),
  ];
}

/** On a machine four times slower, with 100 rows a page; gives what misses its budget. */
async function runInteractions(browser: Browser, webUrl: string, owner: Account, print: Print): Promise<string[]> {
  const all = [];
  for (let run = 0; run < runs; run += 1) all.push(await measureInteractions(browser, webUrl, owner));
  print('\n10,000 aliases, 100 a page, processor four times slower: the slowest event of each interaction');
  const misses: string[] = [];
  for (const [place, { name }] of (all[0] ?? []).entries()) {
    const durations = all.map((figures) => figures[place]?.durationMs ?? Number.NaN);
    const middle = percentile(durations, 50);
    print(`  ${name.padEnd(28)}${middle.toFixed(0).padStart(6)} ms  (${durations.join(', ')})`);
    if (!(middle <= slowestMs)) misses.push(`${name}: ${middle.toFixed(0)} ms, at most ${slowestMs}`);
  }
  return misses;
}

/** The page of one alias of an account. */
async function findAlias(webUrl: string, { userId, cookie }: Account): Promise<string> {
  const answer = await fetch(new URL(`/api/aliases/${userId}`, webUrl), { headers: { cookie } });
  const { aliases } = (await answer.json()) as { aliases: { id: string }[] };
  return `/aliases/${aliases[0]?.id}`;
}

/**
 * Audits every route, as Lighthouse does it on its mobile setting, and works with a long list; each time the middle of three
 * runs. All that it starts ends with `scope`.
 * @param paths of the routes that are audited; null: of all
 * @throws Error when something misses its budget
 */
export async function runWeb(
  scope: AsyncDisposableStack,
  paths: readonly string[] | null,
  print: Print,
): Promise<void> {
  print(`Machine   ${describeMachine()}\n`);
  await buildWeb(scope);
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { webUrl } = await startProgram({ dataDir, cutThrough: 'on', workers: null, ...nowhere }, scope);
  const debuggingPort = await findFreePort();
  const browser = await launchBrowser({ debuggingPort });
  scope.defer(() => browser.close());

  const { owner: newcomer } = await populate(dataDir, { aliases: aliasesToAudit, accounts: 0 });
  const routes = chooseRoutes(allRoutes(await findAlias(webUrl, newcomer)), paths);
  const misses = await auditRoutes({ webUrl, debuggingPort, cookie: newcomer.cookie, print }, routes);
  const { owner } = await populate(dataDir, { aliases: aliasesInList, accounts: 0 });
  misses.push(...(await runList(browser, webUrl, owner, print)));
  misses.push(...(await runInteractions(browser, webUrl, owner, print)));
  misses.push(...(await runSizes(print)));
  if (misses.length > 0) throw new Error(misses.join('; '));
}
