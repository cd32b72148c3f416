import { expect } from 'vitest';
import { sessionResponseSchema, type User, googleCallbackPath } from '#contract/sign-in.ts';
import { createGoogleProvider } from '#core/sign-in/google-provider.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { startOidcServer, travelThroughOidc, type OidcServer } from '#support/oidc-server.ts';

/** The HTTP side of the service with Google sign-in, and who stands in Google's place. */
export interface GoogleTest {
  readonly test: TestCore;
  readonly oidc: OidcServer;
  readonly api: TestApi;
  /** Gives somebody an account at Google; returns its `sub`. */
  addPerson(sub: string, email: string, verified?: boolean): string;
  stop(): Promise<void>;
}

export const googlePublicUrl = 'http://localhost:3000';

export async function startGoogleTest(settings: Partial<TargetSettings> = {}): Promise<GoogleTest> {
  const test = await createTestCore({ ...settings, publicUrl: googlePublicUrl });
  const oidc = await startOidcServer(googlePublicUrl + googleCallbackPath);
  const google = createGoogleProvider({ ...oidc.config, publicUrl: googlePublicUrl, log: test.core.log });
  const api = await startTestApi({ ...test.core, google });
  return {
    test,
    oidc,
    api,
    addPerson: (sub, email, verified = true) => {
      oidc.people.set(sub, { email, verified });
      return sub;
    },
    stop: async () => {
      await api.stop();
      await oidc.stop();
      await test.drop();
    },
  };
}

/** Where an answer sends the browser. */
export function locationOf({ status, headers }: Answer): string {
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

/** Leaves for Google; the URL there. */
export async function leaveForGoogle(visitor: Visitor, purpose = 'sign-in'): Promise<string> {
  return locationOf(await visitor.send('GET', `/api/auth/google?purpose=${purpose}`));
}

/** Comes back from Google; where the service sends the browser then. */
export async function comeBack(visitor: Visitor, { search }: URL): Promise<string> {
  return locationOf(await visitor.send('GET', googleCallbackPath + search));
}

/** The whole way; where it ends. */
export async function visitGoogle(visitor: Visitor, sub: string, purpose = 'sign-in'): Promise<string> {
  return comeBack(visitor, await travelThroughOidc(await leaveForGoogle(visitor, purpose), sub));
}

/** Who is signed in; null for nobody. */
export async function userOf(visitor: Visitor): Promise<User | null> {
  return sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body).user;
}

export async function registerVisitor(api: TestApi, email: string, password: string): Promise<Visitor> {
  const visitor = createVisitor(api);
  expect(await visitor.send('POST', '/api/auth/register', { email, password })).toMatchObject({ status: 201 });
  return visitor;
}
