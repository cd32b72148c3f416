import { describe, expect, it } from 'vitest';
import { allConditions, allWays } from './forward/conditions.ts';
import { readArguments } from './read-arguments.ts';

const defaults = {
  load: { messages: 5000, bytes: 10_000, connections: 50 },
  withPeer: false,
  isBusy: false,
  times: 1,
  rounds: 3,
  conditions: allConditions,
  ways: allWays,
  workers: null,
  keyed: null,
  beside: null,
};

describe('the arguments of the benchmark', () => {
  it('have defaults', () => {
    expect(readArguments(['forward'])).toEqual(defaults);
  });

  it('change the load', () => {
    const words = ['forward', '--messages', '10', '--bytes=50000', '--connections', '3'];
    const load = { messages: 10, bytes: 50_000, connections: 3 };
    expect(readArguments(words)).toEqual({ ...defaults, load });
  });

  it('ask for the peers, how often, under what and beside what', () => {
    const words = ['forward', '--peer', '--busy', '--times', '3', '--rounds=5', '--cases', 'dns,tls', '--workers', '2'];
    expect(readArguments(words)).toMatchObject({ withPeer: true, isBusy: true, times: 3, rounds: 5, workers: 2 });
    expect(readArguments(words)?.conditions.map(({ name }) => name)).toEqual(['dns', 'tls']);
  });

  it('name the share of inboxes with a key', () => {
    expect(readArguments(['forward', '--keyed', '0.1'])?.keyed).toBe(0.1);
    for (const share of ['0', '1.5', 'some', '-1']) expect(readArguments(['forward', `--keyed=${share}`])).toBeNull();
  });

  it('name another checkout, and how both are set', () => {
    expect(readArguments(['forward', '--beside', '../before'])?.beside).toBe('../before');
    expect(readArguments(['forward', '--beside', '../before', '--ways', 'spooled,arc'])?.ways).toEqual([
      'spooled',
      'arc',
    ]);
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
    [['forward', '--times', '0']],
    [['forward', '--cases', 'plain,wet']],
    [['forward', '--ways', 'fast']],
    [['forward', '--cases', 'real', '--messages', '20000', '--bytes', '2000']],
    [['forward', '--workers', 'all']],
    [['forward', '--connections', '401']],
    [['forward', '--messages', '20000', '--bytes', '100000']],
  ])('%j are not understood', (words) => {
    expect(readArguments(words)).toBeNull();
  });
});
