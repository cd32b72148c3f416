import type { Config } from '#config/config.ts';
import { defaultPoolLimits } from '#mail/deliver/connection-pool.ts';
import { createGuardedDialer, createPlainDialer } from '#mail/deliver/dialer.ts';
import { createMxTransport } from '#mail/deliver/mx-transport.ts';
import { createResolver } from '#mail/deliver/resolver.ts';
import { createSmarthostTransport } from '#mail/deliver/smarthost-transport.ts';
import { defaultSmtpTimeouts } from '#mail/deliver/smtp-timeouts.ts';
import type { Transport } from '#mail/deliver/transport.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

/** What delivery to mail hosts found in DNS may connect to. */
export interface MailHosts {
  readonly port: number;
  readonly allowAddress: (address: string) => boolean;
}

interface TransportAdapters {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly mailHosts: MailHosts;
}

const dnsTimeoutMs = 10_000;

/** The way out: to the smarthost when there is one, else to the mail hosts of each recipient. */
export const createTransport = (config: Config, { clock, random, log, mailHosts }: TransportAdapters): Transport => {
  const { dnsServers, mailHostname: ownHostname, smarthost } = config;
  const common = { ownHostname, timeouts: defaultSmtpTimeouts, poolLimits: defaultPoolLimits, log };
  const timeoutMs = defaultSmtpTimeouts.connectMs;
  if (smarthost !== null && config.delivery === 'smarthost') {
    return createSmarthostTransport({ ...common, smarthost, dialer: createPlainDialer(timeoutMs) });
  }
  const resolver = createResolver({ servers: dnsServers, timeoutMs: dnsTimeoutMs, clock });
  const { port, allowAddress } = mailHosts;
  const dialer = createGuardedDialer({ resolver, allowAddress, timeoutMs });
  return createMxTransport({ ...common, resolver, dialer, random, port });
};
