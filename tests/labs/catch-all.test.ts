import { afterAll, beforeAll, expect, it } from 'vitest';
import { claim, heard, startDomainWorld, type DomainWorld } from '#support/domain-world.ts';
import { countRows, guessNames } from '#support/guess-names.ts';

const on = 'ann.kauke.test';

let world: DomainWorld;

beforeAll(async () => {
  world = await startDomainWorld();
  const ann = await world.signUp('ann@home.example');
  const { id } = await claim(ann, on);
  await ann.send('PATCH', `/api/account/domains/${id}`, { catchAll: 'all', defaultForwardTo: 'ann@home.example' });
}, 60_000);
afterAll(() => world.stop());

it('100,000 guessed names leave no row', { timeout: 900_000 }, async () => {
  const before = await countRows(world.service);
  expect(await guessNames(world.service, on, 100_000)).toBe(100_000);
  expect(await countRows(world.service)).toEqual(before);
});

it('2,000 proven messages to new names make fifty, and the rest is to come later', { timeout: 300_000 }, async () => {
  const data = await world.sign(`somebody@${on}`);
  const before = await countRows(world.service);
  const replies: string[] = [];
  for (let number = 0; number < 2_000; number += 10) {
    const together = Array.from({ length: 10 }, (_, index) => {
      const own = number + index;
      const localAddress = `127.0.${1 + (own % 200)}.${1 + Math.floor(own / 200)}`;
      return world.mail(`wave-${own}@${on}`, { data, localAddress });
    });
    replies.push(...(await Promise.all(together)));
  }
  expect(replies.filter((reply) => reply === heard.taken)).toHaveLength(50);
  expect(replies.filter((reply) => reply === heard.later)).toHaveLength(1_950);
  expect((await countRows(world.service))['aliases']).toBe((before['aliases'] ?? 0) + 50);
});
