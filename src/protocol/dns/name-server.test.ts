import { describe, expect, it } from 'vitest';
import { parseNameServer } from '#protocol/dns/name-server.ts';

describe('parseNameServer', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', 53, 4],
    ['192.0.2.1:5353', '192.0.2.1', 5353, 4],
    ['2001:db8::1', '2001:db8::1', 53, 6],
    ['[2001:db8::1]:5353', '2001:db8::1', 5353, 6],
    ['fe80::1%eth0', 'fe80::1%eth0', 53, 6],
  ] as const)('reads %s', (text, host, port, family) => {
    expect(parseNameServer(text, false)).toEqual({ host, port, family, trusted: false });
  });

  it('trusts what is on this machine and what the operator named', () => {
    expect(parseNameServer('127.0.0.53', false).trusted).toBe(true);
    expect(parseNameServer('[::1]:53', false).trusted).toBe(true);
    expect(parseNameServer('192.0.2.1', true).trusted).toBe(true);
  });
});
