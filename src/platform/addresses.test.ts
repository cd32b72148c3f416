import { expect, it } from 'vitest';
import { domainOf, splitAddress } from './addresses.ts';

it.each([
  ['ann@example.com', 'ann', 'example.com'],
  ['"ann@home"@example.com', '"ann@home"', 'example.com'],
  ['example.com', '', 'example.com'],
  ['@example.com', '', 'example.com'],
  ['ann@', 'ann', ''],
  ['', '', ''],
])('%j is %j at %j', (address, local, domain) => {
  expect(splitAddress(address)).toEqual({ local, domain });
});

it.each([
  ['Ann@Example.COM', 'example.com'],
  ['ann@bücher.example', 'xn--bcher-kva.example'],
  ['ann@[192.0.2.1]', '[192.0.2.1]'],
  ['', ''],
])('%j is at the domain %j', (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});
