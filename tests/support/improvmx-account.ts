/** An account of ImprovMX as its API shows it: domains, aliases, SMTP credentials, and what its plan allows. */

export interface PlanLimits {
  /** Aliases of one domain. */
  readonly aliases: number;
  readonly domains: number;
  /** Destinations of one alias. */
  readonly destinations: number;
  readonly credentials: number;
  /** Web addresses as destinations and SMTP credentials are for paying accounts. */
  readonly premium: boolean;
}

interface Alias {
  readonly id: number;
  readonly alias: string;
  forward: string;
  readonly created: number;
}

interface Domain {
  readonly aliases: Map<string, Alias>;
  readonly credentials: Map<string, { password: string; readonly created: number }>;
  active: boolean;
}

export interface ApiRequest {
  readonly method: string;
  /** The parts of the path behind the version. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

const generousPlan: PlanLimits = {
  aliases: 10_000,
  domains: 100,
  destinations: 20,
  credentials: 1_000,
  premium: true,
};

const accountEmail = 'account@operator.example';
const created = 1_702_982_672_000;

function ok(body: object): ApiAnswer {
  return { status: 200, body: { ...body, success: true } };
}
function refuse(status: number, field: string, text: string): ApiAnswer {
  return {
    status,
    body: { errors: { [field]: [text] }, success: false },
  };
}
function notFound(): ApiAnswer {
  return { status: 404, body: { error: 'Not found', code: 404, success: false } };
}

function pageOf<Item>(items: readonly Item[], query: URLSearchParams, usual: number) {
  const limit = Math.min(Math.max(Number(query.get('limit') ?? usual) || usual, 5), 100);
  const page = Math.max(Number(query.get('page') ?? 1) || 1, 1);
  return { limit, page, total: items.length, items: items.slice((page - 1) * limit, page * limit) };
}

export interface ImprovmxAccount {
  readonly domains: ReadonlyMap<string, Domain>;
  plan: PlanLimits;
  /** What somebody does in the dashboard; makes the domain where it is missing. */
  setAlias(domain: string, alias: string, forward: string): void;
  removeAlias(domain: string, alias: string): void;
  /** Where mail to a name goes; null: it is refused. */
  forwardOf(domain: string, alias: string): string | null;
  answer(request: ApiRequest): ApiAnswer;
}

