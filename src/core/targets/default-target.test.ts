import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { setDefaultTarget } from '#core/accounts/choose-default-target.ts';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let chosen: string;

beforeEach(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  const input = { alias: 'one', domain: 'kauke.test', forwardTo: 'box@example.org' };
  const alias = await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip: '192.0.2.1' });
  chosen = alias.targets[0]?.id ?? '';
  await setDefaultTarget(test.core, ann, chosen);
});
afterEach(() => test.drop());

async function found(): Promise<string | undefined> {
  return (await findDefaultTarget(test.core, ann))?.value;
}

it('new aliases go to the target that was chosen, until its owner stops it', async () => {
  const token = tokenOf(test.mails.at(-1));
  await confirmTarget(test.core, token, null);
  expect(await found()).toBe('box@example.org');
  await stopTarget(test.core, token);
  expect(await found()).toBe('ann@example.com');
});

it('new aliases do not go to a chosen target that is switched off', async () => {
  const disabledAt = new Date(test.core.clock.now());
  await test.core.database.db.updateTable('targets').set({ disabledAt }).where('id', '=', chosen).execute();
  expect(await found()).toBe('ann@example.com');
});
