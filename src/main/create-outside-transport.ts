import type { Config } from '#config/config.ts';
import { defaultPoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createGuardedDialer, createPlainDialer } from '#protocol/net/dialer.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { createMxTransport } from '#protocol/smtp-client/mx-transport.ts';
import { createSmarthostTransport } from '#protocol/smtp-client/smarthost-transport.ts';
import { defaultSmtpTimeouts } from '#protocol/smtp-client/smtp-timeouts.ts';
import { createStsPolicies } from '#protocol/smtp-client/mta-sts/sts-policies.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

/** What delivery to mail hosts found in DNS may connect to. */
export interface MailHosts {
  readonly port: number;
  readonly allowAddress: (address: string) => boolean;
}

export interface OutsideAdapters {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly resolver: Resolver;
  readonly mailHosts: MailHosts;
  /** For the policies of MTA-STS. */
  readonly fetch: GuardedFetch;
}

/** The way to the servers of others: to the smarthost when there is one, else to the mail hosts of each recipient. */
export function createOutsideTransport(config: Config, adapters: OutsideAdapters): Transport {
  const { mailHostname: ownHostname, smarthost } = config;
  const { clock, random, log, resolver, mailHosts, fetch } = adapters;
  const common = { ownHostname, timeouts: defaultSmtpTimeouts, poolLimits: defaultPoolLimits, log };
  const timeoutMs = defaultSmtpTimeouts.connectMs;
  if (smarthost !== null && config.delivery === 'smarthost') {
    return createSmarthostTransport({ ...common, smarthost, dialer: createPlainDialer(timeoutMs) });
  }
  const { port, allowAddress } = mailHosts;
  const dialer = createGuardedDialer({ resolver, allowAddress, timeoutMs });
  const policies = createStsPolicies({ resolver, fetch, clock });
  return createMxTransport({ ...common, resolver, dialer, policies, authorities: null, clock, random, port });
}
