import { expect, it } from 'vitest';
import { mayBeGood } from '#web/components/link-not-checked.tsx';
import { RequestError } from '#web/lib/request.ts';

it('a link is called over where the server says so, and not where nobody could ask or answer', () => {
  for (const status of [0, 429, 500, 503]) expect(mayBeGood(new RequestError('', status, {}))).toBe(true);
  expect(mayBeGood(new TypeError('a body that ends in the middle'))).toBe(true);
  for (const status of [400, 404, 410, 422]) expect(mayBeGood(new RequestError('', status, {}))).toBe(false);
});
