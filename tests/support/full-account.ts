import { Secret, TOTP } from 'otpauth';
import type { NewApiKey } from '#contract/account.ts';
import { apiKeyScopes } from '#contract/api-keys.ts';
import { addChanges } from '#core/moving-in/checklist.ts';
import { createVisitor, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { addPasskey, createTestPasskey } from '#support/authenticator.ts';
import type { TestCore } from '#support/core.ts';
import { bearer, makeApiKey } from '#support/key-owner.ts';
import { makePicture } from '#support/pictures.ts';

/** What an account has that calls can name. */
export const idKinds = [
  'user',
  'alias',
  'otherAlias',
  'label',
  'binnedAlias',
  'undo',
  'target',
  'webhook',
  'credential',
  'accountCredential',
  'session',
  'passkey',
  'key',
  'domain',
  'senderRule',
  'held',
  'move',
  'siteChange',
] as const;
export type IdKind = (typeof idKinds)[number];
export type Ids = Readonly<Record<IdKind, string>>;

/** Somebody who has one of everything. */
export interface FullAccount {
  readonly ids: Ids;
  /** What nobody else may ever be told: ids, names, addresses, secrets. */
  readonly secrets: readonly string[];
  /** By the cookie of a browser, and by a key of each scope. */
  readonly ways: ReadonlyMap<string, Visitor>;
}

export const accountPassword = 'walks between two houses';

function bodyOf<Body>(asked: string, { status, body }: Answer): Body {
  if (status >= 300) throw new Error(`${asked}: HTTP ${status} ${JSON.stringify(body)}`);
  return body as Body;
}

/** The same visitor with a key, and without its cookie. */
function withKey(api: Pick<TestApi, 'url'>, key: string): Visitor {
  const visitor = createVisitor(api);
  return {
    send: (method, path, body, headers) => visitor.send(method, path, body, { ...headers, ...bearer(key) }),
  };
}

/** An account by email; its visitor is signed in. */
export async function register(api: Pick<TestApi, 'url'>, email: string): Promise<{ id: string; visitor: Visitor }> {
  const visitor = createVisitor(api);
  const asked = await visitor.send('POST', '/api/auth/register', { email, password: accountPassword });
  return { id: bodyOf<{ user: { id: string } }>('registering', asked).user.id, visitor };
}

/** How an account is asked for things. */
export const waysOfAccounts: readonly string[] = ['cookie', ...apiKeyScopes.map((scope) => `key ${scope}`)];

/** By the cookie, and by a key of each scope; the keys with their ids. */
export async function waysIn(api: Pick<TestApi, 'url'>, visitor: Visitor, name: string) {
  const ways = new Map([['cookie', visitor]]);
  const keys: NewApiKey[] = [];
  for (const scope of apiKeyScopes) {
    const made = await makeApiKey(visitor, { name: `${name} key`, scope });
    keys.push(made);
    ways.set(`key ${scope}`, withKey(api, made.key));
  }
  return { ways, keys };
}

async function turnOnSecondFactor(test: TestCore, visitor: Visitor): Promise<string[]> {
  const started = await visitor.send('POST', '/api/account/second-factor');
  const { secret } = bodyOf<{ secret: string }>('second factor', started);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.core.clock.now() });
  const enabled = await visitor.send('POST', '/api/account/second-factor/enable', { code });
  return bodyOf<{ recoveryCodes: string[] }>('enabling it', enabled).recoveryCodes;
}

/** A message that is held: its row, which is all that the rules of core look at. */
async function holdSome({ core }: TestCore, of: { userId: string; aliasId: string }): Promise<string> {
  const id = core.random.uuid();
  const keyVersion = Math.floor(core.clock.now() / (24 * 60 * 60 * 1000));
  await core.keys.spoolKey(keyVersion);
  const parts = { keyVersion, envelopeSealed: Buffer.alloc(1), reason: 'spam', bytes: 1 } as const;
  const expiresAt = new Date(core.clock.now() + 7 * 24 * 60 * 60 * 1000);
  await core.database.db
    .insertInto('heldMail')
    .values({ id, ...of, ...parts, expiresAt })
    .execute();
  return id;
}

/** An address to change at a site: its row, as a move makes it. */
async function addSiteChange(
  { core }: TestCore,
  of: { userId: string; aliasId: string },
  old: string,
): Promise<string> {
  const { db } = core.database;
  await addChanges(db, core, of.userId, [{ service: 'addy', aliasId: of.aliasId, old, position: 0 }]);
  const rows = await db.selectFrom('siteChanges').select('id').where('userId', '=', of.userId).execute();
  return rows[0]?.id ?? '';
}

