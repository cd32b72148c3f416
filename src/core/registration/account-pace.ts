import { setTimeout } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { sharesOf } from '#platform/networks.ts';
import { type Rate, RateMeter } from '#platform/rate-meter.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';

/** Settles when it is the turn of a new account. @throws AppError unavailable when too many wait. */
export type AccountPace = (ip: string) => Promise<void>;

/** At the rate of `requestRates` whoever is last waits for ten seconds. */
const maxWaiting = 50;
const everybody = [{ key: 'everybody', multiple: 1 }];

/**
 * New accounts of all together come at a rate, whatever networks they come from: each costs a password, mails and aliases.
 * Those beyond it wait in turns of their networks, so that somebody who opens many waits behind himself.
 */
export function createAccountPace(
  rate: Rate,
  clock: Clock,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): AccountPace {
  const meter = new RateMeter(rate, clock);
  const line = new Semaphore({ max: 1, maxWaiting, inTurns: true });
  const wait = async (): Promise<void> => {
    const waitMs = meter.reserve(everybody, Infinity);
    if (typeof waitMs === 'number' && waitMs > 0) await pause(waitMs);
  };
  const refuse = (): never => {
    throw new AppError('unavailable');
  };
  return (ip) => line.run(wait, refuse, { shares: sharesOf(ip) });
}
