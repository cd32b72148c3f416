import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { X509Certificate } from 'node:crypto';
import { createTestAuthority } from '#support/acme-authority.ts';
import { checkProof, type ProofPorts } from '#support/acme-challenge.ts';
import {
  AcmeRefusal,
  createRequestReader,
  thumbprint,
  type SignedRequest,
  type TestAccount,
} from '#support/acme-requests.ts';
import { renewalId } from '#protocol/x509/certificate-facts.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface TestChallenge {
  readonly type: string;
  readonly token: string;
  status: 'pending' | 'processing' | 'valid' | 'invalid';
  fault: string | null;
}

/** One order is for one name here. */
export interface TestOrder {
  readonly number: number;
  readonly name: string;
  readonly account: string;
  readonly replaces: string | null;
  readonly challenges: readonly TestChallenge[];
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid';
  chain: string | null;
}

/** An ACME server on this machine, after RFC 8555: signatures, nonces, proofs and certificates are real. */
export interface AcmeServer {
  readonly directory: string;
  /** What clients must trust, in PEM. */
  readonly root: string;
  readonly ports: ProofPorts;
  readonly accounts: ReadonlyMap<string, TestAccount>;
  readonly orders: readonly TestOrder[];
  /** Every request so far, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Asked before each request; what it gives is what the client gets. */
  refuse: (path: string) => AcmeRefusal | null | Promise<AcmeRefusal | null>;
  /** Of new certificates, and from when on. */
  lifeMs: number;
  now: () => number;
  /** Orders that are ready to be issued stay so while this is true. */
  isSlow: boolean;
  /** For renewal information by the name of the certificate (RFC 9773 §4.1); others are advised a third of life. */
  readonly windows: Map<string, { readonly start: string; readonly end: string }>;
  hasRenewalInfo: boolean;
  /** Orders are at `/order/1`, wherever that is. */
  hasRelativeOrders: boolean;
  forgetNonces(): void;
  forgetAccounts(): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status?: number;
  readonly location?: string;
  readonly retryAfter?: string;
  /** An object for JSON, else PEM. */
  readonly body?: object | string;
}

function problem(type: string): object {
  return { type: `urn:ietf:params:acme:error:${type}`, detail: 'told in words that nobody reads' };
}

type Handler = (id: string, request: SignedRequest, part: string) => Promise<Answer> | Answer;

