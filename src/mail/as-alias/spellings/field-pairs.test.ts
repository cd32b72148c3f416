import { expect, it } from 'vitest';
import { pairFields, type HalfField } from '#mail/as-alias/spellings/field-pairs.ts';

/** As long as `user=a`, one each `apart` characters. */
function fields(count: number, { from = 0, apart = 8 } = {}): HalfField[] {
  return Array.from({ length: count }, (_, at) => {
    const start = from + at * apart;
    return { start, value: start + 5, end: start + 6, here: false };
  });
}

function looks(users: readonly HalfField[], servers: readonly HalfField[]): number {
  let count = 0;
  const refuse = (): boolean => {
    count += 1;
    return false;
  };
  expect([...pairFields(users, servers, refuse)]).toEqual([]);
  return count;
}

it('few fields are looked at for each server, and none without one, however many there are', () => {
  const many = fields(50_000);
  expect(looks(many, [])).toBe(0);
  expect(looks([], many)).toBe(0);
  expect(looks(many, fields(1, { from: 200_001 }))).toBeLessThanOrEqual(30);
  expect(looks(many, fields(1000, { from: 4, apart: 400 }))).toBeLessThanOrEqual(30_000);
});

it('the nearest are a pair, in either order', () => {
  const [server] = fields(1, { from: 404 });
  if (server === undefined) throw new Error('There is one.');
  const pairs = [...pairFields(fields(100), [server], () => true)].map(([first, second]) => [
    first.start,
    second.start,
  ]);
  expect(pairs).toEqual([
    [392, 404],
    [404, 416],
  ]);
});
