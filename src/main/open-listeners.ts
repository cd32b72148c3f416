import type { HttpServer } from '#api/http-server.ts';
import type { Config } from '#config/config.ts';
import type { MailEngine } from './create-mail-engine.ts';
import { followTlsCertificate, type FollowedCertificate } from '#main/tls/follow-tls-certificate.ts';
import { startSmtpListeners, type SmtpListeners } from '#main/start-smtp-listeners.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Cleanup } from './cleanup.ts';

const certificateCheckMs = 10_000;

/** For every listener that speaks TLS. */
async function openCertificate(
  { tls: files, dataDir, mailHostname: hostname }: Config,
  { clock, log, ticketKeys }: Adapters,
  cleanup: Cleanup,
): Promise<FollowedCertificate> {
  const options = { files, dataDir, hostname, clock, log, ticketKeys, checkEveryMs: certificateCheckMs };
  const certificate = await followTlsCertificate(options);
  cleanup.push(certificate.close);
  return certificate;
}

/** HTTPS beside HTTP, and SMTP. */
export async function openTlsListeners(
  config: Config,
  adapters: Adapters,
  { mail, http, accounts }: { mail: MailEngine; http: HttpServer; accounts: ClientAccounts },
  cleanup: Cleanup,
): Promise<{ httpsPort: number | null; smtp: SmtpListeners }> {
  const { current: certificate } = await openCertificate(config, adapters, cleanup);
  const port = config.roles.has('web') ? config.httpsPort : null;
  const httpsPort = port === null ? null : await http.openTls({ port, certificate });
  return { httpsPort, smtp: await startSmtpListeners(mail, { config, certificate, accounts }) };
}
