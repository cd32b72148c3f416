import { z } from 'zod';
import type { DomainCheck } from '#core/forwarding-provider.ts';
import { ProviderError, type AnswerBody } from '#core/providers/improvmx/provider-answer.ts';
import type { ProviderRequest, RequestSender } from '#core/providers/improvmx/send-request.ts';

/** An alias as the provider has it. */
export interface RemoteAlias {
  readonly id: string;
  /** Local part, or `*` for the rest of the domain. */
  readonly alias: string;
  /** Addresses and URLs with commas between them. */
  readonly forward: string;
}

const aliasSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  alias: z.string(),
  forward: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
});
const credentialSchema = z.object({ username: z.string() });
/** What a plan allows; null: it does not say. */
const limit = z.number().nonnegative().nullish().catch(null);
const accountSchema = z.looseObject({
  premium: z.boolean().nullish().catch(null),
  limits: z.looseObject({ aliases: limit, destinations: limit }).nullish().catch(null),
});
const checkSchema = z.looseObject({ valid: z.boolean().nullish() });

/** The largest page that both versions of the API give. */
const pageSize = 100;
/** A million aliases of one domain. */
const pagesMax = 10_000;

/** What an answer holds under a name, or the answer itself where it comes bare. @throws ProviderError */
function read<Value>(schema: z.ZodType<Value>, body: AnswerBody, name: string): Value {
  const result = schema.safeParse(body[name] !== null && typeof body[name] === 'object' ? body[name] : body);
  if (!result.success) throw new ProviderError('down');
  return result.data;
}

function readList<Value>(schema: z.ZodType<Value>, body: AnswerBody, name: string): Value[] {
  const result = z.array(schema).safeParse(body[name]);
  if (!result.success) throw new ProviderError('down');
  return result.data;
}

async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'missing') return null;
    throw error;
  }
}

const checkedRecords: Readonly<Record<string, string>> = {
  mx: 'MX',
  spf: 'SPF',
  dkim1: 'DKIM',
  dkim2: 'DKIM',
  dmarc: 'DMARC',
};

/** A record of the check that is not as the provider wants it, in words. */
function describeFault(name: string, record: unknown): string[] {
  const known = z.object({ valid: z.literal(false), expected: z.unknown() }).safeParse(record);
  const title = checkedRecords[name];
  if (title === undefined || !known.success) return [];
  const expected = [known.data.expected].flat().filter((value) => typeof value === 'string');
  return [`${title} should be ${expected.length === 0 ? 'set' : expected.join(', ')}`];
}

type Send = (request: ProviderRequest) => Promise<AnswerBody>;

function aliasPath(domain: string, ...name: string[]): string[] {
  return ['domains', domain, 'aliases', ...name];
}
function credentialPath(domain: string, ...name: string[]): string[] {
  return ['domains', domain, 'credentials', ...name];
}

async function listAliases(send: Send, domain: string, query: Record<string, string>): Promise<RemoteAlias[]> {
  const byName = new Map<string, RemoteAlias>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const paging = { limit: String(pageSize), page: String(page) };
    const body = await send({ method: 'GET', path: aliasPath(domain), query: { ...query, ...paging } });
    const found = readList(aliasSchema, body, 'aliases');
    const known = byName.size;
    for (const alias of found) byName.set(alias.alias, alias);
    // A server may give less than it was asked for on each page, but says how many there are.
    const total = typeof body['total'] === 'number' ? body['total'] : null;
    const isLast = total === null ? found.length < pageSize : byName.size >= total;
    if (isLast || byName.size === known) break;
  }
  return [...byName.values()];
}

/** By name where that is sure to mean the name: digits may be taken for the id of another alias. */
async function findAlias(send: Send, domain: string, name: string): Promise<RemoteAlias | null> {
  const body = await orNull(send({ method: 'GET', path: aliasPath(domain, name) }));
  const found = body === null ? null : read(aliasSchema, body, 'alias');
  if (found === null || found.alias === name) return found;
  const listed = await listAliases(send, domain, { alias: name });
  return listed.find(({ alias }) => alias === name) ?? null;
}

