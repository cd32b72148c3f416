import { expect, it } from 'vitest';
import { googleCallbackPath } from '#contract/sign-in.ts';
import { createVisitor } from '#support/api.ts';
import { userOf, visitGoogle } from '#support/google.ts';
import { startOidcServer } from '#support/oidc-server.ts';
import { startService } from '#support/running-service.ts';

it('the program signs people in through the issuer its environment names', async () => {
  const publicUrl = 'http://localhost:3000';
  const oidc = await startOidcServer(publicUrl + googleCallbackPath);
  oidc.people.set('ada-1815', { email: 'ada@gmail.example', verified: true });
  const service = await startService({
    PUBLIC_URL: publicUrl,
    GOOGLE_CLIENT_ID: oidc.config.clientId,
    GOOGLE_CLIENT_SECRET: oidc.config.clientSecret,
    GOOGLE_ISSUER: oidc.config.issuer,
  });
  const visitor = createVisitor({ url: `http://127.0.0.1:${service.program.httpPort}` });
  expect(await visitGoogle(visitor, 'ada-1815')).toBe('/dashboard?from=google');
  expect(await userOf(visitor)).toMatchObject({ email: 'ada@gmail.example', authMethod: 'google' });
  await service.stop();
  await oidc.stop();
});
