import { describe, expect, it } from 'vitest';
import type { Figures } from './measure.ts';
import { describeCpu, describeRatio, middleFigures, ratioTo } from './take-turns.ts';

function figures(messagesPerSecond: number, cpuMs: number | null = 1): Figures {
  return {
    messagesPerSecond,
    cpuMs,
    cpuByPart: [{ name: 'program', cpuMs }],
    replyP50Ms: messagesPerSecond,
    replyP99Ms: 2 * messagesPerSecond,
    retries: 0,
  };
}

const budget = { leastRatio: 4, goalRatio: 5, mostCpuMs: 1.3 };

describe('figures of several rounds', () => {
  it('give the middle of each by itself', () => {
    expect(middleFigures([figures(100, 3), figures(900, 1), figures(200, 2)])).toEqual(figures(200, 2));
  });

  it('know no processor time where the system tells none', () => {
    expect(middleFigures([figures(100, null), figures(200, null)])).toEqual(figures(100, null));
  });

  it('are compared round by round', () => {
    const own = [figures(1000), figures(400), figures(900)];
    const peer = [figures(200), figures(100), figures(300)];
    expect(ratioTo(own, peer)).toBe(4);
  });

  it('are held against their budget', () => {
    expect(describeRatio('it', 4.5, budget)).toMatch(/4\.50 times .*4: met, goal 5: MISSED/);
    expect(describeRatio('it', 3.9, budget)).toMatch(/4: MISSED, goal 5: MISSED/);
    expect(describeRatio('it', 3.1, { ...budget, leastRatio: 3, goalRatio: 3 })).toMatch(/\(at least 3: met\)$/);
    expect(describeCpu('it', figures(1, 1.3), budget)).toMatch(/1\.30 ms .*met/);
    expect(describeCpu('it', figures(1, 1.31), budget)).toMatch(/MISSED/);
    expect(describeCpu('it', figures(1, null), budget)).toMatch(/unknown/);
  });
});
