import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('the arguments of the benchmark', () => {
  it('have defaults', () => {
    const load = { messages: 5000, bytes: 10_000, connections: 50 };
    expect(readArguments(['forward'])).toEqual({ load, withPeer: false, beside: null });
  });

  it('change the load', () => {
    const words = ['forward', '--messages', '10', '--bytes=50000', '--connections', '3'];
    const load = { messages: 10, bytes: 50_000, connections: 3 };
    expect(readArguments(words)).toEqual({ load, withPeer: false, beside: null });
  });

  it('ask for the peer', () => {
    expect(readArguments(['forward', '--peer'])?.withPeer).toBe(true);
  });

  it('name another checkout', () => {
    expect(readArguments(['forward', '--beside', '../before'])?.beside).toBe('../before');
  });

  it.each([
    [[]],
    [['reply']],
    [['forward', 'forward']],
    [['forward', '--speed', '3']],
    [['forward', '--messages']],
    [['forward', '--peer=yes']],
    [['forward', '--messages', '0']],
    [['forward', '--messages', 'many']],
    [['forward', '--messages', '-5']],
    [['forward', '--bytes', '1e6']],
    [['forward', '--connections', '401']],
    [['forward', '--messages', '20000', '--bytes', '100000']],
  ])('%j are not understood', (words) => {
    expect(readArguments(words)).toBeNull();
  });
});
