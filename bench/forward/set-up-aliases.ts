import { generateKey } from 'openpgp';

const password = 'a password of the benchmark';
const timeoutMs = 30_000;

interface Signed {
  readonly userId: string;
  readonly cookie: string;
}

interface AliasView {
  readonly alias: string;
  readonly domain: string;
}

async function read<Body>(response: Response, what: string): Promise<Body> {
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

async function get<Body>(url: string, cookie = ''): Promise<Body> {
  return read<Body>(await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(timeoutMs) }), `GET ${url}`);
}

function post(url: string, body: unknown, cookie = '', method: 'POST' | 'PUT' = 'POST'): Promise<Response> {
  return fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** An account from an earlier run against the same database is used again. */
async function signInOrRegister(webUrl: string, email: string): Promise<Signed> {
  const known = await post(`${webUrl}/api/auth/login`, { email, password });
  const response = known.ok ? known : await post(`${webUrl}/api/auth/register`, { email, password });
  const { user } = await read<{ user: { id: string } }>(response, 'registering');
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { userId: user.id, cookie: cookies.join('; ') };
}

/** Mail to the inboxes of an account is encrypted to a key that nobody has the other half of. */
async function setUpKeys(webUrl: string, email: string, cookie: string): Promise<void> {
  const url = `${webUrl}/api/targets`;
  const { targets } = await get<{ targets: { id: string; value: string }[] }>(url, cookie);
  const { publicKey } = await generateKey({ userIDs: [{ email }], date: new Date(Date.now() - timeoutMs) });
  for (const { id } of targets.filter(({ value }) => value === email))
    await read(await post(`${url}/${id}/key`, { publicKey, hideSubject: true }, cookie, 'PUT'), 'setting a key');
}

async function setUpAlias(webUrl: string, alias: string, domain: string, isKeyed: boolean): Promise<string> {
  const email = `owner-of-${alias}@inbox.example`;
  const { userId, cookie } = await signInOrRegister(webUrl, email);
  const url = `${webUrl}/api/aliases/${userId}`;
  const { aliases } = await get<{ aliases: AliasView[] }>(url, cookie);
  if (!aliases.some((known) => known.alias === alias && known.domain === domain)) {
    await read(await post(url, { alias, domain, forwardTo: email }, cookie), 'creating an alias');
  }
  if (isKeyed) await setUpKeys(webUrl, email, cookie);
  return `${alias}@${domain}`;
}

/** Makes accounts with one alias each through the API, or finds those of an earlier run; the first `keyed` with a key. The aliases. */
export async function setUpAliases(webUrl: string, accounts: number, keyed = 0): Promise<string[]> {
  const { domains } = await get<{ domains: string[] }>(`${webUrl}/api/domains`);
  const [domain] = domains;
  if (domain === undefined) throw new Error('the program has no domain');
  const aliases: string[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    aliases.push(await setUpAlias(webUrl, `bench-${number}`, domain, number <= keyed));
  }
  return aliases;
}
