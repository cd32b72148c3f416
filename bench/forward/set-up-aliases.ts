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

function post(url: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(url, {
    method: 'POST',
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

async function setUpAlias(webUrl: string, alias: string, domain: string): Promise<string> {
  const email = `owner-of-${alias}@inbox.example`;
  const { userId, cookie } = await signInOrRegister(webUrl, email);
  const url = `${webUrl}/api/aliases/${userId}`;
  const { aliases } = await get<{ aliases: AliasView[] }>(url, cookie);
  if (!aliases.some((known) => known.alias === alias && known.domain === domain)) {
    await read(await post(url, { alias, domain, forwardTo: email }, cookie), 'creating an alias');
  }
  return `${alias}@${domain}`;
}

/** Makes accounts with one alias each through the API, or finds those of an earlier run; the aliases. */
export async function setUpAliases(webUrl: string, accounts: number): Promise<string[]> {
  const { domains } = await get<{ domains: string[] }>(`${webUrl}/api/domains`);
  const [domain] = domains;
  if (domain === undefined) throw new Error('the program has no domain');
  const aliases: string[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    aliases.push(await setUpAlias(webUrl, `bench-${number}`, domain));
  }
  return aliases;
}
