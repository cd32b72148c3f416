import { afterAll, beforeAll, beforeEach } from 'vitest';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

/** Somebody signed in, with an account of their own. */
export interface Person {
  readonly visitor: Visitor;
  readonly userId: string;
}

/** What all tests of a file share. */
export interface UsedApi extends Omit<TestCore, 'drop'>, Pick<TestApi, 'url'> {
  /** @throws Error when the server does not make the account */
  register(email: string): Promise<Person>;
}

export const testPassword = 'correct horse';

/** @throws Error when the server does not make the account */
export async function registerPerson(api: Pick<TestApi, 'url'>, email: string): Promise<Person> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password: testPassword });
  return { visitor, userId: userResponseSchema.parse(body).user.id };
}

/**
 * The HTTP side on a fresh database, for all tests of a file. Its clock moves on before each of them, so that no limit is
 * reached by several together. `dnsServer`: where it looks domains up; else nowhere.
 */
export function useApi(stepMs = 3_600_000, dnsServer?: string): UsedApi {
  let test: TestCore;
  let api: TestApi;
  beforeAll(async () => {
    test = await createTestCore({}, dnsServer);
    api = await startTestApi(test.core);
  });
  beforeEach(() => test.advance(stepMs));
  afterAll(async () => {
    await api.stop();
    await test.drop();
  });
  return {
    get core() {
      return test.core;
    },
    get mails() {
      return test.mails;
    },
    get logLines() {
      return test.logLines;
    },
    get url() {
      return api.url;
    },
    advance: (ms) => test.advance(ms),
    register: (email) => registerPerson(api, email),
  };
}
