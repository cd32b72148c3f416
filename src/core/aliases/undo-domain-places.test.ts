import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { changeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain } from '#core/own-domains/read-domains.ts';
import { readRules, replaceRules } from '#core/rules/domain-rules.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
let test: TestCore;
let ann: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
});
afterAll(() => test.drop());

async function remove(inbox: string): Promise<string> {
  const found = (await listTargets(test.core, ann)).find(({ value }) => value === inbox);
  return (await removeTarget(test.core, found?.id ?? '', ann)).undo ?? '';
}
function undo(name: string) {
  return undoChange(test.core, { undo: name, userId: ann, ip, refusal: null });
}

it('a removed target comes back to domains and rules that forwarded to it, where they forward as they did without it', async () => {
  const inboxes = ['work@example.org', 'ann@example.com'];
  const [kept, moved] = await Promise.all(
    ['kept.example', 'moved.example'].map((name) =>
      addOwnDomain(test.core, { userId: ann, name, forwardTo: inboxes.map((inbox) => `${name}-${inbox}`) }),
    ),
  );
  const own = { domainId: kept?.id ?? '', userId: ann };
  const rule = { kind: 'glob', pattern: 'shop-*', action: 'make' } as const;
  await replaceRules(test.core, { ...own, ip, rules: [{ ...rule, forwardTo: 'kept.example-work@example.org' }] });
  const forwardsTo = async () => [
    (await getOwnDomain(test.core, own)).defaultForwardTo,
    (await readRules(test.core, own.domainId, ann)).map(({ forwardTo }) => forwardTo),
  ];
  const before = await forwardsTo();
  const first = await remove('kept.example-work@example.org');
  expect(await forwardsTo()).toEqual(['kept.example-ann@example.com', [null]]);
  expect(await undo(first)).toMatchObject({ isWhole: true });
  expect(await forwardsTo()).toEqual(before);

  const other = { domainId: moved?.id ?? '', userId: ann };
  const second = await remove('moved.example-work@example.org');
  await changeDomain(test.core, { ...other, ip }, { defaultForwardTo: 'ann@example.com' });
  expect(await undo(second)).toMatchObject({ isWhole: false });
  expect(await getOwnDomain(test.core, other)).toMatchObject({ defaultForwardTo: 'ann@example.com' });
});

it('a removed target that has not agreed yet is left by domains, too, and comes back to them', async () => {
  const { id: domainId } = await addOwnDomain(test.core, { userId: ann, name: 'asked.example' });
  const own = { domainId, userId: ann };
  await changeDomain(test.core, { ...own, ip }, { defaultForwardTo: 'wrong@example.net, ann@example.com' });
  const input = { alias: 'asked', domain: 'kauke.test', forwardTo: 'wrong@example.net, ann@example.com' };
  await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip });
  const name = await remove('wrong@example.net');
  expect(await getOwnDomain(test.core, own)).toMatchObject({ defaultForwardTo: 'ann@example.com' });
  expect(await undo(name)).toMatchObject({ isWhole: true });
  expect(await getOwnDomain(test.core, own)).toMatchObject({ defaultForwardTo: 'wrong@example.net, ann@example.com' });
});

it('two targets that were removed one after the other come back in turn, the last one first', async () => {
  const names = ['one@twice.example.net', 'two@twice.example.net', 'three@twice.example.net'];
  const { id: domainId } = await addOwnDomain(test.core, { userId: ann, name: 'turns.example', forwardTo: names });
  const input = { alias: 'turns', domain: 'kauke.test', forwardTo: names.join(', ') };
  const { id: aliasId } = await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip });
  const first = await remove(names[0] ?? '');
  const second = await remove(names[1] ?? '');
  expect(await undo(second)).toMatchObject({ isWhole: true });
  expect(await undo(first)).toMatchObject({ isWhole: true, aliases: [{ id: aliasId, forwardTo: names.join(', ') }] });
  const own = { domainId, userId: ann };
  expect(await getOwnDomain(test.core, own)).toMatchObject({ defaultForwardTo: names.join(', ') });
});
