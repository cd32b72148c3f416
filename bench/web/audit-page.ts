import lighthouse from 'lighthouse';

/** What Lighthouse says of one load of a page, as on a middling phone with slow 4G. */
export interface PageAudit {
  /** 0 to 100 each. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Largest contentful paint. */
  readonly lcpMs: number;
  /** Total blocking time. */
  readonly tbtMs: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Names of the audits that cost points. */
  readonly faults: readonly string[];
}

export interface AuditRequest {
  readonly url: string;
  readonly debuggingPort: number;
  /** Of who looks; null: nobody that we know. */
  readonly cookie: string | null;
  /** Names of audits that ask for what this page cannot have. */
  readonly skipped: readonly string[];
}

/** @throws Error when the page could not be audited */
export async function auditPage({ url, debuggingPort, cookie, skipped }: AuditRequest): Promise<PageAudit> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    skipAudits: [...skipped],
    output: 'json',
    logLevel: 'silent',
    // The page for paths that lead nowhere is a page, too.
    ignoreStatusCode: true,
    ...(cookie !== null && { extraHeaders: { Cookie: cookie } }),
  });
  const report = result?.lhr;
  if (report === undefined || report.runtimeError) {
    throw new Error(`${url} could not be audited: ${report?.runtimeError?.message ?? 'no result'}`);
  }
  const { categories, audits } = report;
  const scoreOf = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100);
  const valueOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const faults = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    lcpMs: valueOf('largest-contentful-paint'),
    tbtMs: valueOf('total-blocking-time'),
    cls: valueOf('cumulative-layout-shift'),
    faults: [...new Set(faults)],
  };
}
