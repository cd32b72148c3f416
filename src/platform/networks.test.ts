import { describe, expect, it } from 'vitest';
import { networkKey } from '#platform/ip.ts';
import { networkMultiple, networksOf, sitesOf } from '#platform/networks.ts';

describe('the networks of an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
    ['::ffff:c000:207', ['192.0.2.7', '192.0.2.0/24']],
    ['2001:db8:1:23ff::5', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48', '2001:db8::/32']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48', 'fe80:0::/32']],
    ['unknown', ['unknown']],
    ['', ['']],
  ])('of %j are %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });

  it.each([
    ['192.0.2.7', ['192.0.2.0/24']],
    ['2001:db8:1:23ff::5', ['2001:db8:1::/48', '2001:db8::/32']],
    ['unknown', ['unknown']],
  ])('of %j are %j from sites up', (address, sites) => {
    expect(sitesOf(address)).toEqual(sites);
  });

  it('are those that each width has', () => {
    for (const address of ['2001:db8:1:23ff::5', 'fe80::1%eth0', '::1', 'ffff:ffff:ffff:ffff::1', '1::ffff:0:0:1']) {
      expect(networksOf(address)).toEqual(([64, 56, 48, 32] as const).map((bits) => networkKey(address, bits)));
    }
  });

  it('may use the more the wider they are, and never less', () => {
    for (const address of ['192.0.2.7', '2001:db8:1:23ff::5', 'unknown']) {
      const shares = networksOf(address).map(networkMultiple);
      expect(shares[0]).toBe(1);
      expect(shares).toEqual([...new Set(shares)].toSorted((one, other) => one - other));
    }
  });
});
