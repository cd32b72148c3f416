import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf, type Share } from '#platform/networks.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';

const wishOf = (account: string, address: string): readonly Share[] => [
  { key: account, multiple: 1 },
  ...sharesOf(address),
];

/** One after the other; who is turned away is served `null`. */
async function serveAll(wishes: readonly (readonly Share[])[], maxWaiting = Infinity): Promise<(number | null)[]> {
  const semaphore = new Semaphore({ max: 1, maxWaiting, inTurns: true });
  const held = await semaphore.acquire({ shares: [] });
  let served = 0;
  const places = wishes.map(async (shares) => {
    const release = await semaphore.acquire({ shares });
    if (release === null) return null;
    const place = (served += 1);
    release();
    return place;
  });
  held?.();
  return Promise.all(places);
}

const honest = wishOf('honest', '2001:db8:ffff::1');

describe('turns', () => {
  it('let one wish pass a flood from one site, of one account or from one address', async () => {
    const number = 400;
    const hex = (index: number): string => index.toString(16);
    const floods: Readonly<Record<string, (index: number) => readonly Share[]>> = {
      site: (index) => wishOf(`account ${index}`, `2001:db8:1:${hex(index)}::1`),
      account: (index) => wishOf('victim', `2001:${hex(index + 0x1000)}::1`),
      address: (index) => wishOf(`account ${index}`, '192.0.2.1'),
    };
    for (const make of Object.values(floods)) {
      const places = await serveAll([...Array.from({ length: number }, (_, index) => make(index)), honest]);
      // The first of a round, and what the network of both is ahead.
      expect(places.at(-1)).toBeLessThan(40);
    }
    const neighbour = wishOf('honest', '192.0.2.2');
    const places = await serveAll([...Array.from({ length: number }, () => floods['address']?.(0) ?? []), neighbour]);
    expect(places.at(-1)).toBeLessThanOrEqual(number / 8 + 2);
  });

  it('let nobody who asks for one thing wait for more than one of each who came before, whoever they are', async () => {
    const comers = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(comers, fc.integer({ min: 0, max: 60 }), async (accounts, at) => {
        const wishes = accounts.map((account) => wishOf(`account ${account}`, `198.51.${account}.1`));
        wishes.splice(at, 0, honest);
        const places = await serveAll(wishes);
        expect(places[Math.min(at, accounts.length)]).toBeLessThanOrEqual(new Set(accounts).size + 1);
        expect(places.toSorted((one, other) => Number(one) - Number(other))).toEqual(
          wishes.map((_, index) => index + 1),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('keep a place in a full line for whoever asks for little', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => wishOf(`account ${index}`, `2001:db8:1:${index}::1`));
    const places = await serveAll([...flood, honest, ...flood], 16);
    expect(places[300]).not.toBeNull();
    expect(places.filter((place) => place !== null)).toHaveLength(16);
  });

  it('forget everybody whose turn it no longer is', async () => {
    const semaphore = new Semaphore({ max: 1, inTurns: true });
    for (let index = 0; index < 2_000; index += 1) (await semaphore.acquire({ shares: wishOf('a', '192.0.2.1') }))?.();
    const release = await semaphore.acquire({ shares: wishOf('b', '192.0.2.2') });
    const order: string[] = [];
    const wait = async (account: string): Promise<void> => {
      const turn = await semaphore.acquire({ shares: wishOf(account, '198.51.100.1') });
      order.push(account);
      turn?.();
    };
    const waits = [wait('a'), wait('c')];
    release?.();
    await Promise.all(waits);
    expect(order).toEqual(['a', 'c']);
  });
});
