import { defaultPoolLimits, type PoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createGuardedDialer } from '#protocol/net/dialer.ts';
import { createGuardedFetch, type GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { createMxTransport } from '#protocol/smtp-client/mx-transport.ts';
import { defaultSmtpTimeouts, type SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import { createStsPolicies } from '#protocol/smtp-client/mta-sts.ts';
import type { TlsSeen } from '#protocol/smtp-client/tls-seen.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { silentLog } from '#support/silent-log.ts';

export interface MxRouteOptions {
  readonly dns: DnsServer;
  /** Where all mail hosts listen. */
  readonly port: number;
  readonly allowAddress?: (address: string) => boolean;
  readonly fetchVia?: (resolver: Resolver) => GuardedFetch;
  /** PEM; what certificates must lead to. */
  readonly authorities?: string;
  readonly poolLimits?: PoolLimits;
  readonly timeouts?: Partial<SmtpTimeouts>;
  readonly onTls?: (seen: TlsSeen) => void;
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

/** The transport to mail hosts found in a test's DNS. */
export function createMxRoute(options: MxRouteOptions): Transport {
  const { dns, port, allowAddress = isLoopback, fetchVia, authorities = null, poolLimits, timeouts, onTls } = options;
  const clock = systemClock;
  const resolver = resolverOf(dns);
  const fetch =
    fetchVia?.(resolver) ?? createGuardedFetch({ resolver, allowAddress, allowInsecure: false, authorities: null });
  return createMxTransport({
    resolver,
    dialer: createGuardedDialer({ resolver, allowAddress, timeoutMs: 1000 }),
    policies: createStsPolicies({ resolver, fetch, clock }),
    authorities,
    clock,
    random: systemRandom,
    ownHostname: 'mx.kauke.example',
    port,
    timeouts: { ...defaultSmtpTimeouts, ...timeouts },
    poolLimits: poolLimits ?? defaultPoolLimits,
    log: silentLog,
    ...(onTls && { onTls }),
  });
}

export function messageTo(rcptTo: string): DeliveryRequest {
  return {
    deliveryId: '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11',
    targetId: null,
    mailFrom: '',
    rcptTo,
    content: [Buffer.from('Subject: hi\r\n\r\nhello\r\n')],
    smtpUtf8: false,
  };
}

/** MX records in falling preference. */
export function mx(...exchanges: string[]) {
  return {
    MX: exchanges.map((exchange, index) => ({ preference: index, exchange })),
  };
}
