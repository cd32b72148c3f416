import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#support/browser.ts';
import { findFreePort } from '#support/free-port.ts';
import { populate } from '../api/populate.ts';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';
import { startProgram } from '../forward/start-program.ts';
import { within } from '../within.ts';
import { auditPage, type PageAudit } from './audit-page.ts';
import { measureList, type ListFigures } from './measure-list.ts';
import { medianAudit } from './median-audit.ts';

type Print = (line: string) => void;

const pages = ['/', '/auth'];
const runs = 3;
/** On a busy machine the browser's own recording sometimes fails. */
const triesPerRun = 3;
const auditTimeoutMs = 120_000;
const bytesInKb = 1000;
/** Nothing listens there: no mail is sent. */
const nowhere = { sinkPort: 9, dnsServer: '127.0.0.1:9' };
const repository = resolve(import.meta.dirname, '../..');

const aliasesInList = 10_000;
/** A long task is one of more than 50 ms: there shall be none. */
const listBudgets = { paintMs: 300, longestBlockMs: 50 } as const;
const budgets = { performance: 98, accessibility: 100, bestPractices: 100, seo: 100, lcpMs: 1500 } as const;

/** What of an audit misses its budget, a line each. */
function findMisses(page: string, audit: PageAudit): string[] {
  const { lcpMs, ...scores } = budgets;
  const low = (Object.keys(scores) as (keyof typeof scores)[])
    .filter((name) => audit[name] < scores[name])
    .map((name) => `${page}: ${name} ${audit[name]}, at least ${scores[name]}`);
  return audit.lcpMs > lcpMs ? [...low, `${page}: LCP ${audit.lcpMs.toFixed(0)} ms, at most ${lcpMs}`] : low;
}

const columns = ['performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS'] as const;
const firstWidth = 12;
const leastWidth = 5;

function formatRow(name: string, values: readonly string[]): string {
  return (
    name.padEnd(firstWidth) +
    values.map((value, index) => value.padStart(Math.max(leastWidth, (columns[index] ?? '').length) + 2)).join('')
  );
}

function formatAudit(name: string, audit: PageAudit): string {
  return formatRow(name, [
    `${audit.performance}`,
    `${audit.accessibility}`,
    `${audit.bestPractices}`,
    `${audit.seo}`,
    audit.lcpMs.toFixed(0),
    audit.tbtMs.toFixed(0),
    audit.cls.toFixed(3),
  ]);
}

async function auditOnce(url: string, debuggingPort: number, triesLeft = triesPerRun): Promise<PageAudit> {
  try {
    return await within(auditTimeoutMs, `the audit of ${url}`, auditPage(url, debuggingPort));
  } catch (error) {
    if (triesLeft <= 1) throw error;
    return auditOnce(url, debuggingPort, triesLeft - 1);
  }
}

async function auditSeveralTimes(url: string, debuggingPort: number, print: Print): Promise<PageAudit> {
  const audits: PageAudit[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const audit = await auditOnce(url, debuggingPort);
    print(formatAudit(`  run ${run}`, audit));
    audits.push(audit);
  }
  return medianAudit(audits);
}

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
async function runList(browser: Browser, { webUrl, dataDir }: { webUrl: string; dataDir: string }, print: Print) {
  const { owner } = await populate(dataDir, { aliases: aliasesInList, accounts: 0 });
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

/**
 * Audits the pages that people see first, as Lighthouse does it on its mobile setting, and measures a long list; each time
 * the middle of three runs. All that it starts ends with `scope`.
 * @throws Error when a page misses its budget
 */
export async function runWeb(scope: AsyncDisposableStack, print: Print): Promise<void> {
  print(`Machine   ${describeMachine()}\n`);
  await buildWeb(scope);
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { webUrl } = await startProgram({ dataDir, cutThrough: 'on', workers: null, ...nowhere }, scope);
  const debuggingPort = await findFreePort();
  const browser = await launchBrowser(debuggingPort);
  scope.defer(() => browser.close());

  print(formatRow('', columns.map(String)));
  const misses: string[] = [];
  for (const page of pages) {
    const audit = await auditSeveralTimes(new URL(page, webUrl).href, debuggingPort, print);
    print(formatAudit(page, audit));
    if (audit.faults.length > 0) print(`  less than full marks: ${audit.faults.join(', ')}`);
    misses.push(...findMisses(page, audit));
  }
  misses.push(...(await runList(browser, { webUrl, dataDir }, print)));
  misses.push(...(await runSizes(print)));
  if (misses.length > 0) throw new Error(misses.join('; '));
}
