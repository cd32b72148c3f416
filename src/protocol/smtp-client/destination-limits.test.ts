import { describe, expect, it } from 'vitest';
import {
  createDestinationPool,
  createDestinationLimits,
  type DestinationLimits,
  type Slot,
} from '#protocol/smtp-client/destination-limits.ts';
import type { Outcome } from '#protocol/smtp-client/transport.ts';
import { mailLimits, type MailLimits } from '#mail/mail-limits.ts';

const delivered: Outcome = { kind: 'delivered' };
const unreachable: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'connect' };
const lost: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'data' };
const mailboxFull: Outcome = { kind: 'deferred', code: 452, enhanced: '4.2.2', stage: 'rcpt' };

function createTest(changes: Partial<MailLimits> = {}) {
  let now = 1_000_000;
  const limits = { ...mailLimits, inFlightPerDestination: 2, backOffFirstMs: 1000, backOffMaxMs: 4000, ...changes };
  const clock = { now: () => now };
  const pool = createDestinationPool(limits, clock, 0);
  return {
    destinations: createDestinationLimits(pool, limits, clock, 'the smarthost'),
    advance: (ms: number): void => {
      now += ms;
    },
  };
}

const never = new AbortController().signal;

async function enterNow(destinations: DestinationLimits, key = 'a'): Promise<Slot> {
  const slot = await destinations.enter(key, never);
  if (slot === null) throw new Error('no place');
  return slot;
}

