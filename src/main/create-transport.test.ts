import { describe, expect, it } from 'vitest';
import { createTransport } from '#main/connect-transport.ts';
import type { Attempt, Transport } from '#protocol/smtp-client/transport.ts';
import { messageTo } from '#support/mx-route.ts';

function createTest() {
  const taken: string[] = [];
  const delivered: Attempt = {
    outcome: Promise.resolve({ kind: 'delivered' }),
    pastFinalDot: () => true,
    stop: () => {},
  };
  const way = (name: string): Transport => ({
    destinationOf: () => 'same.example',
    attempt: ({ rcptTo }) => {
      taken.push(`${name} ${rcptTo}`);
      return delivered;
    },
    close: async () => void taken.push(`${name} closed`),
  });
  const transport = createTransport({
    local: way('local'),
    webhook: way('webhook'),
    outside: way('outside'),
    isOurs: (rcptTo) => rcptTo.toLowerCase().endsWith('@kauke.test'),
    isProven: async (rcptTo) => rcptTo.endsWith('@own.example'),
  });
  return { transport, taken };
}

describe('createTransport', () => {
  it.each([
    ['ann@inbox.example', 'outside'],
    ['shop@kauke.test', 'local'],
    ['shop@KAUKE.test', 'local'],
    ['"shop@kauke.test"@inbox.example', 'outside'],
    ['shop@own.example', 'local'],
    ['https://hooks.example/in?to=shop@kauke.test', 'webhook'],
    ['http://127.0.0.1/in', 'webhook'],
  ])('sends what is for %s the %s way', async (rcptTo, way) => {
    const { transport, taken } = createTest();
    expect(await transport.attempt(messageTo(rcptTo)).outcome).toEqual({ kind: 'delivered' });
    expect(taken).toEqual([`${way} ${rcptTo}`]);
  });

  it('keeps destinations of the same name apart by the way to them', () => {
    const { transport } = createTest();
    const names = ['ann@inbox.example', 'shop@kauke.test', 'https://hooks.example/'].map(transport.destinationOf);
    expect(new Set(names).size).toBe(3);
  });

  it('closes every way', async () => {
    const { transport, taken } = createTest();
    await transport.close();
    expect(taken.toSorted()).toEqual(['local closed', 'outside closed', 'webhook closed']);
  });
});