export async function startAcmeServer(): Promise<AcmeServer> {
  const authority = await createTestAuthority();
  const accounts = new Map<string, TestAccount>();
  const orders: TestOrder[] = [];
  const requests: string[] = [];
  const replaced = new Set<string>();
  const reader = createRequestReader((url) => accounts.get(url));
  const http = createServer((request, response) => void answer(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: AcmeServer = {
    directory: `${origin}/directory`,
    root: authority.root,
    ports: { http: 0, tls: 0 },
    accounts,
    orders,
    requests,
    refuse: () => null,
    lifeMs: 90 * dayMs,
    now: () => Date.now(),
    isSlow: false,
    windows: new Map(),
    hasRenewalInfo: true,
    hasRelativeOrders: false,
    forgetNonces: reader.forgetNonces,
    forgetAccounts: () => accounts.clear(),
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };

  const directory = (): object => ({
    newNonce: `${origin}/nonce`,
    newAccount: `${origin}/account`,
    newOrder: `${origin}/order`,
    ...(server.hasRenewalInfo ? { renewalInfo: `${origin}/renewal` } : {}),
  });

  const orderOf = (id: string, { account }: SignedRequest): TestOrder => {
    const order = orders[Number(id)];
    if (order === undefined || account === null || order.account !== account.url)
      throw new AcmeRefusal(404, 'malformed');
    return order;
  };
  const describeOrder = (order: TestOrder): Answer => ({
    location: `${server.hasRelativeOrders ? '' : origin}/order/${order.number}`,
    body: {
      status: order.status,
      authorizations: [`${origin}/authorization/${order.number}`],
      finalize: `${origin}/finalize/${order.number}`,
      ...(order.chain === null ? {} : { certificate: `${origin}/certificate/${order.number}` }),
    },
  });
  const describeAuthorization = ({ number, status, name, challenges }: TestOrder): Answer => ({
    body: {
      identifier: { type: 'dns', value: name },
      status: status === 'pending' || status === 'invalid' ? status : 'valid',
      challenges: challenges.map(({ type, token, status: state, fault }) => ({
        type,
        token,
        status: state,
        url: `${origin}/challenge/${number}/${type}`,
        ...(fault === null ? {} : { error: problem(fault) }),
      })),
    },
  });

  const prove = async (order: TestOrder, challenge: TestChallenge, { jwk }: SignedRequest): Promise<void> => {
    challenge.status = 'processing';
    const { type, token } = challenge;
    const wanted = `${token}.${thumbprint(jwk)}`;
    challenge.fault = await checkProof(type, { name: order.name, token, wanted }, server.ports);
    challenge.status = challenge.fault === null ? 'valid' : 'invalid';
    order.status = challenge.fault === null ? 'ready' : 'invalid';
  };

  const issue = async (order: TestOrder, csr: Buffer): Promise<void> => {
    const names = await authority.namesIn(csr);
    if (names.length !== 1 || names[0] !== order.name) throw new AcmeRefusal(400, 'badCSR');
    order.status = 'processing';
    const fromMs = server.now();
    order.chain = await authority.issue(csr, { fromMs, toMs: fromMs + server.lifeMs });
    if (!server.isSlow) order.status = 'valid';
  };

  const makeAccount = ({ jwk, payload }: SignedRequest): Answer => {
    if (payload?.['termsOfServiceAgreed'] !== true) throw new AcmeRefusal(403, 'userActionRequired');
    const url = `${origin}/account/${thumbprint(jwk)}`;
    const status = accounts.has(url) ? 200 : 201;
    accounts.set(url, { url, jwk, thumbprint: thumbprint(jwk), contact: payload['contact'] as string[] });
    return { status, location: url, body: { status: 'valid' } };
  };
  const makeOrder = ({ account, payload }: SignedRequest): Answer => {
    if (account === null) throw new AcmeRefusal(403, 'unauthorized');
    const { identifiers, replaces = null } = payload as { identifiers: { value: string }[]; replaces?: string };
    if (replaces !== null && replaced.has(replaces)) throw new AcmeRefusal(409, 'alreadyReplaced');
    if (replaces !== null) replaced.add(replaces);
    const number = orders.length;
    const challenges = ['dns-01', 'tls-alpn-01', 'http-01'].map((type) => ({
      type,
      token: `${type}-of-order-${number}-${'x'.repeat(20)}`,
      status: 'pending' as const,
      fault: null,
    }));
    const name = identifiers[0]?.value ?? '';
    const order: TestOrder = {
      number,
      name,
      account: account.url,
      replaces,
      challenges,
      status: 'pending',
      chain: null,
    };
    orders.push(order);
    return { ...describeOrder(order), status: 201 };
  };

  const handlers: Readonly<Record<string, Handler>> = {
    account: (_, request) => makeAccount(request),
    order: (id, request) => (id === '' ? makeOrder(request) : describeOrder(release(orderOf(id, request)))),
    authorization: (id, request) => describeAuthorization(orderOf(id, request)),
    challenge: (id, request, type) => {
      const order = orderOf(id, request);
      const challenge = order.challenges.find((one) => one.type === type);
      if (challenge?.status !== 'pending' || request.payload === null) throw new AcmeRefusal(400, 'malformed');
      void prove(order, challenge, request);
      return { body: { status: 'processing' } };
    },
    finalize: async (id, request) => {
      const order = orderOf(id, request);
      if (order.status !== 'ready') throw new AcmeRefusal(403, 'orderNotReady');
      await issue(order, Buffer.from(String(request.payload?.['csr']), 'base64url'));
      return describeOrder(order);
    },
    certificate: (id, request) => ({ body: orderOf(id, request).chain ?? '' }),
  };
  const release = (order: TestOrder): TestOrder => {
    if (order.status === 'processing' && !server.isSlow && order.chain !== null) order.status = 'valid';
    return order;
  };

  const advise = (id: string): Answer => {
    const order = orders.find(({ chain }) => chain !== null && renewalId(new X509Certificate(chain)) === id);
    if (order?.chain === undefined || order.chain === null) throw new AcmeRefusal(404, 'malformed');
    const endsMs = Date.parse(new X509Certificate(order.chain).validTo);
    const at = (share: number): string => new Date(endsMs - share * server.lifeMs).toISOString();
    const suggestedWindow = server.windows.get(id) ?? { start: at(0.34), end: at(0.32) };
    return { body: { suggestedWindow }, retryAfter: '21600' };
  };

  const admit = async ({ headers }: IncomingMessage, path: string): Promise<void> => {
    const refusal = await server.refuse(path);
    if (refusal !== null) throw refusal;
    // RFC 8555 §6.1.
    if (!/kauke/.test(headers['user-agent'] ?? '')) throw new AcmeRefusal(400, 'malformed');
  };
  const decide = async (request: IncomingMessage, path: string): Promise<Answer> => {
    await admit(request, path);
    const [, resource = '', id = '', part = ''] = path.split('/');
    if (resource === 'directory') return { body: directory() };
    if (resource === 'nonce') return {};
    if (resource === 'renewal' && request.method === 'GET') return advise(id);
    const handler = handlers[resource];
    if (request.method !== 'POST' || handler === undefined) throw new AcmeRefusal(404, 'malformed');
    const signed = reader.read(`${origin}${path}`, request.headers['content-type'], await text(request));
    return handler(id, signed, part);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    response.setHeader('Replay-Nonce', reader.nonce());
    try {
      const { status = 200, location, retryAfter, body } = await decide(request, path);
      if (location !== undefined) response.setHeader('Location', location);
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
      response.writeHead(status).end(typeof body === 'object' ? JSON.stringify(body) : body);
    } catch (error) {
      const { status, type, retryAfter } =
        error instanceof AcmeRefusal ? error : new AcmeRefusal(500, 'serverInternal');
      if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
      response.writeHead(status, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem(type)));
    }
  };
  return server;
}
