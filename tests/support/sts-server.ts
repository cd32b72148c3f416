import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createGuardedFetch, type GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

/** What a policy server answers. */
export interface StsAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly location?: string;
  readonly body: string;
}

/** A web server that holds the MTA-STS policy of one domain. */
export interface StsServer {
  /** Paths asked for so far. */
  readonly requests: readonly string[];
  answer(what: StsAnswer): void;
  /** A guarded fetch that trusts the server's certificate and finds it although it does not listen on port 443. */
  fetchVia(resolver: Pick<Resolver, 'addresses'>): GuardedFetch;
  stop(): Promise<void>;
}

export function enforcePolicy(...hosts: string[]): string {
  return ['version: STSv1', 'mode: enforce', ...hosts.map((host) => `mx: ${host}`), 'max_age: 86400', ''].join('\r\n');
}

/** Starts one for `domain` on a free port of 127.0.0.1; DNS must lead `mta-sts.<domain>` there. */
export async function startStsServer(domain: string, body: string): Promise<StsServer> {
  const certificate = makeSelfSignedCertificate({
    hostname: `mta-sts.${domain}`,
    notBefore: Date.UTC(2020, 0),
    notAfter: Date.UTC(2060, 0),
  });
  const requests: string[] = [];
  let given: StsAnswer = { body };
  const server = createServer(certificate, (request, response) => {
    requests.push(request.url ?? '');
    const { status = 200, contentType = 'text/plain', location } = given;
    response.writeHead(status, {
      'Content-Type': contentType,
      ...(location === undefined ? {} : { Location: location }),
    });
    response.end(given.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    answer: (what) => {
      given = what;
    },
    fetchVia: (resolver) => {
      const isLoopback = (address: string): boolean => address === '127.0.0.1';
      const options = { resolver, allowAddress: isLoopback, allowInsecure: false, authorities: certificate.cert };
      const fetch = createGuardedFetch(options);
      return (request) => {
        const url = new URL(request.url);
        url.port = String(port);
        return fetch({ ...request, url });
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
