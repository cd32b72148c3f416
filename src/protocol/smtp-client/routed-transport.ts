import { domainOf } from '#platform/addresses.ts';
import type { ClientProtocol } from '#protocol/smtp-client/connect-smtp.ts';
import {
  createSmarthostTransport,
  type Smarthost,
  type SmarthostTransportOptions,
} from '#protocol/smtp-client/smarthost-transport.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** The server that takes all mail to a domain. */
export interface Route extends Pick<Smarthost, 'host' | 'port'> {
  /** Lower-case A-label. */
  readonly domain: string;
  readonly protocol: ClientProtocol;
}

export interface RoutedTransportOptions extends Omit<SmarthostTransportOptions, 'smarthost' | 'protocol'> {
  readonly routes: readonly Route[];
  /** The way to all other domains. */
  readonly others: Transport;
}

/** Static routing (a transport map): mail to some domains goes to servers that the operator named, whatever DNS says. */
export function createRoutedTransport({ routes, others, ...common }: RoutedTransportOptions): Transport {
  const plain = { implicitTls: false, user: null, password: null };
  const servers = new Map(
    routes.map(({ domain, protocol, host, port }) => [
      domain,
      createSmarthostTransport({ ...common, protocol, smarthost: { ...plain, host, port } }),
    ]),
  );
  return {
    // As for mail hosts, so that what waited for them waits for the route now.
    destinationOf: (rcptTo) => {
      const domain = domainOf(rcptTo);
      return servers.has(domain) ? domain : others.destinationOf(rcptTo);
    },
    attempt: (message) => (servers.get(domainOf(message.rcptTo)) ?? others).attempt(message),
    close: async () => {
      await Promise.all([...servers.values(), others].map((way) => way.close()));
    },
  };
}
