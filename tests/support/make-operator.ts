import { expect } from 'vitest';
import { addPasskey, createTestPasskey, enterByPasskey } from '#support/authenticator.ts';
import type { Person, UsedApi } from '#support/use-api.ts';

/** Names an account among the operators. */
export async function nameOperator({ core }: Pick<UsedApi, 'core'>, { userId }: Pick<Person, 'userId'>): Promise<void> {
  await core.database.db.insertInto('operators').values({ userId }).execute();
}

/** Signs in anew with a passkey of one's own. */
export async function usePasskey({ visitor }: Pick<Person, 'visitor'>): Promise<void> {
  const passkey = createTestPasskey();
  expect((await addPasskey(visitor, passkey)).status).toBe(200);
  expect((await enterByPasskey(visitor, passkey)).status).toBe(200);
}

/** An operator who signed in with a passkey a moment ago. */
export async function makeOperator(test: UsedApi, email: string): Promise<Person> {
  const person = await test.register(email);
  await usePasskey(person);
  await nameOperator(test, person);
  return person;
}
