import { describe, expect, it } from 'vitest';
import { createByteBudget } from '#protocol/smtp-server/byte-budget.ts';

const limits = { maxHeldBytes: 100, maxHeldBytesPerNetwork: 70 };

describe('createByteBudget', () => {
  it('never lends more than it has', () => {
    const budget = createByteBudget(limits);
    const first = budget.reserve(null, 60);
    expect(budget.reserve(null, 41)).toBeNull();
    const second = budget.reserve(null, 0);
    expect(second?.growTo(40)).toBe(true);
    expect(second?.growTo(41)).toBe(false);
    expect(first?.growTo(50)).toBe(true);
    expect(budget.usedBytes()).toBe(100);
  });

  it('lends no single client network all of it', () => {
    const budget = createByteBudget(limits);
    const first = budget.reserve('192.0.2.1', 60);
    expect(budget.reserve('192.0.2.1', 11)).toBeNull();
    expect(first?.growTo(71)).toBe(false);
    expect(budget.reserve('192.0.2.2', 40)).not.toBeNull();
    first?.release();
    expect(budget.reserve('192.0.2.1', 60)).not.toBeNull();
  });

  it('takes everything back once', () => {
    const budget = createByteBudget(limits);
    const reservation = budget.reserve('192.0.2.1', 10);
    reservation?.growTo(70);
    reservation?.release();
    reservation?.release();
    expect(budget.usedBytes()).toBe(0);
    expect(reservation?.growTo(80)).toBe(false);
    expect(budget.usedBytes()).toBe(0);
  });
});
