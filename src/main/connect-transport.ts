import { isAscii } from 'node:buffer';
import type { Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory, ProvenDomain } from '#core/domains/domain-directory.ts';
import type { NoticeContext } from '#core/notices/notify.ts';
import { createLocalTransport } from '#mail/local-transport.ts';
import type { MailEngine } from './create-mail-engine.ts';
import { isWebhookUrl } from '#mail/queue/state/delivery.ts';
import { parseRecipient } from '#mail/recipient/address-forms.ts';
import {
  createWebhookClient,
  createWebhookSender,
  defaultWebhookTimeouts,
  type OwnWebhookSender,
} from '#mail/webhook/webhook-client.ts';
import { createWebhookTransport } from '#mail/webhook/webhook-transport.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { createGuardedDialer, createPlainDialer } from '#protocol/net/dialer.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { defaultPoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createStsPolicies } from '#protocol/smtp-client/mta-sts.ts';
import { createMxTransport } from '#protocol/smtp-client/mx-transport.ts';
import { createRoutedTransport } from '#protocol/smtp-client/routed-transport.ts';
import { createSmarthostTransport } from '#protocol/smtp-client/smarthost-transport.ts';
import { defaultSmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import type { TlsSeen } from '#protocol/smtp-client/tls-seen.ts';
import type { Attempt, DeliveryRequest, Outcome, Transport } from '#protocol/smtp-client/transport.ts';

export interface TransportParts extends CoreContext, NoticeContext {
  readonly domains: DomainDirectory;
  /** The way to the servers of others. */
  readonly outside: Transport;
  /** For webhooks. */
  readonly fetch: GuardedFetch;
  /** How long mail waits before it is given up. */
  readonly giveUpAfterMs: number;
  /** The engine that the transport becomes a part of; asked for when the first message leaves. */
  readonly mail: () => MailEngine;
}

/** All ways out of this process as one transport, and the sender of our own events to webhooks. */
export function connectTransport(parts: TransportParts): {
  readonly transport: Transport;
  readonly webhooks: OwnWebhookSender;
} {
  const { clock, domains, fetch, log, mail, outside, settings } = parts;
  const client = createWebhookClient({ fetch, clock, ...defaultWebhookTimeouts });
  return {
    transport: createTransport({
      outside,
      local: createLocalTransport(log, mail),
      webhook: createWebhookTransport({ ...parts, client }),
      ...ownDomainsOf(domains, settings.operatorEmail !== null),
    }),
    webhooks: createWebhookSender(client),
  };
}

/** `hasOperator`: with none, as in preview, mail to its addresses would be handed over for ever. */
function ownDomainsOf(domains: DomainDirectory, hasOperator: boolean): Pick<TransportWays, 'isOurs' | 'isProven'> {
  // Most mail goes to others: their names are no domains of ours, and nothing more of the address is read then.
  const domainOf = (rcptTo: string): string =>
    isAscii(Buffer.from(rcptTo)) ? splitAddress(rcptTo).domain : (parseRecipient(rcptTo).domain ?? '');
  const isTaken = (rcptTo: string): boolean => {
    const { kind, domain } = parseRecipient(rcptTo);
    return domain !== null && (kind !== 'role' || hasOperator);
  };
  return {
    isOurs: (rcptTo) => domains.find(domainOf(rcptTo)) !== null && isTaken(rcptTo),
    isProven: (rcptTo) => {
      const domain = domainOf(rcptTo);
      const known = domains.recallProven(domain);
      const leadsHere = (found: ProvenDomain | null) => found?.takesMail === true && isTaken(rcptTo);
      return known === undefined ? domains.findProven(domain).then(leadsHere) : leadsHere(known);
    },
  };
}

/** The ways out of this process. */
interface TransportWays {
  /** To recipients on our own domains, in process. */
  readonly local: Transport;
  readonly webhook: Transport;
  /** To everybody else: smarthost, mail hosts or preview. */
  readonly outside: Transport;
  /** Whether a recipient is on a shared domain. Takes any case. */
  readonly isOurs: (rcptTo: string) => boolean;
  /** Whether it is on a proven domain of an account whose MX leads here: no more is dialed than for a shared one. */
  readonly isProven: (rcptTo: string) => boolean | Promise<boolean>;
}

const unstarted: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'connect' };

/** An attempt by the way that `way` becomes; it can be stopped before, too. */
function attemptWhenKnown(way: Promise<Transport>, message: DeliveryRequest): Attempt {
  let started: Attempt | null = null;
  const stopping = new AbortController();
  const outcome = way.then((transport) => {
    if (stopping.signal.aborted) return unstarted;
    started = transport.attempt(message);
    stopping.signal.addEventListener('abort', started.stop, { once: true });
    return started.outcome;
  });
  return { outcome, pastFinalDot: () => started?.pastFinalDot() ?? false, stop: () => stopping.abort() };
}

/** The one transport of a process: it chooses the way by the recipient. */
export function createTransport({ local, webhook, outside, isOurs, isProven }: TransportWays): Transport {
  const choose = (rcptTo: string): { readonly transport: Transport; readonly name: string } => {
    if (isWebhookUrl(rcptTo)) return { transport: webhook, name: 'webhook:' };
    if (isOurs(rcptTo)) return { transport: local, name: 'local:' };
    return { transport: outside, name: '' };
  };
  return {
    // The prefix keeps a webhook's host apart from a mail domain of the same name: they fail separately.
    destinationOf: (rcptTo) => {
      const { transport, name } = choose(rcptTo);
      return `${name}${transport.destinationOf(rcptTo)}`;
    },
    attempt: (message) => {
      const { transport } = choose(message.rcptTo);
      if (transport !== outside) return transport.attempt(message);
      const proven = isProven(message.rcptTo);
      if (typeof proven === 'boolean') return (proven ? local : outside).attempt(message);
      const way = proven.then((isTrue) => (isTrue ? local : outside)).catch(() => outside);
      return attemptWhenKnown(way, message);
    },
    close: async () => {
      await Promise.all([local.close(), webhook.close(), outside.close()]);
    },
  };
}

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
  /** Told of each connection to a mail host; left out: nobody is. */
  readonly onTls?: (seen: TlsSeen) => void;
}

/**
 * The way to the servers of others: to those the operator named for a domain, else to the smarthost when there is one, else
 * to the mail hosts of each recipient. What the operator named is dialed wherever it is; all else is guarded.
 */
export function createOutsideTransport(config: Config, adapters: OutsideAdapters): Transport {
  const { mailHostname: ownHostname, smarthost, routes } = config;
  const { clock, random, log, resolver, mailHosts, fetch, onTls } = adapters;
  const timeoutMs = defaultSmtpTimeouts.connectMs;
  const common = { ownHostname, timeouts: defaultSmtpTimeouts, poolLimits: defaultPoolLimits, log };
  const toNamed = { ...common, dialer: createPlainDialer(timeoutMs) };
  const createOthers = (): Transport => {
    if (smarthost !== null && config.delivery === 'smarthost')
      return createSmarthostTransport({ ...toNamed, smarthost });
    const { port, allowAddress } = mailHosts;
    const dialer = createGuardedDialer({ resolver, allowAddress, timeoutMs });
    const policies = createStsPolicies({ resolver, fetch, clock });
    const told = onTls !== undefined && { onTls };
    return createMxTransport({
      ...common,
      resolver,
      dialer,
      policies,
      authorities: null,
      clock,
      random,
      port,
      ...told,
    });
  };
  const others = createOthers();
  return routes.length === 0 ? others : createRoutedTransport({ ...toNamed, routes, others });
}