describe('createDestinationLimits', () => {
  it('makes the next delivery wait until a place is free', async () => {
    const { destinations } = createTest();
    const first = await enterNow(destinations);
    await enterNow(destinations);
    const third = destinations.enter('a', never);
    await enterNow(destinations, 'b');
    first.finish(delivered);
    expect(await third).not.toBeNull();
  });

  it('gives up waiting when the deadline passes', async () => {
    const { destinations } = createTest({ inFlightPerDestination: 1 });
    const first = await enterNow(destinations);
    const deadline = new AbortController();
    const second = destinations.enter('a', deadline.signal);
    deadline.abort();
    expect(await second).toBeNull();
    first.finish(delivered);
    await enterNow(destinations);
  });

  it('spools without dialing while an unreachable destination is left alone, twice as long each time', async () => {
    const { destinations, advance } = createTest();
    (await enterNow(destinations)).finish(unreachable);
    expect(await destinations.enter('a', never)).toBeNull();
    advance(1000);
    (await enterNow(destinations)).finish(unreachable);
    advance(1999);
    expect(await destinations.enter('a', never)).toBeNull();
    advance(1);
    await enterNow(destinations);
  });

  it('lets one delivery at a time find out whether the destination is back', async () => {
    const { destinations, advance } = createTest();
    (await enterNow(destinations)).finish(unreachable);
    advance(1000);
    const [probe, second] = await destinations.reserve('a', 2);
    expect(second).toBeUndefined();
    expect(await destinations.enter('a', never)).toBeNull();
    expect(probe?.finish(delivered)).toEqual({ recovered: true });
    expect(await destinations.reserve('a', 5)).toHaveLength(2);
  });

  it('counts failures of deliveries that were under way together once', async () => {
    const { destinations, advance } = createTest();
    const slots = [await enterNow(destinations), await enterNow(destinations)];
    for (const slot of slots) slot.finish(unreachable);
    advance(1000);
    expect(await destinations.enter('a', never)).not.toBeNull();
  });

  it('leaves a destination alone that lost three connections in a row', async () => {
    const { destinations } = createTest();
    (await enterNow(destinations)).finish(lost);
    (await enterNow(destinations)).finish(delivered);
    (await enterNow(destinations)).finish(lost);
    (await enterNow(destinations)).finish(lost);
    (await enterNow(destinations)).finish(lost);
    expect(await destinations.enter('a', never)).toBeNull();
  });

  it('does not hold one full mailbox against the whole destination', async () => {
    const { destinations } = createTest();
    for (let count = 0; count < 10; count += 1) (await enterNow(destinations)).finish(mailboxFull);
    expect(await destinations.enter('a', never)).not.toBeNull();
  });

  it('hands waiting deliveries back when the destination becomes unreachable', async () => {
    const { destinations } = createTest({ inFlightPerDestination: 1 });
    const first = await enterNow(destinations);
    const second = destinations.enter('a', never);
    first.finish(unreachable);
    expect(await second).toBeNull();
  });

  it('spools for a slow destination and dials it again when its recent median has come down', async () => {
    const { destinations, advance } = createTest();
    for (let count = 0; count < 5; count += 1) {
      const slot = await enterNow(destinations);
      advance(3001);
      slot.finish(delivered);
    }
    expect(await destinations.enter('a', never)).toBeNull();
    for (let count = 0; count < 6; count += 1) (await destinations.reserve('a', 1))[0]?.finish(delivered);
    await enterNow(destinations);
  });

  it('says once that a destination answers', async () => {
    const { destinations } = createTest();
    expect((await enterNow(destinations)).finish(delivered)).toEqual({ recovered: true });
    expect((await enterNow(destinations)).finish(delivered)).toEqual({ recovered: false });
    (await enterNow(destinations)).finish(lost);
    expect((await enterNow(destinations)).finish(mailboxFull)).toEqual({ recovered: true });
  });

  it('forgets idle destinations and never busy ones', async () => {
    const { destinations } = createTest({ destinationsRemembered: 2 });
    await enterNow(destinations, 'busy');
    await enterNow(destinations, 'busy');
    (await enterNow(destinations, 'down')).finish(unreachable);
    await enterNow(destinations, 'third');
    expect(await destinations.enter('down', never)).not.toBeNull();
    const deadline = new AbortController();
    const waiting = destinations.enter('busy', deadline.signal);
    deadline.abort();
    expect(await waiting).toBeNull();
  });

  const busy: Outcome = { kind: 'deferred', code: 421, enhanced: null, stage: 'greeting' };
  const tooFast: Outcome = { kind: 'deferred', code: 451, enhanced: '4.7.28', stage: 'rcpt' };

  /** Keeps all places in use; every delivery is `answered`, `rounds` times. Returns how many places there are then. */
  const fill = async (
    destinations: DestinationLimits,
    outcome: Outcome,
    rounds: number,
    key = 'a',
  ): Promise<number> => {
    for (let round = 0; round < rounds; round += 1) {
      for (const slot of await destinations.reserve(key, 1000)) slot.finish(outcome);
    }
    const slots = await destinations.reserve(key, 1000);
    for (const slot of slots) slot.leave();
    return slots.length;
  };
  const wide = { inFlightPerDestination: 20 };

  it('begins with a few places and gives more while the destination takes them', async () => {
    const { destinations } = createTest(wide);
    expect(await fill(destinations, delivered, 0)).toBe(5);
    expect(await fill(destinations, delivered, 3)).toBeGreaterThan(5);
    expect(await fill(destinations, delivered, 50)).toBe(20);
  });

  it('gives no more places to a destination that does not use those it has', async () => {
    const { destinations } = createTest(wide);
    for (let count = 0; count < 100; count += 1) (await enterNow(destinations)).finish(delivered);
    expect(await fill(destinations, delivered, 0)).toBe(5);
  });

  it('lets a smarthost, which takes all mail, have more of them', async () => {
    const { destinations } = createTest(wide);
    expect(await fill(destinations, delivered, 200, 'the smarthost')).toBe(mailLimits.inFlightAtSmarthost);
  });

  it.each([
    ['421', busy],
    ['4.7.x', tooFast],
  ])('halves the places once for all that were under way when the answer was %s', async (_name, outcome) => {
    const { destinations } = createTest(wide);
    expect(await fill(destinations, delivered, 50)).toBe(20);
    const [first, second, ...others] = await destinations.reserve('a', 20);
    first?.finish(outcome);
    second?.finish(outcome);
    for (const slot of others) slot.finish(delivered);
    expect(await fill(destinations, delivered, 0)).toBe(10);
  });

  it('never goes below one place, and recovers by one place at a time', async () => {
    const { destinations } = createTest(wide);
    expect(await fill(destinations, delivered, 50)).toBe(20);
    expect(await fill(destinations, tooFast, 10)).toBe(1);
    expect(await fill(destinations, delivered, 1)).toBe(2);
    expect(await fill(destinations, delivered, 4)).toBe(3);
    expect(await fill(destinations, delivered, 400)).toBe(20);
  });

  it('holds fewer places at a destination that keeps deliveries waiting', async () => {
    const { destinations } = createTest(wide);
    for (const slot of await destinations.reserve('a', 20)) slot.late();
    expect(await destinations.reserve('a', 20)).toHaveLength(0);
    expect(await destinations.reserve('b', 20)).toHaveLength(5);
  });
});
