import { expect, it } from 'vitest';
import { hideAddresses } from '#cli/watch/tell-alarms.ts';

it.each([
  ['bl.example lists 9.9.9.9, from which mail leaves', 'bl.example lists [address], from which mail leaves'],
  ['PTR of 2620:fe::9 is missing', 'PTR of [address] is missing'],
  ['it names ::1 and fe80::a:b', 'it names [address] and [address]'],
  ['mail for <ann@home.example> waits', 'mail for <[address]> waits'],
  ['mx.mask.example is 9.9.9.9, 2620:fe::9', 'mx.mask.example is [address], [address]'],
  ['The certificate of mx.mask.example is good for 3 days', 'The certificate of mx.mask.example is good for 3 days'],
  ['MX_PORT 25 answers (since 2026-11-23 10:41 UTC)', 'MX_PORT 25 answers (since 2026-11-23 10:41 UTC)'],
])('an alarm of "%s" says "%s"', (text, shown) => {
  expect(hideAddresses(text)).toBe(shown);
});