/** Makes one of everything, each with `name` in it. */
export async function createFullAccount(test: TestCore, api: Pick<TestApi, 'url'>, name: string): Promise<FullAccount> {
  const email = `${name}@home.example`;
  const { id, visitor } = await register(api, email);
  const post = async <Body>(path: string, body: unknown): Promise<Body> =>
    bodyOf<Body>(path, await visitor.send('POST', path, body));
  const createAlias = (alias: string, forwardTo: string) =>
    post<{ alias: { id: string; targets: { id: string }[] } }>(`/api/aliases/${id}`, {
      alias,
      domain: 'kauke.test',
      forwardTo,
      notes: `${name} writes here`,
    });

  const inbox = `${name}.box@office.example`;
  const endpoint = `https://hooks.mask.lt/${name}-hears`;
  const { alias } = await createAlias(`${name}-alias`, inbox);
  const { alias: otherAlias } = await createAlias(`${name}-hook`, endpoint);
  const { alias: binned } = await createAlias(`${name}-binned`, inbox);
  const deleted = await visitor.send('DELETE', `/api/aliases/${binned.id}`);
  const { undo } = bodyOf<{ undo: string }>('deleting', deleted);
  await visitor.send('PUT', '/api/account/picture', { picture: makePicture().toString('base64') });
  const { label } = await post<{ label: { id: string } }>('/api/labels', { name: `${name} label` });
  await visitor.send('PATCH', '/api/aliases', { ids: [alias.id], change: { addLabels: [`${name} label`] } });
  const correspondent = `friend.of.${name}@far.example`;
  await post(`/api/aliases/${alias.id}/contacts`, { address: correspondent });
  const blocked = `rival.of.${name}@far.example`;
  const { senderRule } = await post<{ senderRule: { id: string } }>('/api/sender-rules', {
    scope: { aliasId: alias.id },
    match: blocked,
    action: 'block',
  });
  const held = await holdSome(test, { userId: id, aliasId: alias.id });
  const { move } = await post<{ move: { id: string } }>('/api/moves', {
    service: 'addy',
    baseUrl: `https://${name}.addy.mask.lt`,
  });
  const old = `${name}@anonaddy.mask.lt`;
  const siteChange = await addSiteChange(test, { userId: id, aliasId: alias.id }, old);
  const { credential } = await post<{ credential: { id: string; password: string } }>('/api/smtp-credentials', {
    aliasId: alias.id,
  });
  const { credential: accountCredential } = await post<{ credential: { id: string } }>(
    '/api/account/smtp-credentials',
    {},
  );
  const made = createTestPasskey();
  bodyOf('adding a passkey', await addPasskey(visitor, made, { name: `${name} phone` }));
  const listedPasskeys = await visitor.send('GET', '/api/account/passkeys');
  const { passkeys } = bodyOf<{ passkeys: { id: string }[] }>('passkeys', listedPasskeys);
  const { domain } = await post<{ domain: { id: string } }>('/api/account/domains', { name: `${name}.own.example` });
  const { ways, keys } = await waysIn(api, visitor, name);
  const recoveryCodes = await turnOnSecondFactor(test, visitor);
  const listed = await visitor.send('GET', '/api/account/sessions');
  const { sessions } = bodyOf<{ sessions: { id: string }[] }>('sessions', listed);
  const ids: Ids = {
    user: id,
    alias: alias.id,
    otherAlias: otherAlias.id,
    label: label.id,
    binnedAlias: binned.id,
    undo,
    target: alias.targets[0]?.id ?? '',
    webhook: otherAlias.targets[0]?.id ?? '',
    credential: credential.id,
    accountCredential: accountCredential.id,
    session: sessions[0]?.id ?? '',
    key: keys[0]?.id ?? '',
    passkey: passkeys[0]?.id ?? '',
    domain: domain.id,
    senderRule: senderRule.id,
    held,
    move: move.id,
    siteChange,
  };
  const told = [
    email,
    inbox,
    endpoint,
    correspondent,
    blocked,
    `${name}-alias`,
    `${name}-hook`,
    `${name}-binned`,
    `${name} writes here`,
    `${name} key`,
    `${name} phone`,
    `${name}.own.example`,
    `${name}.addy.mask.lt`,
    old,
    made.id,
  ];
  return {
    ids,
    ways,
    secrets: [
      ...Object.values(ids),
      ...told,
      credential.password,
      ...keys.flatMap((one) => [one.id, one.key]),
      ...recoveryCodes,
    ],
  };
}
