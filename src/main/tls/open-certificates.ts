import type { SecureContext } from 'node:tls';
import type { HttpApp, TlsCertificates } from '#api/http-server.ts';
import type { AcmeConfig, Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import { certificateNames } from '#core/certificates/certificates.ts';
import { openAcmeAccount } from '#core/certificates/certificate-keys.ts';
import type { Adapters } from '#main/adapters.ts';
import type { Cleanup } from '#main/cleanup.ts';
import { createCertificateStore, type CertificateStore } from '#main/tls/certificate-store.ts';
import type { RenewalPace } from '#main/tls/order-certificate.ts';
import { startRenewals } from '#main/tls/renew-certificates.ts';
import { thumbprintOf } from '#protocol/acme/account-key.ts';
import type { ChallengeType } from '#protocol/acme/acme-resources.ts';
import { acmeProtocol, findChallengeToken, keyAuthorization } from '#protocol/acme/challenges.ts';
import type { CertificateGauges } from '#platform/metrics.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { stat } from 'node:fs/promises';
import { errorCode, StartError } from '#config/start-error.ts';
import { loadTlsCertificate, type TlsCertificateOptions } from '#main/tls/tls-certificate.ts';
import type { Log } from '#platform/log.ts';
import { runEvery } from '#platform/run-every.ts';

/** The certificate that holds now. */
export interface FollowedCertificate {
  current(): SecureContext;
  /** When it ends, in milliseconds since the Unix epoch. */
  endsAtMs(): number;
  close(): void;
}

interface FollowOptions extends TlsCertificateOptions {
  readonly log: Log;
  /** How often the operator's files are looked at. */
  readonly checkEveryMs: number;
}

/** Tells one state of the files from another. */
async function versionOf({ certFile, keyFile }: NonNullable<TlsCertificateOptions['files']>): Promise<string> {
  const stats = await Promise.all([stat(certFile), stat(keyFile)]);
  return stats.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join();
}

/**
 * Loads the certificate and loads it again whenever the operator's files have changed. Files that are no
 * certificate and key, as in the middle of a renewal, leave the old one in use until they are.
 * @throws what `loadTlsCertificate` throws, the first time only
 */
export async function followTlsCertificate(options: FollowOptions): Promise<FollowedCertificate> {
  const { files, log, checkEveryMs } = options;
  // Asked before loading: a change in between is then seen at the next check.
  let loaded = files === null ? '' : await versionOf(files).catch(() => '');
  let certificate = await loadTlsCertificate(options);
  const answers = { current: () => certificate.context, endsAtMs: () => certificate.endsAtMs };
  if (files === null) return { ...answers, close: () => {} };

  let refused = '';
  const check = async (): Promise<void> => {
    let version = 'missing';
    try {
      version = await versionOf(files);
      if (version === loaded) return;
      const next = await loadTlsCertificate(options);
      // Still being written: the next look takes what it is then.
      if ((await versionOf(files)) !== version) return;
      certificate = next;
      loaded = version;
      log.info('certificate_loaded');
    } catch (error) {
      const reason = error instanceof StartError ? error.message : errorCode(error);
      if (version !== refused) log.warn('certificate_unusable', { reason });
      refused = version;
    }
  };
  const close = runEvery(checkEveryMs, check, (error) => log.error('certificate_unusable', error));
  return { ...answers, close: () => void close() };
}

const lookEveryMs = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Let's Encrypt allows five failures an hour for a name, and a few hundred orders in three hours. */
const renewalPace: RenewalPace = {
  roundMs: minuteMs,
  pollMs: 1_000,
  orderMs: 40_000,
  spreadMs: 1.5 * lookEveryMs,
  pauseMs: 2 * minuteMs,
  maxPauseMs: 4 * hourMs,
  adviceMs: 6 * hourMs,
};

/** What proves this program to others: the operator's certificate, those we got by ourselves, else a self-signed one. */
export interface Certificates {
  readonly mail: () => SecureContext;
  readonly web: TlsCertificates;
  /** Answers challenges in front of an app, where there are any. */
  answering(app: HttpApp): HttpApp;
  /** Gauges of the certificates in use, for whoever watches the program. */
  gauges(): CertificateGauges;
  /** Begins to get and renew them. */
  start(): void;
}

interface CertificateParts {
  readonly core: CoreContext;
  readonly resolver: Pick<Resolver, 'addresses'>;
  /** Names of the alias domains, those retired included. */
  readonly domains: () => readonly string[];
}

/** By ACME, beside what is shown until the first one is there. */
interface AcmeParts {
  readonly store: CertificateStore;
  readonly answering: Certificates['answering'];
  start(): void;
}

/** The ways by which the servers reach this node. Behind a proxy it passes their questions on to HTTP_PORT. */
function challengesOf({ redirectPort, httpsPort, roles }: Config): [ChallengeType, ...ChallengeType[]] {
  const hasHttps = httpsPort !== null && roles.has('web');
  if (!hasHttps) return ['http-01'];
  return redirectPort === null ? ['tls-alpn-01'] : ['http-01', 'tls-alpn-01'];
}

/**
 * Answers ACME servers that look for a proof by HTTP, in front of what answers all others. An answer holds for our
 * account alone, so whoever asks may have it, whatever the token: no process has to hear of orders.
 */
function answerChallenges(app: HttpApp, thumbprint: string): HttpApp {
  return {
    fetch: (request, env) => {
      const token = request.method === 'GET' ? findChallengeToken(new URL(request.url).pathname) : null;
      if (token === null) return app.fetch(request, env);
      return new Response(keyAuthorization(token, thumbprint), {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      });
    },
  };
}

async function openAcme(
  acme: AcmeConfig,
  config: Config,
  { ticketKeys, coordinator }: Adapters,
  { core, resolver, domains }: CertificateParts,
  cleanup: Cleanup,
): Promise<AcmeParts> {
  const account = await openAcmeAccount(core, acme.directory);
  const thumbprint = thumbprintOf(account.key);
  const names = (): string[] => certificateNames(config, domains());
  const store = await createCertificateStore({ ...core, thumbprint, ticketKeys, everyMs: lookEveryMs, names });
  cleanup.push(store.close);
  const isAlone = coordinator === null && config.databaseUrl === null;
  return {
    store,
    answering: (app) => answerChallenges(app, thumbprint),
    start: () => {
      const stop = startRenewals({
        ...core,
        acme,
        pace: isAlone ? { ...renewalPace, spreadMs: 0 } : renewalPace,
        names,
        challenges: challengesOf(config),
        hasAddress: async (name) => !['none', 'no-name'].includes((await resolver.addresses(name)).kind),
        look: store.look,
      });
      cleanup.push(stop);
    },
  };
}

/** @throws StartError when the operator's files cannot be used. */
export async function openCertificates(
  config: Config,
  adapters: Adapters,
  parts: CertificateParts,
  cleanup: Cleanup,
): Promise<Certificates> {
  const { tls: files, dataDir, mailHostname, publicUrl, acme } = config;
  const { clock, log, ticketKeys } = adapters;
  const options = { files, dataDir, hostname: mailHostname, clock, log, ticketKeys, checkEveryMs: lookEveryMs };
  const own: FollowedCertificate = await followTlsCertificate(options);
  cleanup.push(own.close);
  const opened = acme === null ? null : await openAcme(acme, config, adapters, parts, cleanup);
  const find = (name: string): SecureContext | null => opened?.store.find(name) ?? null;
  const webHost = publicUrl === null ? mailHostname : new URL(publicUrl).hostname;
  return {
    mail: () => find(mailHostname) ?? own.current(),
    web: {
      contextFor: (servername) => find(servername) ?? find(webHost) ?? own.current(),
      proofFor: ({ servername, protocols }) => {
        const context = protocols.includes(acmeProtocol) ? (opened?.store.proofOf(servername) ?? null) : null;
        return context === null ? null : { protocol: acmeProtocol, context };
      },
    },
    answering: (app) => opened?.answering(app) ?? app,
    gauges: () => ({
      certificateSeconds: ((opened?.store.firstEnd() ?? own.endsAtMs()) - clock.now()) / 1000,
      certificatesFailing: opened?.store.failing() ?? 0,
    }),
    start: () => opened?.start(),
  };
}
