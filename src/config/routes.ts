import { isIP } from 'node:net';
import type { z } from 'zod';
import type { Config, RouteConfig } from '#config/config.ts';
import { EntryFault, parseEntries } from '#config/entry-list.ts';
import { parseHostname } from '#config/variable-values.ts';

/** Each has a pool of connections of its own. */
const maxRoutes = 100;
/** LMTP has no port of its own; the field's habit is the one for private mail systems. */
const defaultPorts = { lmtp: 24, smtp: 25 } as const;

const form = /^(lmtp|smtp):\/\/(?:\[([^\]]*)\]|([^/?#@[\]:]+))(?::(\d{1,5}))?\/?$/u;

function parseHost(bracketed: string | undefined, plain: string): string {
  const isAddress = bracketed === undefined ? isIP(plain) === 4 : isIP(bracketed) === 6;
  const name = bracketed === undefined ? parseHostname(plain, true) : null;
  const host = isAddress ? (bracketed ?? plain) : name;
  if (host === null) throw new EntryFault('a host name or an IP address behind ://, IPv6 in brackets');
  return host;
}

function parsePort(protocol: RouteConfig['protocol'], digits: string | undefined): number {
  const port = digits === undefined ? defaultPorts[protocol] : Number(digits);
  if (port < 1 || port > 65_535) throw new EntryFault('a port from 1 to 65535');
  // RFC 2033 §5.
  if (protocol === 'lmtp' && port === 25) throw new EntryFault('smtp:// for port 25, where nobody speaks LMTP');
  return port;
}

function parseServer(text: string): Omit<RouteConfig, 'domain'> {
  const [, protocol = '', bracketed, plain = '', digits] = form.exec(text) ?? [];
  if (protocol !== 'lmtp' && protocol !== 'smtp') {
    throw new EntryFault('lmtp:// or smtp://, a host and a port behind the domain and =');
  }
  return { protocol, host: parseHost(bracketed, plain), port: parsePort(protocol, digits) };
}

function parseRoute(text: string): RouteConfig {
  const [, name = '', server = ''] = /^([^=]*)=(.*)$/u.exec(text) ?? [];
  const domain = parseHostname(name.trim(), false);
  if (domain === null) throw new EntryFault('a domain name first, then = and its server');
  return Object.freeze({ domain, ...parseServer(server.trim()) });
}

/** Reads `ROUTES`: `example.org=lmtp://127.0.0.1:24, example.net=smtp://[fd00::5]:25`. Each fault is an issue of its own. */
export function parseRoutes(text: string, context: z.RefinementCtx): readonly RouteConfig[] {
  return parseEntries<RouteConfig>(text, context, (item, before) => {
    const route = parseRoute(item);
    if (before.some(({ domain }) => domain === route.domain)) throw new EntryFault('each domain once');
    if (before.length >= maxRoutes) throw new EntryFault(`at most ${maxRoutes} domains`);
    return route;
  });
}

/** Rules between the routes and other variables. */
export function routeFaults({
  delivery,
  routes,
  mailDomains,
}: Pick<Config, 'delivery' | 'routes' | 'mailDomains'>): [isBroken: boolean, line: string][] {
  const ours = routes.find(({ domain }) => mailDomains.includes(domain));
  return [
    [
      delivery === 'preview' && routes.length > 0,
      'ROUTES: got a route, but DELIVERY is preview; takes nothing unless mail leaves',
    ],
    [ours !== undefined, `ROUTES: got ${JSON.stringify(ours?.domain)}; takes domains that are not on MAIL_DOMAINS`],
  ];
}
