import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import { openData } from '#support/mx-listener.ts';
import {
  connectFrom,
  createTime,
  greetFrom,
  minutes,
  seconds,
  startMx,
  sweepEveryMs,
  timedOut,
} from '#support/slow-clients.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { plainResponse, startSubmission } from '#support/submission-listener.ts';

const { stress } = defaultSmtpLimits;

describe('when places run out', () => {
  const few = { maxConnections: 6, yieldAfterMs: 2 * seconds };

  it('the network that has most gives way, and who delivered last goes last', async () => {
    const { port, pass } = await startMx(few);
    const others = await Promise.all(['192.0.3.1', '192.0.3.2'].map((address) => greetFrom(port, address)));
    const crowd = await Promise.all(Array.from({ length: 4 }, (_, index) => greetFrom(port, `192.0.2.${index + 1}`)));
    const [first, ...rest] = crowd as [SmtpTestClient, ...SmtpTestClient[]];
    await pass(seconds);
    await openData(first);
    await first.send('hi\r\n.\r\n');
    expect(await first.reply()).toMatch(/^250 /);
    await pass(2 * seconds);
    const newcomers = [];
    for (let index = 1; index <= 2; index += 1) newcomers.push(await greetFrom(port, `198.51.10${index}.1`));
    const answers = await Promise.all(rest.map((client) => Promise.race([client.reply(), pause(100, 'still there')])));
    expect(answers.toSorted()).toEqual([
      '421 4.4.2 Too slow while others wait, try again later',
      '421 4.4.2 Too slow while others wait, try again later',
      'still there',
    ]);
    for (const client of [first, ...others, ...newcomers]) expect(await client.command('NOOP')).toMatch(/^250 /);
  });

  it('those give way who only seem busy: with DATA in drops, or with commands and never a message', async () => {
    const { port, pass } = await startMx({ ...few, maxConnections: 4 });
    const crowd = await Promise.all(Array.from({ length: 4 }, (_, index) => greetFrom(port, `192.0.${index + 2}.1`)));
    const [dripping, idling, steady, delivering] = crowd as [
      SmtpTestClient,
      SmtpTestClient,
      SmtpTestClient,
      SmtpTestClient,
    ];
    await openData(dripping);
    await openData(steady);
    for (let second = 0; second < 20; second += 1) {
      await Promise.all([dripping.send('x\r\n'), steady.send(`${'x'.repeat(998)}\r\n`), idling.command('NOOP')]);
      await openData(delivering);
      await delivering.send('hi\r\n.\r\n');
      expect(await delivering.reply()).toMatch(/^250 /);
      await pass(seconds);
    }
    for (const network of ['198.51.100.1', '198.51.101.1']) await greetFrom(port, network);
    expect(await dripping.reply()).toMatch(/^421 4\.4\.2/);
    expect(await idling.reply()).toMatch(/^421 4\.4\.2/);
    await steady.send('.\r\n');
    expect(await steady.reply()).toMatch(/^250 /);
    expect(await delivering.command('NOOP')).toMatch(/^250 /);
  });

  it('nobody gives way who is quick, and the newcomer is put off', async () => {
    const { port, pass } = await startMx(few);
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, index) => greetFrom(port, `192.0.${index + 2}.1`)));
    await pass(2 * seconds - 1);
    const newcomer = await connectFrom(port, '198.51.100.1');
    expect(await newcomer.reply()).toMatch(/^421 4\.7\.0/);
    for (const client of crowd) expect(await client.command('NOOP')).toMatch(/^250 /);
  });

  it('all must be quicker for a minute, and honest ones still deliver', async () => {
    const { port, pass, messages } = await startMx(few);
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, index) => greetFrom(port, `192.0.${index + 2}.1`)));
    const quick = crowd[0]!;
    expect(await (await connectFrom(port, '198.51.100.1')).reply()).toMatch(/^421 4\.7\.0/);
    await openData(quick);
    await pass(stress.commandTimeoutMs);
    await quick.send('hi\r\n.\r\n');
    expect(await quick.reply()).toMatch(/^250 /);
    await pass(1);
    for (const client of crowd.slice(1)) expect(await client.reply()).toMatch(timedOut);
    const newcomer = await greetFrom(port, '198.51.100.1');
    await openData(newcomer);
    await pass(minutes);
    await pass(minutes);
    expect(await newcomer.reply()).toMatch(timedOut);
    expect(messages).toHaveLength(1);
    // Quiet again.
    const later = await greetFrom(port, '198.51.100.1');
    await pass(5 * minutes);
    expect(await later.command('NOOP')).toMatch(/^250 /);
  });

  it('the largest message that is not whole gives way to a small one of another network, and is put off', async () => {
    const { port, listener, messages } = await startMx({ maxHeldBytes: 1024 * 1024 });
    const large = await greetFrom(port, '192.0.2.1');
    await openData(large);
    await large.send(`${'x'.repeat(998)}\r\n`.repeat(600));
    await expect.poll(() => listener.load().heldBytes).toBe(1024 * 1024);
    const small = await greetFrom(port, '198.51.100.1');
    await openData(small);
    await small.send('hi\r\n.\r\n');
    expect(await small.reply()).toMatch(/^250 /);
    await large.send('.\r\n');
    expect(await large.reply()).toMatch(/^452 4\.3\.1/);
    expect(listener.load().heldBytes).toBe(0);
    expect(messages).toHaveLength(1);
  });

  it('a client that does not read our replies gives way, too', async () => {
    const { port, pass, listener } = await startMx({ maxConnections: 1, maxCommandsPerMessage: Infinity });
    const deaf = await greetFrom(port, '192.0.2.1');
    deaf.stopReading();
    void deaf.send('NOOP\r\n'.repeat(2_000_000)).catch(() => {});
    const isServed = async (): Promise<boolean> => {
      await pass(3 * seconds);
      const newcomer = await connectFrom(port, '198.51.100.1');
      return (await newcomer.reply()).startsWith('220');
    };
    await expect.poll(isServed).toBe(true);
    await expect.poll(() => listener.load().connections).toBe(1);
    deaf.destroy();
  });

  it('a signed-in client counts by its account, from whatever networks', async () => {
    const { clock, pass } = createTime();
    const limits = { sweepEveryMs, maxConnections: 4 };
    const { port } = await startSubmission({ limits, clock, proxies: ['127.0.0.9'] });
    const enter = async (address: string, signsIn: boolean): Promise<SmtpTestClient> => {
      const client = await greetFrom(port, address);
      await client.command('STARTTLS');
      await client.startTls();
      await client.command('EHLO client.example');
      if (signsIn) expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^235 /);
      return client;
    };
    const others = [await enter('192.0.2.1', false), await enter('192.0.3.1', false)];
    await pass(seconds);
    const account = [await enter('192.0.4.1', true), await enter('192.0.5.1', true)];
    await pass(3 * seconds);
    await enter('192.0.6.1', false);
    const answers = await Promise.all(
      account.map((client) => Promise.race([client.reply(), pause(100, 'still there')])),
    );
    expect(answers.toSorted()).toEqual([expect.stringMatching(/^421 4\.4\.2/), 'still there']);
    for (const client of others) expect(await client.command('NOOP')).toMatch(/^250 /);
  });
});
