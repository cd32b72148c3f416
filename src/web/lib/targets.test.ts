import { describe, expect, it } from 'vitest';
import { describeFailing } from '#web/lib/targets.ts';

function since(failingSince: string | null, kind: 'email' | 'webhook' = 'email', locale = 'en-GB') {
  return describeFailing({ kind, failingSince }, locale);
}

describe('what is said of a failing target', () => {
  it('is nothing while it takes mail', () => {
    expect(since(null)).toBeNull();
  });

  it('names the day as the reader writes days', () => {
    expect(since('2026-11-20T12:00:00')).toBe('Refuses mail since 20 Nov');
    expect(since('2026-11-20T12:00:00', 'email', 'en-US')).toBe('Refuses mail since Nov 20');
  });

  it('calls a webhook failing, as one may answer without refusing anything', () => {
    expect(since('2026-11-20T12:00:00', 'webhook')).toBe('Failing since 20 Nov');
  });
});
