import { expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { decideItem, type PlanWorld } from '#core/moving-in/decide-item.ts';
import type { MoveAlias } from '#core/moving-in/move-state.ts';
import { systemRandom } from '#platform/random.ts';

const world: PlanWorld = {
  owned: new Set(),
  isMoved: () => false,
  proven: new Set(['own.example']),
  brought: new Set(),
  choices: { domain: 'kauke.test', forwardTo: 'ann@home.example', replaceInboxes: false },
  findInboxFault: () => null,
};

it('gives no alias from elsewhere the name of a reverse address', () => {
  const name = writeReverseName('a'.repeat(26), 'plain');
  const decide = (address: string) => {
    const item = { address, inboxes: [], pattern: false, deleted: false } as unknown as MoveAlias;
    return decideItem(systemRandom, item, world);
  };
  expect(decide(`${name.toUpperCase()}@own.example`)).toMatchObject({ verdict: 'cannot', reason: 'name' });
  expect(decide(`${name}x@own.example`)).toMatchObject({ verdict: 'new', becomes: null });
  expect(decide(`${name}@elsewhere.example`).becomes).toMatch(/^[a-z]+\.[a-z]+\d{4}@kauke\.test$/);
  expect(decide(`${name}x@elsewhere.example`).becomes).toBe(`${name}x@kauke.test`);
});
