import { defaultPoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { createSmarthostTransport } from '#protocol/smtp-client/smarthost-transport.ts';
import { defaultSmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { silentLog } from '#support/silent-log.ts';

function createRoute(port: number): Transport {
  return createSmarthostTransport({
    smarthost: { host: '127.0.0.1', port, implicitTls: false, user: null, password: null },
    ownHostname: 'mx.kauke.test',
    dialer: createPlainDialer(2_000),
    timeouts: defaultSmtpTimeouts,
    poolLimits: defaultPoolLimits,
    log: silentLog,
  });
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Sends by the real client, each recipient domain to the sink on its port. */
export function createSinkTransport(ports: Readonly<Record<string, number>>): Transport {
  const routes = new Map(Object.entries(ports).map(([domain, port]) => [domain, createRoute(port)]));
  return {
    destinationOf: domainOf,
    attempt: (message) => {
      const route = routes.get(domainOf(message.rcptTo));
      if (route === undefined) throw new Error(`no sink for ${message.rcptTo}`);
      return route.attempt(message);
    },
    close: async () => {
      for (const route of routes.values()) await route.close();
    },
  };
}
