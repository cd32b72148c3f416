import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import { vi } from 'vitest';
import type { GoogleConfig } from '#config/config.ts';
import { rsaKey } from '#support/rsa-keys.ts';

/** A person with an account at the provider. */
export interface OidcPerson {
  readonly email: string;
  readonly verified: boolean;
  /** Further claims: names, picture. */
  readonly profile?: Readonly<Record<string, string>>;
}

/** A real OpenID Connect provider on this machine, in Google's place. */
export interface OidcServer {
  readonly config: GoogleConfig;
  /** Who can sign in there, by `sub`. The sign-in page takes the `sub` and any password. */
  readonly people: Map<string, OidcPerson>;
  stop(): Promise<void>;
}

function signingKey() {
  const privateKey = rsaKey(14);
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' };
}

/** Its sign-in page is its account chooser: asking for one is always fulfilled. */
function policyWithChooser() {
  const policy = interactionPolicy.base();
  const chooser = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  chooser.checks.clear();
  policy.add(chooser);
  return policy;
}

function describeProvider(
  people: ReadonlyMap<string, OidcPerson>,
  { clientId, clientSecret, redirectUri }: { clientId: string; clientSecret: string; redirectUri: string },
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'picture'] },
    // As Google does: the email stands in the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    interactions: { policy: policyWithChooser() },
    jwks: { keys: [signingKey()] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      if (person === undefined) return undefined;
      const { email, verified, profile } = person;
      return { accountId: sub, claims: () => ({ sub, email, email_verified: verified, ...profile }) };
    },
  };
}

/** `port`: 0 for any free one. */
export async function startOidcServer(redirectUri: string, port = 0): Promise<OidcServer> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { clientId: 'kauke', clientSecret: 'only for tests', issuer };
  const people = new Map<string, OidcPerson>();
  // It warns that it keeps everything in memory and has simple pages, which is why it is here.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const provider = new Provider(issuer, describeProvider(people, { ...config, redirectUri }));
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  warnings.mockRestore();
  return {
    config,
    people,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser at the provider: keeps cookies and stops at redirects. */
function createTraveller() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      cookies.set(name, value);
    }
    await response.arrayBuffer();
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status} to ${url}`);
    return new URL(location, url).href;
  };
}

/**
 * Goes through the provider's pages as `sub`, from the URL the service sent the browser to, up to the URL the
 * provider sends it back to. `consents`: false cancels at the second page.
 */
export async function travelThroughOidc(startUrl: string, sub: string, consents = true): Promise<URL> {
  const go = createTraveller();
  const afterLogin = await go(await go(startUrl), { prompt: 'login', login: sub, password: 'any' });
  const consentPage = await go(afterLogin);
  const afterConsent = consents ? await go(consentPage, { prompt: 'consent' }) : await go(`${consentPage}/abort`);
  return new URL(await go(afterConsent));
}
