import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProxyHeader } from '#protocol/smtp-server/parse-proxy-header.ts';
import { proxyHeaderV2 } from '#support/proxy-header.ts';

function parse(octets: string | Buffer) {
  return parseProxyHeader(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
}

const headers: readonly (readonly [string, Buffer, string | null])[] = [
  ['version 1, IPv4', Buffer.from('PROXY TCP4 198.51.100.7 192.0.2.1 40000 25\r\n'), '198.51.100.7'],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 40000 25\r\n'), '2001:db8::7'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN whatever stands here\r\n'), null],
  ['version 2, IPv4', proxyHeaderV2('198.51.100.7'), '198.51.100.7'],
  ['version 2, IPv6', proxyHeaderV2('2001:db8::7'), '2001:db8::7'],
  ['version 2, IPv4 mapped into IPv6', proxyHeaderV2('::ffff:c633:6407'), '198.51.100.7'],
  ['version 2, with extensions', proxyHeaderV2('198.51.100.7', { extensions: Buffer.alloc(300, 4) }), '198.51.100.7'],
  ['version 2, the proxy itself', proxyHeaderV2('198.51.100.7', { command: 0x20 }), null],
  ['version 2, a Unix socket', proxyHeaderV2('198.51.100.7', { family: 0x31 }), null],
];

describe('parseProxyHeader', () => {
  it.each(headers)('reads %s and leaves what follows, however it was cut', (_, header, source) => {
    for (let cut = 0; cut < header.length; cut += 1) {
      expect(parseProxyHeader(header.subarray(0, cut))).toEqual({ kind: 'incomplete' });
    }
    const expected = { kind: 'complete', lengthBytes: header.length, source };
    for (const rest of ['', 'EHLO c\r\n', '\r\n']) {
      const parsed = parseProxyHeader(Buffer.concat([header, Buffer.from(rest)]));
      expect(parsed).toEqual(expected);
    }
  });

  it.each([
    ['a command of SMTP', 'EHLO client.example\r\n'],
    ['another word', 'PROXYTCP4'],
    ['one port', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000\r\n'],
    ['three ports', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000 25 1\r\n'],
    ['a port that is none', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000 65536\r\n'],
    ['a port with a leading zero', 'PROXY TCP4 198.51.100.7 192.0.2.1 040 25\r\n'],
    ['an address of the other family', 'PROXY TCP4 2001:db8::7 192.0.2.1 40000 25\r\n'],
    ['an IPv4 address among IPv6', 'PROXY TCP6 198.51.100.7 192.0.2.1 40000 25\r\n'],
    ['an address that is none', 'PROXY TCP4 198.51.100.7.1 192.0.2.1 40000 25\r\n'],
    ['a family that is none', 'PROXY constructor 198.51.100.7 192.0.2.1 40000 25\r\n'],
    ['a line without end', `PROXY UNKNOWN ${'x'.repeat(100)}`],
    ['version 1 in binary', proxyHeaderV2('198.51.100.7', { command: 0x11 })],
    ['a command of no version', proxyHeaderV2('198.51.100.7', { command: 0x22 })],
    ['addresses shorter than their family', proxyHeaderV2('198.51.100.7', { family: 0x21 })],
    ['endless extensions', proxyHeaderV2('198.51.100.7', { extensions: Buffer.alloc(5000) })],
    ['half a signature', '\r\n\r\nEHLO'],
  ])('refuses %s', (_, octets) => {
    expect(parse(octets)).toEqual({ kind: 'invalid' });
  });

  it('never throws, and never takes back what it said of fewer octets', () => {
    const starts = fc.constantFrom('PROXY ', 'PROXY TCP4 ', '\r\n\r\n\0\r\nQUIT\n', '\r\n\r\n\0\r\nQUIT\n\x21\x11', '');
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 80 }), fc.nat(100), (start, octets, cut) => {
        const all = Buffer.concat([Buffer.from(start, 'latin1'), octets]);
        const early = parseProxyHeader(all.subarray(0, cut));
        if (early.kind !== 'incomplete') expect(parseProxyHeader(all)).toEqual(early);
      }),
    );
  });
});
