import { describe, expect, it } from 'vitest';
import { createByteBudget } from '#protocol/smtp-server/byte-budget.ts';
import { createOwnClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

const limits = { ...defaultSmtpLimits, maxHeldBytes: 100, maxHeldBytesPerNetwork: 70 };
const clock = { now: () => 0 };

function createBudget() {
  return createByteBudget(limits, createOwnClientAccounts(limits, clock), clock);
}

describe('createByteBudget', () => {
  it('never lends more than it has', async () => {
    const budget = createBudget();
    const first = await budget.reserve(null, 60);
    expect(await budget.reserve(null, 41)).toBeNull();
    const second = await budget.reserve(null, 0);
    expect(second?.growTo(40)).toBe(true);
    expect(second?.growTo(41)).toBe(false);
    expect(first?.growTo(50)).toBe(true);
    expect(budget.usedBytes()).toBe(100);
  });

  it('lends no single client network all of it', async () => {
    const budget = createBudget();
    const first = await budget.reserve('192.0.2.1', 60);
    expect(await budget.reserve('192.0.2.1', 11)).toBeNull();
    expect(first?.growTo(71)).toBe(false);
    expect(await budget.reserve('192.0.2.2', 40)).not.toBeNull();
    first?.release();
    expect(await budget.reserve('192.0.2.1', 60)).not.toBeNull();
  });

  it('takes everything back once', async () => {
    const budget = createBudget();
    const reservation = await budget.reserve('192.0.2.1', 10);
    expect(reservation?.growTo(70)).toBe(true);
    reservation?.release();
    reservation?.release();
    expect(budget.usedBytes()).toBe(0);
    expect(reservation?.growTo(80)).toBe(false);
    expect(budget.usedBytes()).toBe(0);
  });
});
