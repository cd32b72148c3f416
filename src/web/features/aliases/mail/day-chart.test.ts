import { describe, expect, it } from 'vitest';
import { chartDays } from '#web/features/aliases/mail/day-chart.tsx';

const none = { forwarded: 0, dropped: 0, held: 0, replied: 0 };

describe('the days of the chart', () => {
  it('are thirty, oldest first, with those without mail', () => {
    const days = chartDays([], new Date('2026-03-02T23:59:59Z'));
    expect(days).toHaveLength(30);
    expect(days.at(0)).toEqual({ day: '2026-02-01', forwarded: 0, other: 0 });
    expect(days.at(-1)?.day).toBe('2026-03-02');
    expect(new Set(days.map(({ day }) => day)).size).toBe(30);
  });

  it('show what was forwarded apart from what was dropped or held, and no reply', () => {
    const days = chartDays(
      [
        { ...none, day: '2026-11-23', forwarded: 4, dropped: 2, held: 1, replied: 9 },
        { ...none, day: '2026-10-01', forwarded: 50 },
      ],
      new Date('2026-11-23T00:00:00Z'),
    );
    expect(days.at(-1)).toEqual({ day: '2026-11-23', forwarded: 4, other: 3 });
    expect(days.reduce((total, { forwarded }) => total + forwarded, 0)).toBe(4);
  });
});
