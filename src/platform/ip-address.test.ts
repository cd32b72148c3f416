import { describe, expect, it } from 'vitest';
import { isLoopback, networkOf, unmapAddress } from '#platform/ip-address.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ])('takes %s as part of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('unmapAddress', () => {
  it('leaves real IPv6 addresses alone', () => {
    expect(unmapAddress('::ffff:1:2')).toBe('::ffff:1:2');
    expect(unmapAddress('2001:db8::1')).toBe('2001:db8::1');
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])('knows %s', (address) => {
    expect(isLoopback(address)).toBe(true);
  });
  it.each(['', '128.0.0.1', '::', '::2', '::ffff:192.0.2.7', '127.0.0.1.example', 'localhost'])(
    'does not take %j for one',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});
