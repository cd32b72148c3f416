import type { Config } from '#config/config.ts';
import { defaultPoolLimits } from '#mail/deliver/connection-pool.ts';
import { createGuardedDialer, createPlainDialer } from '#mail/deliver/dialer.ts';
import type { GuardedFetch } from '#mail/deliver/guarded-fetch.ts';
import { createMxTransport } from '#mail/deliver/mx-transport.ts';
import { createSmarthostTransport } from '#mail/deliver/smarthost-transport.ts';
import { defaultSmtpTimeouts } from '#mail/deliver/smtp-timeouts.ts';
import { createStsPolicies } from '#mail/deliver/sts-policies.ts';
import type { Transport } from '#mail/deliver/transport.ts';
import type { Resolver } from '#mail/dns/resolver.ts';
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
