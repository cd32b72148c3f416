import { apiKeysResponseSchema, newApiKeyResponseSchema, type ApiKey, type NewApiKey } from '#contract/account.ts';
import { createVisitor, type Answer, type TestApi, type Visitor } from '#support/api.ts';

/** Somebody signed in, with an alias, its target and its SMTP credential. */
export interface KeyOwner extends Visitor {
  readonly id: string;
  readonly email: string;
  readonly aliasId: string;
  readonly targetId: string;
  readonly credentialId: string;
}

export const ownerPassword = 'correct horse';

let serial = 0;

function bodyOf<Body>({ body }: Answer): Body {
  return body as Body;
}

export async function createKeyOwner(api: Pick<TestApi, 'url'>): Promise<KeyOwner> {
  serial += 1;
  const visitor = createVisitor(api);
  const email = `person-${serial}@home.example`;
  const { user } = bodyOf<{ user: { id: string } }>(
    await visitor.send('POST', '/api/auth/register', { email, password: ownerPassword }),
  );
  const wish = { alias: `own-${serial}`, domain: 'kauke.test', forwardTo: email, notes: 'mine' };
  const { alias } = bodyOf<{ alias: { id: string; targets: { id: string }[] } }>(
    await visitor.send('POST', `/api/aliases/${user.id}`, wish),
  );
  const { credential } = bodyOf<{ credential: { id: string } }>(
    await visitor.send('POST', '/api/smtp-credentials', { aliasId: alias.id }),
  );
  const targetId = alias.targets[0]?.id ?? '';
  return { ...visitor, id: user.id, email, aliasId: alias.id, targetId, credentialId: credential.id };
}

export async function makeApiKey(owner: Visitor, input: object = {}): Promise<NewApiKey> {
  const { status, body } = await owner.send('POST', '/api/api-keys', { name: 'A script', ...input });
  if (status !== 201) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return newApiKeyResponseSchema.strict().parse(body).apiKey;
}

export async function apiKeysOf(owner: Visitor): Promise<ApiKey[]> {
  return apiKeysResponseSchema.strict().parse((await owner.send('GET', '/api/api-keys')).body).apiKeys;
}

export function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}
