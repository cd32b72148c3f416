import { startHttpServer, type HttpServer } from '#api/http-server.ts';
import { createRedirectApp } from '#api/redirect-app.ts';
import type { Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { MailEngine } from './create-mail-engine.ts';
import { openCertificates, type Certificates } from '#main/tls/open-certificates.ts';
import { startSmtpListeners, type SmtpListeners } from '#main/start-smtp-listeners.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Cleanup } from './cleanup.ts';

interface ListenerParts {
  readonly mail: MailEngine;
  readonly core: CoreContext;
  readonly http: HttpServer;
  readonly accounts: ClientAccounts;
  readonly metrics: Metrics;
}

export interface Listeners {
  readonly certificates: Certificates;
  /** The ports really bound; null where there is none. */
  readonly httpsPort: number | null;
  readonly redirectPort: number | null;
  readonly smtp: SmtpListeners;
}

/** Plain HTTP for those who do not know better, and for ACME servers. @throws StartError when the port cannot be bound. */
async function openRedirect(
  { bindAddress: host, redirectPort: port, publicUrl, trustedProxies }: Config,
  { log }: Adapters,
  { answering }: Certificates,
  metrics: Metrics,
  cleanup: Cleanup,
): Promise<number | null> {
  if (port === null || publicUrl === null) return null;
  const server = await startHttpServer({ host, port, variable: 'REDIRECT_PORT', log, trustedProxies, metrics });
  cleanup.push(server.close);
  server.serve(answering(createRedirectApp(publicUrl)));
  return server.port;
}

/** HTTPS beside HTTP, what leads there, and SMTP. */
export async function openTlsListeners(
  config: Config,
  adapters: Adapters,
  { mail, core, http, accounts, metrics }: ListenerParts,
  cleanup: Cleanup,
): Promise<Listeners> {
  const { domains, resolver } = mail.judge;
  const names = (): string[] => domains.all().map(({ name }) => name);
  const certificates = await openCertificates(config, adapters, { core, resolver, domains: names }, cleanup);
  const redirectPort = await openRedirect(config, adapters, certificates, metrics, cleanup);
  const port = config.roles.has('web') ? config.httpsPort : null;
  const httpsPort = port === null ? null : await http.openTls({ port, certificates: certificates.web });
  const smtp = await startSmtpListeners(mail, {
    config,
    certificate: certificates.mail,
    accounts,
    listen: adapters.listen,
  });
  return { certificates, httpsPort, redirectPort, smtp };
}
