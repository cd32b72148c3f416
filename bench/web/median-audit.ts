import { percentile } from '../forward/percentile.ts';
import type { PageAudit } from './audit-page.ts';

/** The middle of each figure of several audits, and every fault that was found in any. */
export function medianAudit(audits: readonly PageAudit[]): PageAudit {
  const middle = (read: (audit: PageAudit) => number): number => percentile(audits.map(read), 50);
  return {
    performance: middle(({ performance }) => performance),
    accessibility: middle(({ accessibility }) => accessibility),
    bestPractices: middle(({ bestPractices }) => bestPractices),
    seo: middle(({ seo }) => seo),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    tbtMs: middle(({ tbtMs }) => tbtMs),
    cls: middle(({ cls }) => cls),
    faults: [...new Set(audits.flatMap(({ faults }) => faults))],
  };
}
