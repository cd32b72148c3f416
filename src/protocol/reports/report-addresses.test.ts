import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTlsReportRua, readReportAddresses } from '#protocol/reports/report-addresses.ts';

describe('addresses for reports', () => {
  it.each([
    ['mailto:a@b.example', ['a@b.example', null]],
    [' MAILTO:A@B.Example ', ['A@b.example', null]],
    ['mailto:a@b.example!10m', ['a@b.example', 10 * 2 ** 20]],
    ['mailto:a@b.example!500', ['a@b.example', 500]],
    ['mailto:a@b.example!2K', ['a@b.example', 2048]],
    ['mailto:a%2bx@b.example?subject=y!1g', ['a+x@b.example', 2 ** 30]],
  ])('are read from %s', (uri, [address, maxBytes]) => {
    expect(readReportAddresses(uri).map((one) => [one.address, one.maxBytes])).toEqual([[address, maxBytes]]);
  });

  it.each([
    'https://b.example/reports',
    'mailto:a@b',
    'mailto:@b.example',
    'mailto:a b@b.example',
    'mailto:a@b.example,mailto',
    'mailto:"a"@b.example',
    'mailto:a%0d%0aBcc:x@b.example',
    'mailto:a@[192.0.2.1]',
    'mailto:%zz@b.example',
    '',
  ])('are no others: %j', (uri) => {
    expect(readReportAddresses(uri).filter(({ address }) => address !== 'a@b.example')).toEqual([]);
  });

  it('are each there once, in order, and a few', () => {
    const many = Array.from({ length: 50 }, (_, at) => `mailto:a${at % 5}@b.example`).join(',');
    expect(readReportAddresses(many).map(({ address }) => address)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `a${at}@b.example`),
    );
  });

  it('never break anything', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { address } of readReportAddresses(`mailto:${text}`)) expect(address).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });

  it('of TLS stand in one record', () => {
    expect(findTlsReportRua(['v=spf1 -all', 'v=TLSRPTv1; rua=mailto:a@b.example;'])).toBe('mailto:a@b.example');
    expect(findTlsReportRua(['v=TLSRPTv1;rua=mailto:a@b.example', 'v=TLSRPTv1;rua=mailto:c@b.example'])).toBeNull();
    expect(findTlsReportRua(['v=TLSRPTv2; rua=mailto:a@b.example'])).toBeNull();
    expect(findTlsReportRua(['v=TLSRPTv1; x=y'])).toBeNull();
  });
});
