import { setTimeout as pause } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { clientAddress } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/sign-in.ts';
import type { RequestRates } from '#core/limits/rate-limit-rules.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Metrics, ShareBudget } from '#platform/metrics.ts';
import { sharesOf, type Share } from '#platform/networks.ts';
import { RateMeter } from '#platform/rate-meter.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { sha256 } from '#platform/sha256.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** What this request is a share of. */
    shares: RequestLimiter;
  }
}

/** Fair shares of requests, so that nobody who asks for much makes others wait. In memory, each process for itself. */
export interface RequestLimiter {
  /** Mounted before whatever costs something. @throws AppError rate_limited. */
  readonly perNetwork: MiddlewareHandler;
  /** Behind whatever finds out who asks. @throws AppError rate_limited. */
  readonly perAccount: MiddlewareHandler;
  /** Looks for the holder of a key that somebody presents, unless many wrong ones came from there. @throws AppError rate_limited. */
  tryKey<Holder>(c: Context, key: string, find: () => Promise<Holder>): Promise<Holder>;
  /** Reads much when it is the turn of the account that asks. @throws AppError rate_limited, unavailable. */
  readInTurn(c: Context, read: () => unknown): Promise<unknown>;
  /** The same for what waits for servers of others, which may be slow: it keeps no reader waiting. @throws AppError rate_limited, unavailable. */
  askInTurn(c: Context, ask: () => unknown): Promise<unknown>;
}

/** One thread reads them all: while the database works for one, the other is written down. */
const heavyReading = { max: 2, maxPerKey: 1, maxWaiting: 200, inTurns: true };
/** Its length is that of others' patience: more at once, as it takes little of ours. */
const asking = { ...heavyReading, max: 16 };
/** Whoever reads much faster than he may is slowed down for so long, then refused. */
const readPatienceMs = 10_000;
const rememberedKeys = { max: 10_000, evict: 'least-recently-used' } as const;

/** Programs on this machine are no strangers. */
function networkShares(c: Context): readonly Share[] {
  const address = clientAddress(c);
  return address === '127.0.0.1' || address === '::1' ? [] : sharesOf(address);
}

function accountShares(c: Context): readonly Share[] {
  const { id: key } = c.get('user') as User;
  return [{ key, multiple: 1 }];
}

interface ShareParts {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'shareRefused'>;
  readonly rates: RequestRates;
}

export function createRequestLimiter({ clock, metrics, rates }: ShareParts): RequestLimiter {
  const meters = {
    network_requests: new RateMeter(rates.perNetwork, clock),
    account_requests: new RateMeter(rates.perAccount, clock),
    wrong_api_keys: new RateMeter(rates.newApiKeys, clock),
    reads: new RateMeter(rates.heavyReads, clock),
  } satisfies Partial<Record<ShareBudget, RateMeter>>;
  const heavyReads = new Semaphore(heavyReading);
  const asks = new Semaphore(asking);
  const rightKeys = new BoundedMap<true>(rememberedKeys);

  /** Milliseconds to wait. */
  const take = (budget: keyof typeof meters, shares: readonly Share[], patienceMs = 0): number => {
    const wait = meters[budget].reserve(shares, patienceMs);
    if (typeof wait === 'number') return wait;
    metrics.shareRefused(budget);
    throw new AppError('rate_limited', { resetTime: wait });
  };

  const inTurn = async (places: Semaphore, c: Context, work: () => unknown): Promise<unknown> => {
    const { signal } = c.req.raw;
    const own = accountShares(c);
    const waitMs = take('reads', own, readPatienceMs);
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {});
    const leave = (): never => {
      metrics.shareRefused('reads');
      throw new AppError('unavailable');
    };
    const [{ key } = { key: '' }] = own;
    return places.run(async () => work(), leave, { key, shares: [...own, ...networkShares(c)], signal });
  };

  const shares: RequestLimiter = {
    perNetwork: async (c, next) => {
      take('network_requests', networkShares(c));
      c.set('shares', shares);
      await next();
    },
    perAccount: async (c, next) => {
      take('account_requests', accountShares(c));
      await next();
    },
    tryKey: async (c, key, find) => {
      const name = sha256(key).toString('base64');
      // One that was right a moment ago passes however many others were wrong.
      if (rightKeys.get(name) === undefined) take('wrong_api_keys', networkShares(c));
      const holder = await find().catch((error: unknown) => {
        rightKeys.delete(name);
        throw error;
      });
      rightKeys.set(name, true);
      return holder;
    },
    readInTurn: (c, read) => inTurn(heavyReads, c, read),
    askInTurn: (c, ask) => inTurn(asks, c, ask),
  };
  return shares;
}
