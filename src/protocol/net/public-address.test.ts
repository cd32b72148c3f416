import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isForeignPublicAddress, isPublicAddress } from '#protocol/net/public-address.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '192.0.1.1', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1', '64:ff9b::8.8.8.8'])(
    'lets %s pass',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.5',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
    '0x7f.1',
  ])('stops %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isForeignPublicAddress', () => {
  it("stops this machine's own addresses", () => {
    expect(isForeignPublicAddress('8.8.8.8')).toBe(true);
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    for (const { address } of own) expect(isForeignPublicAddress(address)).toBe(false);
  });
});
