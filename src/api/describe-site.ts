import type { Config } from '#config/config.ts';
import type { PublicConfig, SiteLinks } from '#contract/site.ts';
import { tellsMailbox } from '#core/certificates/certificates.ts';
import { hasTrustedCertificate, makeStsPolicy } from '#core/domains/domain-records.ts';
import { improvmxSmtp } from '#core/providers/improvmx/provider-pace.ts';

/** What the operator decided about this installation and the browser may know. */
export interface Site {
  readonly version: string;
  /** Where mail programs send as an alias. */
  readonly smtp: Readonly<PublicConfig['smtp']>;
  /** null: postmaster at the first domain, whose mail the operator gets. */
  readonly privacyEmail: string | null;
  readonly links: Readonly<SiteLinks>;
  readonly legal: Readonly<PublicConfig['legal']>;
  /** Of the mailbox that is always empty, at the host of `smtp`; null: there is none. */
  readonly mailboxPort: number | null;
  /** The body of the MTA-STS policy of all alias domains. */
  readonly stsPolicy: string;
}

/** The ports for mail programs that this process has bound; null where it has not got the role. */
interface MailPorts {
  readonly submissionPort: number | null;
  readonly submissionsPort: number | null;
  readonly mailboxPort: number | null;
}

function ownSmtp(config: Config, bound: MailPorts): Site['smtp'] {
  return {
    host: config.mailHostname,
    port: config.submissionPublicPort ?? bound.submissionPort ?? config.submissionPort,
    sslPort: config.submissionsPublicPort ?? bound.submissionsPort ?? config.submissionsPort,
  };
}

function toldMailbox(config: Config, bound: MailPorts): number | null {
  const { mailboxPort, mailboxPublicPort } = config;
  return tellsMailbox(config) ? (mailboxPublicPort ?? bound.mailboxPort ?? mailboxPort) : null;
}

/** Which reports really leave: who forwards elsewhere sees no mail come in, and only who looks for mail hosts reports on them. */
function describeReports({ reportsSent, improvmx, delivery }: Config): Site['legal']['sendsReports'] {
  return { dmarc: reportsSent.dmarc && improvmx === null, tls: reportsSent.tls && delivery === 'mx' };
}

/** What the web app may know of the set-up. Ports that no variable tells are the bound ones. */
export function describeSite(config: Config, version: string, bound: MailPorts): Site {
  const { mailHostname, privacyEmail, links, legal, databaseUrl } = config;
  return {
    version,
    smtp: config.improvmx === null ? ownSmtp(config, bound) : improvmxSmtp,
    mailboxPort: toldMailbox(config, bound),
    privacyEmail,
    links,
    legal: {
      ...legal,
      database: databaseUrl === null ? 'embedded' : 'external',
      sendsReports: describeReports(config),
    },
    stsPolicy: makeStsPolicy(config.improvmx === null ? mailHostname : null, hasTrustedCertificate(config)).text,
  };
}
