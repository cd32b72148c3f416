import { once } from 'node:events';
import { Server, type Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp, type AppParts } from '#api/app.ts';
import type { HealthSources } from '#main/health/check-health.ts';
import { createOperatorTools } from '#main/operator-tools.ts';
import { systemClock } from '#platform/clock.ts';
import { ignoreMetrics } from '#platform/metrics.ts';
import { systemRandom } from '#platform/random.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import { askServer, endConnections, keepConnections } from '#support/ask-server.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** DNS that never answers, and no certificates of our own. */
export const noNetwork: HealthSources = {
  config: {
    acme: null,
    dkimEd25519: false,
    delivery: 'preview',
    sendFrom: [],
    mailHostname: 'mail.kauke.test',
    improvmx: null,
    publicUrl: null,
    httpsPort: null,
    mailboxPort: null,
    roles: new Set(),
  },
  resolver: createResolver({ servers: ['127.0.0.1:1'], timeoutMs: 100, clock: systemClock, random: systemRandom }),
};

export interface TestApi {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Connections of all its visitors. */
  readonly agent: Agent;
  stop(): Promise<void>;
}

export const testSite: AppParts['site'] = {
  version: '0.0.0-test',
  smtp: { host: 'mail.kauke.test', port: 587, sslPort: 465 },
  mailboxPort: null,
  privacyEmail: null,
  links: { docs: null, social: null, video: null, reviewSite: null, review: null, feedback: null },
  legal: {
    operatorName: 'Kauke',
    operatorCountry: 'Lithuania',
    launched: null,
    reportNext: '2999-08',
    governmentRequests: null,
    incidents: null,
    database: 'embedded',
    sendsReports: { dmarc: false, tls: false },
  },
  stsPolicy: '',
};

const manyASecond = { perSecond: 1_000_000, burst: 1_000_000 };
/** What no test reaches that is not about them. */
const generousRates = {
  perNetwork: manyASecond,
  perAccount: manyASecond,
  heavyReads: manyASecond,
  newApiKeys: manyASecond,
  newAccounts: manyASecond,
  refusalMs: 0,
};

/** The real HTTP side on a free port. */
export async function startTestApi(core: AccountContext, parts: Partial<AppParts> = {}): Promise<TestApi> {
  const app = createApp({
    core,
    metrics: ignoreMetrics,
    site: testSite,
    operatorEmail: null,
    operatorTools: createOperatorTools(core, noNetwork),
    hstsSubdomains: false,
    trustedProxies: [],
    rates: generousRates,
    webFolder: null,
    readiness: () => Promise.resolve({ ready: true, database: true, listeners: true, storing: true }),
    extensions: [],
    ...parts,
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  // Only its visitors end connections: none is ended while a request is on its way.
  if (server instanceof Server) server.keepAliveTimeout = 0;
  const agent = keepConnections();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    agent,
    stop: () => {
      endConnections(agent);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** One answer with its JSON body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Visitor {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A client that keeps its cookies, as a browser does. Redirects are answers to it. */
export function createVisitor({ url, agent }: Pick<TestApi, 'url'> & Partial<Pick<TestApi, 'agent'>>): Visitor {
  const cookies = new Map<string, string>();
  const keep = (line: string): void => {
    const [pair = '', ...attributes] = line.split(/; */u);
    const [name = '', value = ''] = pair.split(/=(.*)/u);
    if (attributes.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  };
  return {
    async send(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const question = {
        method,
        headers: {
          ...(cookie !== '' && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      };
      const answer = await askServer(url + path, question, agent);
      answer.headers.getSetCookie().forEach(keep);
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? (JSON.parse(answer.text) as unknown) : answer.text,
      };
    },
  };
}
