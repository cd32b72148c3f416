import type { Config } from '#config/config.ts';
import { parseHostname } from '#config/variable-values.ts';
import { variables, type VariableName } from '#config/variables.ts';

/** Rules between the variables for certificates and HTTPS. */
export function certificateFaults(
  config: Pick<Config, 'acme' | 'delivery' | 'mailHostname' | 'publicUrl' | 'redirectPort'>,
  isSet: (name: VariableName) => boolean,
): [isBroken: boolean, line: string][] {
  const { acme, delivery, mailHostname, publicUrl, redirectPort } = config;
  const mismatch = (name: VariableName, got: string, reason: string): string =>
    `${name}: got ${JSON.stringify(got)}, but ${reason}; takes ${variables[name].takes}`;
  const email = (reason: string): string => mismatch('ACME_EMAIL', acme?.email ?? '', reason);
  const isAcme = acme !== null;
  return [
    [isAcme && isSet('TLS_CERT_FILE'), email('TLS_CERT_FILE is set')],
    [isAcme && delivery === 'preview', email('DELIVERY is preview, which nobody reaches')],
    [isAcme && parseHostname(mailHostname, false) === null, email(`MAIL_HOSTNAME is ${mailHostname}`)],
    [
      isSet('ACME_DIRECTORY') && !isSet('ACME_EMAIL'),
      `ACME_EMAIL: got nothing, but ACME_DIRECTORY is set; takes ${variables.ACME_EMAIL.takes}`,
    ],
    [
      redirectPort !== null && publicUrl?.startsWith('https:') !== true,
      mismatch('REDIRECT_PORT', String(redirectPort), `PUBLIC_URL is ${publicUrl ?? 'not set'}`),
    ],
  ];
}
