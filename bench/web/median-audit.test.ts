import { describe, expect, it } from 'vitest';
import type { PageAudit } from './audit-page.ts';
import { medianAudit } from './median-audit.ts';

function audit(performance: number, lcpMs: number, faults: readonly string[]): PageAudit {
  return {
    performance,
    accessibility: 100,
    bestPractices: 100,
    seo: 100,
    lcpMs,
    tbtMs: 0,
    cls: 0,
    faults,
  };
}

describe('the middle of several audits', () => {
  it('takes each figure by itself and keeps every fault', () => {
    const audits = [
      audit(99, 1000, ['color-contrast']),
      audit(60, 1400, []),
      audit(98, 9000, ['color-contrast', 'hreflang']),
    ];
    expect(medianAudit(audits)).toEqual(audit(98, 1400, ['color-contrast', 'hreflang']));
  });
});