/** An empty account. Ids start high enough to look like the names of aliases that are numbers. */
export function createImprovmxAccount(): ImprovmxAccount {
  const domains = new Map<string, Domain>();
  let nextId = 100;
  const account = { plan: generousPlan };

  const put = ({ aliases }: Domain, alias: string, forward: string): Alias => {
    const row = { id: nextId, alias, forward, created };
    nextId += 1;
    aliases.set(alias, row);
    return row;
  };

  const addDomain = (name: string): Domain => {
    const domain: Domain = { aliases: new Map(), credentials: new Map(), active: false };
    domains.set(name, domain);
    // The API does so by itself.
    put(domain, '*', accountEmail);
    return domain;
  };

  const shown = ({ id, alias, forward }: Alias) => ({ alias, forward, id, created });
  const domainView = (name: string, { active, aliases }: Domain) => ({
    active,
    domain: name,
    display: name,
    dkim_selector: 'dkimprovmx',
    notification_email: null,
    webhook: null,
    whitelabel: null,
    added: created,
    aliases: [...aliases.values()].slice(0, 200).map(shown),
  });

  const forwardFault = (forward: unknown): ApiAnswer | null => {
    if (typeof forward !== 'string' || forward === '') return refuse(400, 'forward', 'This field is required.');
    const destinations = forward.split(',').map((text) => text.trim());
    if (destinations.length > account.plan.destinations) {
      return refuse(400, 'forward', 'You have reached the limit of destinations of your plan.');
    }
    if (!account.plan.premium && destinations.some((text) => text.startsWith('http'))) {
      return refuse(403, 'forward', 'Webhooks need a premium plan.');
    }
    if (destinations.some((text) => text.endsWith('@refused.example'))) {
      return refuse(400, 'forward', 'This email is invalid.');
    }
    return null;
  };

  const createAlias = (domain: Domain, { alias, forward }: ApiRequest['body']): ApiAnswer => {
    if (typeof alias !== 'string' || alias === '') return refuse(400, 'alias', 'This field is required.');
    if (domain.aliases.has(alias)) {
      return refuse(400, 'alias', 'This alias already exists. You should update the existing one instead.');
    }
    if (domain.aliases.size >= account.plan.aliases) return refuse(400, 'alias', 'You reached the limit of your plan.');
    return forwardFault(forward) ?? ok({ alias: shown(put(domain, alias, String(forward))) });
  };

  /** A number is an id before it is a name. */
  const findAlias = ({ aliases }: Domain, key: string): Alias | undefined =>
    [...aliases.values()].find(({ id }) => String(id) === key) ?? aliases.get(key);

  const aliasRoutes = (domain: Domain, key: string | undefined, request: ApiRequest): ApiAnswer => {
    const { method, query, body } = request;
    if (key === undefined && method === 'POST') return createAlias(domain, body);
    if (key === undefined) {
      const prefix = query.get('alias') ?? '';
      const text = query.get('q') ?? '';
      const matching = [...domain.aliases.values()].filter(
        ({ alias, forward }) => alias.startsWith(prefix) && (alias.includes(text) || forward.includes(text)),
      );
      const { items, ...paging } = pageOf(matching, query, 20);
      return ok({ aliases: items.map(shown), ...paging });
    }
    const alias = findAlias(domain, key);
    if (alias === undefined) return notFound();
    if (method === 'GET') return ok({ alias: shown(alias) });
    if (method === 'PUT') {
      const fault = forwardFault(body['forward']);
      if (fault !== null) return fault;
      alias.forward = String(body['forward']);
      return ok({ alias: shown(alias) });
    }
    domain.aliases.delete(alias.alias);
    return ok({});
  };

  const credentialRoutes = (domain: Domain, key: string | undefined, { method, body }: ApiRequest): ApiAnswer => {
    const { credentials } = domain;
    if (!account.plan.premium) return { status: 403, body: { error: 'Upgrade to use SMTP.', success: false } };
    if (key === undefined && method === 'POST') {
      const username = String(body['username']);
      if (credentials.has(username)) return refuse(400, 'username', 'This username already exists for this domain.');
      if (credentials.size >= account.plan.credentials)
        return refuse(400, 'username', 'Your plan has no more of these.');
      credentials.set(username, { password: String(body['password']), created });
      return ok({ credential: { username, usage: 0, created }, requires_new_mx_check: false });
    }
    if (key === undefined) {
      return ok({ credentials: [...credentials.keys()].map((username) => ({ username, usage: 0, created })) });
    }
    const credential = credentials.get(key);
    if (credential === undefined) return notFound();
    if (method === 'PUT') {
      credential.password = String(body['password']);
      return ok({ credential: { username: key, usage: 0, created } });
    }
    credentials.delete(key);
    return ok({});
  };

  const check = (domain: Domain): ApiAnswer => {
    domain.active = true;
    const record = (expected: string | string[], valid: boolean) => ({
      expected,
      valid,
      values: valid ? expected : null,
    });
    const records = {
      provider: 'other',
      advanced: true,
      dkim1: record('dkimprovmx1.improvmx.com.', true),
      dkim2: record('dkimprovmx2.improvmx.com.', true),
      dmarc: record('v=DMARC1; p=none;', true),
      error: null,
      mx: record(['mx1.improvmx.com', 'mx2.improvmx.com'], true),
      spf: record('v=spf1 include:spf.improvmx.com ~all', false),
      valid: false,
    };
    return ok({ records });
  };

  const domainRoutes = (request: ApiRequest): ApiAnswer => {
    const { method, path, query, body } = request;
    const [, name, part, key] = path;
    if (name === undefined) {
      if (method === 'GET') {
        const { items, ...paging } = pageOf([...domains], query, 50);
        return ok({ domains: items.map(([found, domain]) => domainView(found, domain)), ...paging });
      }
      const wanted = String(body['domain']);
      if (domains.has(wanted)) return refuse(400, 'domain', 'Domain already registered on this account.');
      if (domains.size >= account.plan.domains) return refuse(400, 'domain', 'You reached the limit of your plan.');
      return ok({ domain: domainView(wanted, addDomain(wanted)) });
    }
    const domain = domains.get(name);
    if (domain === undefined) return notFound();
    if (part === 'aliases') return aliasRoutes(domain, key, request);
    if (part === 'credentials') return credentialRoutes(domain, key, request);
    if (part === 'check') return check(domain);
    return method === 'GET' && part === undefined ? ok({ domain: domainView(name, domain) }) : notFound();
  };

  const accountView = (): ApiAnswer => {
    const { premium, ...limits } = account.plan;
    return ok({ account: { email: accountEmail, premium, limits, plan: { name: premium ? 'premium' : 'free' } } });
  };

  return {
    domains,
    get plan() {
      return account.plan;
    },
    set plan(plan) {
      account.plan = plan;
    },
    setAlias: (name, alias, forward) => {
      const domain = domains.get(name) ?? addDomain(name);
      const known = domain.aliases.get(alias);
      if (known === undefined) put(domain, alias, forward);
      else known.forward = forward;
    },
    removeAlias: (name, alias) => void domains.get(name)?.aliases.delete(alias),
    forwardOf: (name, alias) => domains.get(name)?.aliases.get(alias)?.forward ?? null,
    answer: (request) => {
      const [room, ...more] = request.path;
      if (room === 'account' && more.length === 0 && request.method === 'GET') return accountView();
      return room === 'domains' ? domainRoutes(request) : notFound();
    },
  };
}
