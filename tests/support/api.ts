import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp, type AppParts } from '#api/app.ts';
import type { HealthSources } from '#main/health/check-health.ts';
import { createOperatorTools } from '#main/operator-tools.ts';
import { systemClock } from '#platform/clock.ts';
import { ignoreMetrics } from '#platform/metrics.ts';
import { systemRandom } from '#platform/random.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** DNS that never answers, and no certificates of our own. */
export const noNetwork: HealthSources = {
  config: {
    acme: null,
    dkimEd25519: false,
    delivery: 'preview',
    sendFrom: [],
    mailHostname: 'mail.kauke.test',
    publicUrl: null,
    httpsPort: null,
    roles: new Set(),
  },
  resolver: createResolver({ servers: ['127.0.0.1:1'], timeoutMs: 100, clock: systemClock, random: systemRandom }),
};

export interface TestApi {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  stop(): Promise<void>;
}

export const testSite: AppParts['site'] = {
  version: '0.0.0-test',
  smtp: { host: 'mail.kauke.test', port: 587, sslPort: 465 },
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
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
export function createVisitor(api: Pick<TestApi, 'url'>): Visitor {
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
      const response = await fetch(api.url + path, {
        method,
        redirect: 'manual',
        headers: {
          connection: 'close',
          ...(cookie !== '' && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      response.headers.getSetCookie().forEach(keep);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
    },
  };
}
