import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mailLimits, type MailLimits } from '#mail/mail-limits.ts';
import { createPermitChannel, servePermits } from '#platform/permits/over-channel.ts';
import {
  createDestinationPool,
  createDestinationLimits,
  destinationBlock,
  isUrgentReport,
  type DestinationLimits,
  type Slot,
} from '#protocol/smtp-client/destination-limits.ts';
import type { DestinationReport, DestinationState } from '#protocol/smtp-client/destination.ts';
import type { Outcome } from '#protocol/smtp-client/transport.ts';
import { createChannelPair } from '#support/channel-pair.ts';

const delivered: Outcome = { kind: 'delivered' };
const unreachable: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'connect' };
const tooFast: Outcome = { kind: 'deferred', code: 451, enhanced: '4.7.28', stage: 'rcpt' };
const never = new AbortController().signal;

function createTest(changes: Partial<MailLimits> = {}) {
  let nowMs = 1_000_000;
  const clock = { now: () => nowMs };
  const limits = { ...mailLimits, backOffFirstMs: 1000, ...changes };
  const pool = createDestinationPool(limits, clock, destinationBlock);
  const join = () => {
    const pair = createChannelPair();
    servePermits(pair.primary, { destinations: pool });
    const permits = createPermitChannel(pair.worker);
    const source = permits.source<DestinationState, DestinationReport>(
      'destinations',
      destinationBlock,
      isUrgentReport,
    );
    return { limits: createDestinationLimits(source, limits, clock, 'the smarthost'), kill: pair.kill };
  };
  return { join, advance: (ms: number) => (nowMs += ms) };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

async function enter(destinations: DestinationLimits): Promise<Slot> {
  const slot = await destinations.enter('a', never);
  if (slot === null) throw new Error('no place');
  return slot;
}

describe('a destination of several workers', () => {
  it('never has more deliveries under way than its window allows, however many wait in each worker', async () => {
    const { join } = createTest();
    const workers = Array.from({ length: 4 }, () => join().limits);
    let open = 0;
    let answered = 0;
    const deliver = async (destinations: DestinationLimits): Promise<void> => {
      const slot = await enter(destinations);
      open += 1;
      expect(open).toBeLessThanOrEqual(Math.min(mailLimits.inFlightAtFirst + answered, 20));
      await settle();
      open -= 1;
      answered += 1;
      slot.finish(delivered);
    };
    const all = workers.flatMap((destinations) => Array.from({ length: 60 }, () => deliver(destinations)));
    await Promise.all(all);
    expect(answered).toBe(240);
  });

  it('is left alone by all when one cannot reach it, and probed by one', async () => {
    const { join, advance } = createTest();
    const [ann, bea] = [join().limits, join().limits];
    (await enter(bea)).finish(delivered);
    (await enter(ann)).finish(unreachable);
    await settle();
    expect(await bea.enter('a', never)).toBeNull();
    expect(await ann.reserve('a', 5)).toEqual([]);
    advance(1000);
    const probes = [...(await ann.reserve('a', 5)), ...(await bea.reserve('a', 5))];
    expect(probes).toHaveLength(1);
    expect(await bea.enter('a', never)).toBeNull();
    expect(probes[0]?.finish(delivered)).toEqual({ recovered: true });
    await settle();
    (await enter(bea)).finish(delivered);
  });

  it('is probed by another when the worker that did dies', async () => {
    const { join, advance } = createTest();
    const dying = join();
    const { limits: bea } = join();
    (await enter(dying.limits)).finish(unreachable);
    await settle();
    advance(1000);
    expect(await dying.limits.reserve('a', 5)).toHaveLength(1);
    expect(await bea.reserve('a', 5)).toEqual([]);
    dying.kill();
    await settle();
    expect(await bea.reserve('a', 5)).toHaveLength(1);
  });

  it('gets fewer from all when it asked one for less', async () => {
    const { join } = createTest();
    const [ann, bea] = [join().limits, join().limits];
    const first = await ann.reserve('a', 3);
    const second = [...(await bea.reserve('a', 5)), ...(await bea.reserve('a', 5))];
    expect(first.length + second.length).toBe(5);
    first[0]?.finish(tooFast);
    await settle();
    for (const slot of [...first.slice(1), ...second]) slot.leave();
    await settle();
    expect([...(await bea.reserve('a', 5)), ...(await ann.reserve('a', 5))]).toHaveLength(2);
  });

  it('tells at once that it answers only who did not know', async () => {
    const { join } = createTest();
    const [ann, bea] = [join().limits, join().limits];
    expect((await enter(ann)).finish(delivered)).toEqual({ recovered: true });
    await settle();
    expect((await enter(bea)).finish(delivered)).toEqual({ recovered: false });
  });
});
