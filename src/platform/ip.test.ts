import { describe, expect, it } from 'vitest';
import {
  addressOctets,
  createNetworkList,
  ipv6Groups,
  isLoopback,
  networkKey,
  reverseDigits,
  sharePrefix,
  unmapAddress,
  withoutZone,
} from '#platform/ip.ts';

describe('networkKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1::ffff:192.0.2.1', '1:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('counts %j as %j', (address, network) => {
    expect(networkKey(address)).toBe(network);
  });

  it.each([
    ['2001:db8:1:23ff:3:4:5:6', 56, '2001:db8:1:2300::/56'],
    ['2001:db8:1:23ff:3:4:5:6', 48, '2001:db8:1::/48'],
    ['2001:db8:1:23ff:3:4:5:6', 32, '2001:db8::/32'],
    ['fe80::1%eth0', 48, 'fe80:0:0::/48'],
    ['192.0.2.7', 56, '192.0.2.7'],
    ['192.0.2.7', 48, '192.0.2.0/24'],
    ['::ffff:192.0.2.7', 48, '192.0.2.0/24'],
    ['::ffff:c000:207', 32, '192.0.2.0/24'],
    ['unknown', 48, 'unknown'],
    ['', 32, ''],
  ] as const)('counts %j by %d bits as %j', (address, bits, network) => {
    expect(networkKey(address, bits)).toBe(network);
  });
});

describe('unmapAddress', () => {
  it('shows an address that came over a socket of both families as IPv4', () => {
    expect(unmapAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

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

describe('reading addresses', () => {
  it('gives the groups and octets of an address, null for what is none', () => {
    expect(ipv6Groups('2001:db8::192.0.2.1')).toEqual([0x2001, 0xdb8, 0, 0, 0, 0, 0xc000, 0x201]);
    expect(ipv6Groups('fe80::1%eth0')).toBeNull();
    expect(ipv6Groups('192.0.2.1')).toBeNull();
    expect(addressOctets('192.0.2.1')).toEqual([192, 0, 2, 1]);
    expect(addressOctets('::1')).toEqual([...Array<number>(15).fill(0), 1]);
    expect(addressOctets('192.0.2')).toBeNull();
    expect(withoutZone('fe80::1%eth0')).toBe('fe80::1');
    expect(withoutZone('')).toBe('');
  });

  it('gives digits in reverse for names in DNS', () => {
    expect(reverseDigits('192.0.2.1')).toBe('1.2.0.192');
    expect(reverseDigits('2001:db8::1')).toBe('1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2');
    expect(reverseDigits('localhost')).toBe('');
  });

  it.each([
    ['192.0.2.1', '192.0.3.1', 23, true],
    ['192.0.2.1', '192.0.3.1', 24, false],
    ['192.0.2.1', '10.0.0.1', 0, true],
    ['192.0.2.1', '192.0.2.1', 128, true],
    ['2001:db8::1', '2001:db8::2', 126, true],
    ['2001:db8::1', '2001:db8::2', 127, false],
    ['::1', '0.0.0.1', 0, false],
  ])('compares %s and %s in their first %i bits: %s', (one, other, bits, same) => {
    expect(sharePrefix(addressOctets(one) ?? [], addressOctets(other) ?? [], bits)).toBe(same);
  });
});

describe('a list of networks', () => {
  const isListed = createNetworkList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'fe80::1']);

  it.each(['10.1.2.3', '192.0.2.1', '::ffff:10.1.2.3', '2001:db8:9::1', 'fe80::1'])('holds %s', (address) => {
    expect(isListed(address)).toBe(true);
  });
  it.each(['11.0.0.1', '192.0.2.2', '2001:db9::1', 'fe80::2', '', 'unknown', '10.0.0'])(
    'does not hold %j',
    (address) => {
      expect(isListed(address)).toBe(false);
    },
  );
});
