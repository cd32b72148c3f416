import { describe, expect, it } from 'vitest';
import type { Figures } from './measure.ts';
import { compare, describeCpu, describeSmallest, formatRatio } from './ratios.ts';
import { middleFigures } from './take-turns.ts';

function figures(messagesPerSecond: number, cpuMs: number | null = 1): Figures {
  return {
    messages: 1000,
    messagesPerSecond,
    cpuMs,
    cpuByPart: [{ name: 'program', cpuMs }],
    benchCpuMs: cpuMs,
    connections: { in: { opened: 50, resumed: 0 }, out: { opened: 20, resumed: 10 } },
    replyP50Ms: messagesPerSecond,
    replyP99Ms: 2 * messagesPerSecond,
    retries: 0,
  };
}

const budget = { leastRatio: 4, mostCpuMs: 1.3 };

function ratio(own: string, peer: string, ownRates: readonly number[], peerRates: readonly number[]) {
  const side = (name: string, rates: readonly number[]) => ({ name, figures: rates.map((rate) => figures(rate)) });
  return compare({ when: 'tls 1', own: side(own, ownRates), peer: side(peer, peerRates) });
}

describe('figures of several rounds', () => {
  it('give the middle of each by itself', () => {
    expect(middleFigures([figures(100, 3), figures(900, 1), figures(200, 2)])).toEqual(figures(200, 2));
  });

  it('know no processor time where the system tells none', () => {
    expect(middleFigures([figures(100, null), figures(200, null)])).toEqual(figures(100, null));
  });

  it('are compared round by round', () => {
    const { rounds, middle, cpu } = ratio('it', 'peer', [1000, 400, 900], [200, 100, 300]);
    expect({ rounds, middle, cpu }).toEqual({ rounds: [5, 4, 3], middle: 4, cpu: 1 });
  });
});

describe('ratios', () => {
  it('are told with those of each round', () => {
    const line = formatRatio(ratio('it', 'peer', [1000, 400, 900], [200, 100, 300]));
    expect(line).toMatch(/^tls 1 +it : peer +4\.00 × messages\/s \(5\.00, 4\.00, 3\.00\), 1\.00 × CPU$/);
  });

  it('count by the smallest, against any peer', () => {
    const all = [
      ratio('it', 'slow', [900], [100]),
      ratio('it', 'quick', [900], [200]),
      ratio('else', 'quick', [1], [1]),
    ];
    expect(describeSmallest('it', budget, all)).toMatch(/at least 4\.50 times .*tls 1, quick; budget 4: met/);
    expect(describeSmallest('else', budget, all)).toMatch(/1\.00 times .*MISSED/);
    expect(describeSmallest('none', budget, all)).toBeNull();
  });
});

it('holds processor time against its budget', () => {
  expect(describeCpu('it', figures(1, 1.3), budget)).toMatch(/1\.30 ms .*met/);
  expect(describeCpu('it', figures(1, 1.31), budget)).toMatch(/MISSED/);
  expect(describeCpu('it', figures(1, null), budget)).toMatch(/unknown/);
});
