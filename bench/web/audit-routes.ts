import { within } from '../within.ts';
import { auditPage, type PageAudit } from './audit-page.ts';
import { medianAudit } from './median-audit.ts';
import { nowhere, type Route } from './routes.ts';

const runs = 3;
/** On a busy machine the browser's own recording sometimes fails. */
const triesPerRun = 3;
const auditTimeoutMs = 120_000;

const scores = { performance: 97, accessibility: 100, bestPractices: 100, seo: 100 } as const;
const most = { lcpMs: 1800, cls: 0.02 } as const;

/** Of a page that is not there, whose status is 404: the browser writes that onto its console by itself. */
const askedOfOthers = ['errors-in-console', 'http-status-code'];

const columns = ['performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS'] as const;
const firstWidth = 30;
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

function nameOf({ path, isSignedIn }: Route): string {
  return isSignedIn ? `${path}, signed in` : path;
}

/** What of an audit misses its budget, a line each. Only what search engines may list has to be fit for them. */
export function findMisses(route: Route, audit: PageAudit): string[] {
  const name = nameOf(route);
  const low = (Object.keys(scores) as (keyof typeof scores)[])
    .filter((key) => (key !== 'seo' || route.isPublic) && audit[key] < scores[key])
    .map((key) => `${name}: ${key} ${audit[key]}, at least ${scores[key]}`);
  if (audit.lcpMs > most.lcpMs) low.push(`${name}: LCP ${audit.lcpMs.toFixed(0)} ms, at most ${most.lcpMs}`);
  if (audit.cls > most.cls) low.push(`${name}: CLS ${audit.cls.toFixed(3)}, at most ${most.cls}`);
  return low;
}

interface Site {
  readonly webUrl: string;
  readonly debuggingPort: number;
  /** Of the owner of some aliases. */
  readonly cookie: string;
  readonly print: (line: string) => void;
}

async function auditOnce(site: Site, route: Route, triesLeft = triesPerRun): Promise<PageAudit> {
  const url = new URL(route.path, site.webUrl).href;
  const { debuggingPort } = site;
  const cookie = route.isSignedIn ? site.cookie : null;
  const skipped = route.path === nowhere ? askedOfOthers : [];
  try {
    return await within(auditTimeoutMs, `the audit of ${url}`, auditPage({ url, debuggingPort, cookie, skipped }));
  } catch (error) {
    if (triesLeft <= 1) throw error;
    return auditOnce(site, route, triesLeft - 1);
  }
}

/** Audits each route three times, and prints the middle; what misses its budget. @throws Error when one cannot be audited */
export async function auditRoutes(site: Site, routes: readonly Route[]): Promise<string[]> {
  site.print(formatRow('', columns.map(String)));
  const misses: string[] = [];
  for (const route of routes) {
    const audits: PageAudit[] = [];
    for (let run = 0; run < runs; run += 1) audits.push(await auditOnce(site, route));
    const audit = medianAudit(audits);
    const all = audits.map(({ performance }) => performance).join(', ');
    site.print(`${formatAudit(nameOf(route), audit)}  (${all})`);
    if (audit.faults.length > 0) site.print(`  less than full marks: ${audit.faults.join(', ')}`);
    misses.push(...findMisses(route, audit));
  }
  return misses;
}