/** Where an alias is changed. A name of digits is looked at first, as the provider takes a name or an id. */
async function sureAliasPath(send: Send, domain: string, { id, alias }: RemoteAlias): Promise<string[]> {
  if (!/^\d+$/u.test(alias)) return aliasPath(domain, alias);
  const body = await send({ method: 'GET', path: aliasPath(domain, id) });
  if (read(aliasSchema, body, 'alias').alias !== alias) throw new ProviderError('refused');
  return aliasPath(domain, id);
}

function aliasCalls(send: Send) {
  return {
    listAliases: (domain: string) => listAliases(send, domain, {}),
    findAlias: (domain: string, name: string) => findAlias(send, domain, name),
    createAlias: async (domain: string, alias: string, forward: string): Promise<RemoteAlias> =>
      read(aliasSchema, await send({ method: 'POST', path: aliasPath(domain), body: { alias, forward } }), 'alias'),
    changeAlias: async (domain: string, alias: RemoteAlias, forward: string): Promise<void> => {
      await send({ method: 'PUT', path: await sureAliasPath(send, domain, alias), body: { forward } });
    },
    /** Does nothing where it is gone already. */
    deleteAlias: async (domain: string, alias: RemoteAlias): Promise<void> => {
      await orNull(sureAliasPath(send, domain, alias).then((path) => send({ method: 'DELETE', path })));
    },
  };
}

function domainCalls(send: Send) {
  return {
    hasDomain: async (domain: string): Promise<boolean> =>
      (await orNull(send({ method: 'GET', path: ['domains', domain] }))) !== null,
    createDomain: async (domain: string): Promise<void> => {
      await send({ method: 'POST', path: ['domains'], body: { domain } });
    },
    /** Asking makes the provider look at the records, and forward from then on. */
    checkDomain: async (domain: string): Promise<DomainCheck> => {
      const body = await send({ method: 'GET', path: ['domains', domain, 'check'] });
      const { valid, ...records } = read(checkSchema, body, 'records');
      const faults = Object.entries(records).flatMap(([name, record]) => describeFault(name, record));
      return { ready: valid ?? faults.length === 0, faults };
    },
  };
}

function credentialCalls(send: Send) {
  return {
    listCredentials: async (domain: string): Promise<string[]> => {
      const body = await send({ method: 'GET', path: credentialPath(domain) });
      return readList(credentialSchema, body, 'credentials').map(({ username }) => username);
    },
    createCredential: async (domain: string, username: string, password: string): Promise<void> => {
      await send({ method: 'POST', path: credentialPath(domain), body: { username, password } });
    },
    changeCredential: async (domain: string, username: string, password: string): Promise<void> => {
      await send({ method: 'PUT', path: credentialPath(domain, username), body: { password } });
    },
    /** Does nothing where it is gone already. */
    deleteCredential: async (domain: string, username: string): Promise<void> => {
      await orNull(send({ method: 'DELETE', path: credentialPath(domain, username) }));
    },
  };
}

/** What the plan of the account allows. */
export interface ProviderPlan {
  /** Web addresses as destinations, and SMTP credentials. */
  readonly premium: boolean;
  /** Aliases of one domain; Infinity: it does not say. */
  readonly aliases: number;
  /** Destinations of one alias. */
  readonly destinations: number;
}

function accountCalls(send: Send) {
  return {
    readPlan: async (): Promise<ProviderPlan> => {
      const { premium, limits } = read(accountSchema, await send({ method: 'GET', path: ['account'] }), 'account');
      return {
        premium: premium ?? true,
        aliases: limits?.aliases ?? Infinity,
        destinations: limits?.destinations ?? Infinity,
      };
    },
  };
}

/** The calls of the API that are needed, one method each. All of them throw ProviderError and end with `signal`. `patienceMs`: how long each waits for its turn. */
export function createImprovmxClient(sender: RequestSender, signal: AbortSignal, patienceMs?: number) {
  const send: Send = (request) => sender.send(request, signal, patienceMs);
  return { ...aliasCalls(send), ...domainCalls(send), ...credentialCalls(send), ...accountCalls(send) };
}

export type ImprovmxClient = ReturnType<typeof createImprovmxClient>;
