import type { Site } from '#api/routes/site/config.ts';
import type { Config } from '#config/config.ts';
import { makeStsPolicy } from '#core/domains/domain-records.ts';
import { improvmxSmtp } from '#core/providers/improvmx/provider-pace.ts';

/** The ports for mail programs that this process has bound; null where it has not got the role. */
interface SubmissionPorts {
  readonly submissionPort: number | null;
  readonly submissionsPort: number | null;
}

function ownSmtp(config: Config, bound: SubmissionPorts): Site['smtp'] {
  return {
    host: config.mailHostname,
    port: config.submissionPublicPort ?? bound.submissionPort ?? config.submissionPort,
    sslPort: config.submissionsPublicPort ?? bound.submissionsPort ?? config.submissionsPort,
  };
}

/** What the web app may know of the set-up. Ports that no variable tells are the bound ones. */
export function describeSite(config: Config, version: string, bound: SubmissionPorts): Site {
  const { mailHostname, privacyEmail, links, legal, databaseUrl } = config;
  return {
    version,
    smtp: config.improvmx === null ? ownSmtp(config, bound) : improvmxSmtp,
    privacyEmail,
    links,
    legal: { ...legal, database: databaseUrl === null ? 'embedded' : 'external' },
    stsPolicy: makeStsPolicy(config.improvmx === null ? mailHostname : null, config.tls !== null).text,
  };
}
