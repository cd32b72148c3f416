import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProcessChannel } from '#main/workers/process-channel.ts';
import type { Channel } from '#platform/channel.ts';

let child: ChildProcess;
let channel: Channel;

beforeEach(() => {
  child = fork(fileURLToPath(new URL('../../../tests/support/answering-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  });
  channel = createProcessChannel(child);
});
afterEach(() => {
  child.kill('SIGKILL');
});

describe('the channel to another process', () => {
  it('brings each answer to its question, however many are under way', async () => {
    const bodies = [{ a: [1, null] }, 'two', 3, null];
    expect(await Promise.all(bodies.map((body) => channel.ask('echo', body)))).toEqual(bodies);
    const wholeConfig = { roles: new Set(['web']), secretKey: Buffer.from('secret') };
    expect(await channel.ask('echo', wholeConfig)).toEqual(wholeConfig);
  });

  it('joins the messages of one turn into one', async () => {
    await channel.ask('echo', null);
    const send = vi.spyOn(child, 'send');
    await Promise.all([1, 2, 3, 4].map((body) => channel.ask('echo', body)));
    expect(send).toHaveBeenCalledOnce();
  });

  it('keeps the order, and what comes before its handler waits for it', async () => {
    await channel.ask('echo', null);
    const told: unknown[] = [];
    channel.handle('told', (body) => told.push(body));
    expect(told).toEqual([1, 2, 3]);
  });

  it('asks both ways', async () => {
    channel.handle('question', (body) => `answer to ${String(body)}`);
    expect(await channel.ask('ask back', 'that')).toBe('answer to that');
  });

  it('says when the other side failed to answer', async () => {
    await expect(channel.ask('fail', null)).rejects.toThrow('The other process failed to answer.');
    expect(await channel.ask('echo', 'still there')).toBe('still there');
  });

  it('says when the other side is gone, and from then on', async () => {
    await expect(channel.ask('end', null)).rejects.toThrow('The other process is gone.');
    await channel.closed;
    channel.tell('echo', 'nobody hears it');
    await expect(channel.ask('echo', null)).rejects.toThrow('The other process is gone.');
  });
});
