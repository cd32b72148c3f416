import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { findSession } from '#core/sign-in/sessions.ts';
import { claimUnverifiedEmail } from '#core/sign-in/claim-unverified-email.ts';
import { userEmailHash } from '#core/user-row.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
beforeAll(async () => {
  test = await createTestCore();
});
beforeEach(() => test.advance(dayMs));
afterAll(() => test.drop());

function takeOver(email: string, context: AccountContext = test.core): Promise<boolean> {
  return context.database.db
    .transaction()
    .execute((transaction) => claimUnverifiedEmail(transaction, context, userEmailHash(context.keys, email)));
}

function findUser(id: string) {
  return test.core.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

describe('claimUnverifiedEmail', () => {
  it('finds nothing to do for an address that nobody holds', async () => {
    expect(await takeOver('nobody@example.com')).toBe(true);
  });

  it('erases an account that never proved its address, and blocks the addresses of its aliases', async () => {
    const { user, token } = await signUp(test.core, 'squatter@example.com');
    const wish = { alias: 'squatted', domain: 'kauke.test', forwardTo: 'squatter@example.com' };
    await createAlias(test.core, wish, { ownerId: user.id, askerId: user.id, ip: '192.0.2.1' });
    expect(await takeOver('squatter@example.com')).toBe(true);
    expect(await findUser(user.id)).toBeUndefined();
    expect(await findSession(test.core, token)).toBeNull();
    const { db } = test.core.database;
    expect(await db.selectFrom('targets').selectAll().where('userId', '=', user.id).execute()).toEqual([]);
    const other = await signUp(test.core, 'other@example.com');
    const asker = { ownerId: other.user.id, askerId: other.user.id, ip: '192.0.2.1' };
    const again = createAlias(test.core, wish, asker);
    await expect(again).rejects.toMatchObject({ code: 'alias_unavailable' });
  });

  it('leaves an account alone that proved its address', async () => {
    const { user, token } = await signUp(test.core, 'proved@example.com');
    await confirmTarget(test.core, tokenOf(test.mails.at(-1)), user.id);
    expect(await takeOver('proved@example.com')).toBe(false);
    expect(await findSession(test.core, token)).toMatchObject({ user: { email: 'proved@example.com' } });
  });

  it('leaves every account alone where no inbox is ever confirmed', async () => {
    const { user } = await signUp(test.core, 'trusted@example.com');
    const settings = { ...test.core.settings, targetConfirmation: 'off' as const };
    expect(await takeOver('trusted@example.com', { ...test.core, settings })).toBe(false);
    expect(await findUser(user.id)).toBeDefined();
  });

  it('and a proof at the same moment never both win', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `race${round}@example.com`;
      const { user } = await signUp(test.core, email, `192.0.2.${10 + round}`);
      const proof = confirmTarget(test.core, tokenOf(test.mails.at(-1)), user.id).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'link_unusable' });
          return false;
        },
      );
      const [proved, taken] = await Promise.all([proof, takeOver(email)]);
      expect([proved, taken].filter(Boolean)).toHaveLength(1);
      expect((await findUser(user.id)) === undefined).toBe(taken);
    }
  });
});
