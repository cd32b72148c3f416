import { describe, expect, it } from 'vitest';
import { judgeAlarms, type Alarm, type Fault } from '#core/watch/judge-alarms.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const mx: Fault = { check: 'mx', about: 'mask.example', text: 'MX of mask.example is missing' };
const queue: Fault = { check: 'queue', about: '', text: '3 deliveries wait' };

/** Looks again and again, and says of each time what was told. */
function follow(patienceMs = 0) {
  let alarms: readonly Alarm[] = [];
  return (now: number, faults: readonly Fault[], covers: (check: string) => boolean = () => true) => {
    const judged = judgeAlarms(alarms, { faults, covers, patienceMs: () => patienceMs, now });
    ({ alarms } = judged);
    const { raised, standing, gone } = judged.news;
    const names = (list: readonly Alarm[]): string => list.map(({ check }) => check).join(' ');
    return `${names(raised)}|${names(standing)}|${names(gone)}`;
  };
}

describe('alarms', () => {
  it('are told when they come, once a day while they stay, and when they go', () => {
    const look = follow();
    expect(look(0, [mx])).toBe('mx||');
    expect(look(minuteMs, [mx])).toBe('||');
    expect(look(2 * minuteMs, [mx, queue])).toBe('queue||');
    expect(look(24 * hourMs, [mx, queue])).toBe('|mx|');
    expect(look(24 * hourMs + 2 * minuteMs, [mx, queue])).toBe('|queue|');
    expect(look(24 * hourMs + 3 * minuteMs, [mx])).toBe('||queue');
    expect(look(48 * hourMs, [mx])).toBe('|mx|');
    expect(look(48 * hourMs + 1, [])).toBe('||mx');
    expect(look(72 * hourMs, [])).toBe('||');
    expect(look(73 * hourMs, [mx])).toBe('mx||');
  });

  it('are not told of what passes by itself, neither when it comes nor when it goes', () => {
    const look = follow(minuteMs);
    expect(look(0, [queue])).toBe('||');
    expect(look(minuteMs - 1, [])).toBe('||');
    expect(look(hourMs, [queue])).toBe('||');
    expect(look(hourMs + minuteMs, [queue])).toBe('queue||');
    expect(look(hourMs + 2 * minuteMs, [])).toBe('||queue');
  });

  it('stay as they are where a round did not look', () => {
    const look = follow();
    expect(look(0, [mx, queue])).toBe('mx queue||');
    expect(look(minuteMs, [], (check) => check === 'queue')).toBe('||queue');
    expect(look(2 * minuteMs, [])).toBe('||mx');
  });

  it('are about one thing each, whatever the words', () => {
    const look = follow();
    expect(look(0, [mx, { ...mx, about: 'veil.example' }])).toBe('mx mx||');
    expect(look(minuteMs, [{ ...mx, text: 'MX of mask.example is mx.old.example' }])).toBe('||mx');
  });
});
