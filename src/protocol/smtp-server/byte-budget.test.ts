import { describe, expect, it } from 'vitest';
import { ignoreMetrics } from '#platform/metrics.ts';
import { createByteBudget, type ByteBudget } from '#protocol/smtp-server/byte-budget.ts';
import { createOwnClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

const limits = { ...defaultSmtpLimits, maxHeldBytes: 100, maxHeldBytesPerNetwork: 70 };
const clock = { now: () => 0 };

function createBudget(): ByteBudget {
  return createByteBudget(limits, createOwnClientAccounts(limits, clock), clock, ignoreMetrics);
}

/** A message in hand that was received as far as `bytes`; what was taken away from it is in `lost`. */
function receive(budget: ByteBudget, keys: readonly string[], bytes: number) {
  const reservation = budget.open(keys);
  const received = { reservation, isTaken: reservation.growTo(bytes), isLost: false };
  reservation.mayYield(() => (received.isLost = true));
  return received;
}

const here: readonly string[] = [];
const ann = ['address ann'];
const bea = ['address bea'];

describe('createByteBudget', () => {
  it('never lends more than it has', () => {
    const budget = createBudget();
    const first = budget.open(here);
    const second = budget.open(here);
    expect([first.growTo(60), second.growTo(41), second.growTo(40)]).toEqual([true, false, true]);
    expect([second.growTo(41), first.growTo(50), budget.usedBytes()]).toEqual([false, true, 100]);
  });

  it('takes nothing for what was only announced', () => {
    const budget = createBudget();
    for (let count = 0; count < 50; count += 1) budget.open(ann);
    expect(budget.usedBytes()).toBe(0);
    expect(budget.hasRoom(bea, 100)).toBe(true);
  });

  it('lends no single network all of it, and wide ones as many times as much as their width says', () => {
    const budget = createBudget();
    const first = budget.open(ann);
    expect([first.growTo(60), budget.open(ann).growTo(11), first.growTo(71)]).toEqual([true, false, false]);
    expect(budget.open(bea).growTo(40)).toBe(true);
    first.release();
    expect(budget.open(ann).growTo(60)).toBe(true);
  });

  it('takes everything back once', () => {
    const budget = createBudget();
    const reservation = budget.open(ann);
    expect([reservation.growTo(10), reservation.growTo(70)]).toEqual([true, true]);
    reservation.release();
    reservation.release();
    expect(budget.usedBytes()).toBe(0);
    expect(reservation.growTo(80)).toBe(false);
    expect(budget.usedBytes()).toBe(0);
  });

  it('lets the network that has most give way, its largest message first, to whoever has less', () => {
    const budget = createBudget();
    const small = receive(budget, ann, 20);
    const large = receive(budget, ann, 50);
    const other = receive(budget, bea, 30);
    expect(budget.hasRoom(['address cyd'], 60)).toBe(true);
    expect(receive(budget, ['address cyd'], 10)).toMatchObject({ isTaken: true });
    expect([small.isLost, large.isLost, other.isLost]).toEqual([false, true, false]);
    expect(large.reservation.growTo(51)).toBe(false);
    expect(budget.usedBytes()).toBe(60);
    // Now nobody has more than the asker would.
    expect(receive(budget, ['address cyd'], 60)).toMatchObject({ isTaken: false });
    expect(budget.lackedAtMs).toBe(0);
  });

  it('lets no message give way that is whole, nor one of this machine', () => {
    const budget = createBudget();
    const whole = receive(budget, ann, 60);
    whole.reservation.keep();
    const local = receive(budget, here, 40);
    expect(budget.hasRoom(bea, 1)).toBe(false);
    expect(receive(budget, bea, 1)).toMatchObject({ isTaken: false });
    expect([whole.isLost, local.isLost]).toEqual([false, false]);
  });
});
